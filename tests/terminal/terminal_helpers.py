"""What the tests of the terminal share: apps at a table, and how to play there."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

import pioche
from pioche.core.bot import Choice
from pioche.core.state import State
from pioche.terminal.app import PiocheApp
from pioche.terminal.play.bot_runner import InProcessBotRunner
from pioche.terminal.play.local_game import GameSetup, LocalGame

Scene = Callable[[Pilot[Any]], Awaitable[None]]
GAMES = list(pioche.games)
SHORT = {"max_turns": 50, "target": 5, "round_seconds": 30, "copies": 2, "actions": 1}


class Plodder(InProcessBotRunner):
    """Bots that always play the last legal move: nobody will ever teach them better."""

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        return Choice(state.legal(seat)[-1], 1.0)


@dataclass
class Watch:
    """A clock that goes on whenever it is looked at."""

    step: float = 0.0
    time: float = 0.0

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def seating(game: str, players: int | None = None, lang: str = "en", **more: Any) -> GameSetup:
    """A short game against novices."""
    found = pioche.games[game]
    options = {name: value for name, value in SHORT.items() if name in found.options}
    levels = ["novice"] * ((players or min(4, found.players[-1])) - 1)
    return GameSetup(found, levels, more.pop("options", options), lang, "Zoé", seed=7, **more)


def app_at(game: str, players: int | None = None, lang: str = "en", **more: Any) -> PiocheApp:
    """The app at a table whose clock stands still."""
    thinking = more.pop("thinking", Plodder())
    now: Callable[[], float] = more.pop("now", lambda: 0.0)
    table = seating(game, players, lang, **more)
    return PiocheApp(lang, table, bot_runner=thinking, pace="none", now=now)


def act(app: PiocheApp, scene: Scene, size: tuple[int, int] = (80, 24)) -> None:
    """Run the app and let a scene be played in it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await scene(pilot)

    asyncio.run(run())


async def until(pilot: Pilot[Any], met: Callable[[], bool]) -> None:
    """Wait; what never comes about fails the test."""
    for _ in range(6000):
        await pilot.pause(0.01)
        if met():
            return
    raise AssertionError("this never came about")


async def my_turn(pilot: Pilot[Any]) -> LocalGame:
    """Wait until the player may act."""
    app = pilot.app
    assert isinstance(app, PiocheApp)
    await until(pilot, lambda: app.local_game is not None and bool(app.local_game.legal_moves()))
    assert app.local_game is not None
    await pilot.pause()
    return app.local_game


async def play_on(pilot: Pilot[Any], moves: int) -> LocalGame:
    """Play so many moves from the list: always the first."""
    for _ in range(moves):
        await my_turn(pilot)
        await pilot.press("enter")
    return await my_turn(pilot)
