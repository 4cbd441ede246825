"""The app: from choosing a game to the result, and records to look at again."""

import dataclasses
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import work
from textual.app import App

from pioche.catalog import games
from pioche.terminal.play.bot_runner import BotRunner, InProcessBotRunner
from pioche.terminal.play.local_game import GameSetup, LocalGame
from pioche.terminal.records import save_record
from pioche.terminal.replay_steps import TerminalReplay
from pioche.terminal.screens.replay import ReplayScreen
from pioche.terminal.screens.seats import DEFAULT_LEVEL, SetupScreen
from pioche.terminal.screens.start import StartScreen
from pioche.terminal.screens.table import TableScreen
from pioche.terminal.widgets.palette import DARK_ANSI_THEME, LIGHT_ANSI_THEME
from pioche.words import common_words

DARK, LIGHT = "textual-dark", "textual-light"


class PiocheApp(App[None]):
    """Pioche in the terminal."""

    CSS_PATH = "pioche.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Pioche"

    def __init__(
        self,
        lang: str,
        setup: GameSetup | None = None,
        *,
        name: str | None = None,
        level: str = DEFAULT_LEVEL,
        replay: TerminalReplay | None = None,
        bot_runner: BotRunner | None = None,
        pace: str = "normal",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.lang, self.setup, self.replay = lang, setup, replay
        self.wished_name, self.level = name, level
        self.app_texts = common_words(lang)["terminal"]
        self.bot_runner, self.pace, self.now = bot_runner or InProcessBotRunner(), pace, now
        self.local_game: LocalGame | None = None
        self.saved_message = ""  # where the record of this game went, in words
        self.saved_paths: list[Path] = []  # what to name when all is over

    def on_mount(self) -> None:
        self.theme = DARK
        self.ansi_theme_dark, self.ansi_theme_light = DARK_ANSI_THEME, LIGHT_ANSI_THEME
        self.run_screens()

    @work
    async def run_screens(self) -> None:
        """A record, or games until the player has had enough."""
        if self.replay is not None:
            await self.push_screen_wait(ReplayScreen(self.replay, self.now))
        else:
            await self.play_games()
        self.exit()

    async def play_games(self) -> None:
        """One game after another."""
        seating = self.setup or await self.choose_setup()
        while seating is not None:
            answer = await self.play_game(seating)
            if answer == "quit":
                return
            fresh = dataclasses.replace(seating, record=None, seed=next_seed(seating.seed))
            seating = fresh if answer == "again" else await self.choose_setup(seating)

    async def choose_setup(self, last: GameSetup | None = None) -> GameSetup | None:
        """Let the player choose a game and seats."""
        chosen = last.game.id if last else None
        while True:
            chosen = await self.push_screen_wait(StartScreen(self.lang, chosen))
            if not chosen:
                return None
            name = last.name if last else self.wished_name
            seats = SetupScreen(games[chosen], self.lang, name, self.level)
            seating = await self.push_screen_wait(seats)
            if seating is not None:
                return seating

    async def play_game(self, seating: GameSetup) -> str:
        """Play a game; what to do next."""
        session = self.local_game = LocalGame(seating, self.now)
        self.saved_message = ""
        table = TableScreen(session, self.bot_runner, self.pace, partial(self.save_record, session))
        try:
            return await self.push_screen_wait(table)
        finally:
            # Whatever ends the game, even the whole app being closed, the record is kept.
            self.pace = table.game_loop.pace
            self.save_record(session)

    def save_record(self, session: LocalGame) -> str:
        """Save the record, once; where it went, or why not."""
        if not self.saved_message:
            try:
                path = save_record(session.recorder.build_record(), session.setup.record)
                self.saved_paths.append(path)
                self.saved_message = self.app_texts["saved"].format(file=path)
            except OSError as error:
                self.saved_message = self.app_texts["not-saved"].format(error=error)
        return self.saved_message

    def action_theme(self) -> None:
        self.theme = LIGHT if self.theme == DARK else DARK


def next_seed(seed: int | None) -> int | None:
    """The seed of the game after one; without one there is none."""
    return None if seed is None else seed + 1
