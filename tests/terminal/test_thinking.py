"""Bots that think in a process beside the app."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any

import pytest
from bot_worker_helpers import Deadly, pid
from processes import alive
from terminal_helpers import GAMES, act, app_at, my_turn, play_on, seating, until
from textual.pilot import Pilot
from textual.widgets import Static

from pioche.bots.table_bots import BotHint, TableBots
from pioche.core.bot import LEVELS, Choice
from pioche.core.state import State
from pioche.terminal.play.bot_runner import BotRunner, InProcessBotRunner, WorkerBotRunner
from pioche.terminal.play.local_game import LocalGame
from pioche.terminal.screens.dialog import Dialog


def closing(thinking: WorkerBotRunner, scene: Coroutine[Any, Any, None]) -> None:
    """Play a scene, and close."""

    async def run() -> None:
        try:
            await scene
        finally:
            await thinking.close()

    asyncio.run(run())


def dealt(game: str) -> LocalGame:
    session = LocalGame(seating(game))
    session.shuffle()
    return session


def test_a_process_answers_says_what_is_wrong_and_is_gone_when_closed() -> None:
    thinking = WorkerBotRunner()
    found: list[int] = []

    async def scene() -> None:
        for game in GAMES:
            state = dealt(game).state
            seat = state.actors()[0]
            thinking.start_game(TableBots(seed=5))
            for level in LEVELS[:3]:
                choice = await thinking.choose(state, seat, level)
                assert choice.action in state.legal(seat)
            hint = await thinking.hint(state, seat)
            assert hint.thought.action in state.legal(seat)
        with pytest.raises(ValueError, match="seat"):
            await thinking.choose(state, 99, "novice")
        found.append(await pid(thinking.worker_client))
        assert alive(found[0])

    closing(thinking, scene())
    assert not alive(found[0])


def test_the_process_plays_as_the_app_itself_would() -> None:
    """Same seed, same bots, same memory: and each game begins with bots of its own."""
    elsewhere = WorkerBotRunner()

    async def moves(thinking: BotRunner) -> list[Choice]:
        thinking.start_game(TableBots(seed=5))
        state = dealt("rouge-jaune-vert").state
        made = []
        for _ in range(30):
            made.append(await thinking.choose(state, 1, "regular"))
            state.apply(1, made[-1].action)
        return made

    async def scene() -> None:
        here = await moves(InProcessBotRunner())
        assert await moves(elsewhere) == here
        assert await moves(elsewhere) == here

    closing(elsewhere, scene())


def test_a_game_goes_on_when_the_process_is_killed() -> None:
    thinking = WorkerBotRunner()
    app = app_at("no-thanks", thinking=thinking)

    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, 1)
        for _ in range(3):
            first = await pid(thinking.worker_client)
            os.kill(first, signal.SIGKILL)
            await play_on(pilot, 1)
            assert await pid(thinking.worker_client) != first
        await thinking.close()

    act(app, scene)


class Speechless(WorkerBotRunner):
    """Bots over whose questions every process ends, as long as that is wished."""

    speechless = False

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        return await super().choose(Deadly() if self.speechless else state, seat, level)  # type: ignore[arg-type]

    async def hint(self, state: State, seat: int) -> BotHint:
        return await super().hint(Deadly() if self.speechless else state, seat)  # type: ignore[arg-type]


def test_where_bots_cannot_think_any_more_that_is_said_and_the_game_is_kept() -> None:
    thinking = Speechless()
    app = app_at("gap", lang="fr", thinking=thinking)
    gone = app.app_texts["gone"]

    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        thinking.speechless = True
        await pilot.press("h")
        message = app.screen.query_one("#message", Static)
        await until(pilot, lambda: str(message.content) == gone)
        while app.local_game is not None and app.local_game.is_my_turn():
            await pilot.press("enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "again")
        assert isinstance(app.screen, Dialog)
        assert app.screen.heading == gone
        assert str(app.saved_paths[0]) in str(app.screen.body)
        thinking.speechless = False
        await pilot.press("enter")
        await until(pilot, lambda: app.local_game is not None and app.local_game.setup.seed == 8)
        await my_turn(pilot)
        await thinking.close()

    act(app, scene)
