"""Bots that think in a process beside the app."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any

import pytest
from asking import Deadly, pid
from playing import GAMES, act, app_at, my_turn, play_on, seating, until
from processes import alive
from textual.pilot import Pilot
from textual.widgets import Static

from pioche.bots.mind import Hint, Mind
from pioche.core.bot import LEVELS, Choice
from pioche.core.state import State
from pioche.terminal.dialog import Dialog
from pioche.terminal.session import Session
from pioche.terminal.thinking import Elsewhere, Here, Thinking


def closing(thinking: Elsewhere, scene: Coroutine[Any, Any, None]) -> None:
    """Play a scene, and close."""

    async def run() -> None:
        try:
            await scene
        finally:
            await thinking.close()

    asyncio.run(run())


def dealt(game: str) -> Session:
    session = Session(seating(game))
    session.shuffle()
    return session


def test_a_process_answers_says_what_is_wrong_and_is_gone_when_closed() -> None:
    thinking = Elsewhere()
    found: list[int] = []

    async def scene() -> None:
        for game in GAMES:
            state = dealt(game).state
            seat = state.actors()[0]
            thinking.sit(Mind(seed=5))
            for level in LEVELS[:3]:
                choice = await thinking.choose(state, seat, level)
                assert choice.action in state.legal(seat)
            hint = await thinking.hint(state, seat)
            assert hint.thought.action in state.legal(seat)
        with pytest.raises(ValueError, match="seat"):
            await thinking.choose(state, 99, "novice")
        found.append(await pid(thinking.line))
        assert alive(found[0])

    closing(thinking, scene())
    assert not alive(found[0])


def test_the_process_plays_as_the_app_itself_would() -> None:
    """Same seed, same bots, same memory: and each game begins with bots of its own."""
    elsewhere = Elsewhere()

    async def moves(thinking: Thinking) -> list[Choice]:
        thinking.sit(Mind(seed=5))
        state = dealt("rouge-jaune-vert").state
        made = []
        for _ in range(30):
            made.append(await thinking.choose(state, 1, "regular"))
            state.apply(1, made[-1].action)
        return made

    async def scene() -> None:
        here = await moves(Here())
        assert await moves(elsewhere) == here
        assert await moves(elsewhere) == here

    closing(elsewhere, scene())


def test_a_game_goes_on_when_the_process_is_killed() -> None:
    thinking = Elsewhere()
    app = app_at("no-thanks", thinking=thinking)

    async def scene(pilot: Pilot[Any]) -> None:
        await play_on(pilot, 1)
        for _ in range(3):
            first = await pid(thinking.line)
            os.kill(first, signal.SIGKILL)
            await play_on(pilot, 1)
            assert await pid(thinking.line) != first
        await thinking.close()

    act(app, scene)


class Speechless(Elsewhere):
    """Bots over whose questions every process ends, as long as that is wished."""

    speechless = False

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        return await super().choose(Deadly() if self.speechless else state, seat, level)  # type: ignore[arg-type]

    async def hint(self, state: State, seat: int) -> Hint:
        return await super().hint(Deadly() if self.speechless else state, seat)  # type: ignore[arg-type]


def test_where_bots_cannot_think_any_more_that_is_said_and_the_game_is_kept() -> None:
    thinking = Speechless()
    app = app_at("gap", lang="fr", thinking=thinking)
    gone = app.house["gone"]

    async def scene(pilot: Pilot[Any]) -> None:
        await my_turn(pilot)
        thinking.speechless = True
        await pilot.press("h")
        message = app.screen.query_one("#message", Static)
        await until(pilot, lambda: str(message.content) == gone)
        while app.session is not None and app.session.mine():
            await pilot.press("enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "again")
        assert isinstance(app.screen, Dialog)
        assert app.screen.heading == gone
        assert str(app.saved[0]) in str(app.screen.body)
        thinking.speechless = False
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.seating.seed == 8)
        await my_turn(pilot)
        await thinking.close()

    act(app, scene)
