"""The app: from choosing a game to the result, and records to look at again."""

import dataclasses
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import work
from textual.app import App

from pioche.catalog import games
from pioche.terminal.film import Film
from pioche.terminal.keeping import keep
from pioche.terminal.palette import DARK_INK, LIGHT_INK
from pioche.terminal.replay import Replay
from pioche.terminal.seats import USUAL, Seats
from pioche.terminal.session import Seating, Session
from pioche.terminal.start import Start
from pioche.terminal.table import Table
from pioche.terminal.thinking import Here, Thinking
from pioche.words import house_words

DARK, LIGHT = "textual-dark", "textual-light"


class Pioche(App[None]):
    """Pioche in the terminal."""

    CSS_PATH = "pioche.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Pioche"

    def __init__(
        self,
        lang: str,
        seating: Seating | None = None,
        *,
        name: str | None = None,
        level: str = USUAL,
        film: Film | None = None,
        thinking: Thinking | None = None,
        pace: str = "normal",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.lang, self.seating, self.film = lang, seating, film
        self.name_wished, self.level = name, level
        self.house = house_words(lang)["terminal"]
        self.thinking, self.pace, self.now = thinking or Here(), pace, now
        self.session: Session | None = None
        self.kept = ""  # where the record of this game went, in words
        self.saved: list[Path] = []  # what to name when all is over

    def on_mount(self) -> None:
        """Begin."""
        self.theme = DARK
        self.ansi_theme_dark, self.ansi_theme_light = DARK_INK, LIGHT_INK
        self.run_through()

    @work
    async def run_through(self) -> None:
        """A record, or games until the player has had enough."""
        if self.film is not None:
            await self.push_screen_wait(Replay(self.film, self.now))
        else:
            await self.play_games()
        self.exit()

    async def play_games(self) -> None:
        """One game after another."""
        seating = self.seating or await self.choose()
        while seating is not None:
            answer = await self.play(seating)
            if answer == "quit":
                return
            fresh = dataclasses.replace(seating, record=None, seed=following(seating.seed))
            seating = fresh if answer == "again" else await self.choose(seating)

    async def choose(self, last: Seating | None = None) -> Seating | None:
        """Let the player choose a game and seats."""
        chosen = last.game.id if last else None
        while True:
            chosen = await self.push_screen_wait(Start(self.lang, chosen))
            if not chosen:
                return None
            name = last.name if last else self.name_wished
            seats = Seats(games[chosen], self.lang, name, self.level)
            seating = await self.push_screen_wait(seats)
            if seating is not None:
                return seating

    async def play(self, seating: Seating) -> str:
        """Play a game; what to do next."""
        session = self.session = Session(seating, self.now)
        self.kept = ""
        table = Table(session, self.thinking, self.pace, partial(self.keep, session))
        try:
            return await self.push_screen_wait(table)
        finally:
            # Whatever ends the game, even the whole app being closed, the record is kept.
            self.pace = table.driver.pace
            self.keep(session)

    def keep(self, session: Session) -> str:
        """Save the record, once; where it went, or why not."""
        if not self.kept:
            try:
                path = keep(session.recorder.record(), session.seating.record)
                self.saved.append(path)
                self.kept = self.house["saved"].format(file=path)
            except OSError as error:
                self.kept = self.house["not-saved"].format(error=error)
        return self.kept

    def action_theme(self) -> None:
        """Dark or light."""
        self.theme = LIGHT if self.theme == DARK else DARK


def following(seed: int | None) -> int | None:
    """The seed of the game after one; without one there is none."""
    return None if seed is None else seed + 1
