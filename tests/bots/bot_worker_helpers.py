"""What the tests of bots in other processes share: states to ask about, loops to ask on."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

import uvloop

import pioche
from pioche import Rng, State
from pioche.bots.table_bots_cache import BotQuestion
from pioche.bots.worker_client import BotWorkerClient

LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
GAMES = list(pioche.games)


def on_loop(kind: str, scene: Coroutine[Any, Any, None]) -> None:
    """Play a scene on a loop of that kind."""
    with asyncio.Runner(loop_factory=LOOPS[kind]) as runner:
        runner.run(scene)


def dealt(game: str, seed: int = 1) -> State:
    """A game after its first shuffle."""
    found = pioche.games[game]
    state = found.new(found.players[0])
    state.shuffle(Rng(seed))
    return state


def question(
    table: str = "a", level: str | None = "novice", game: str = "gap", seed: int = 1
) -> BotQuestion:
    """What the first who may act is asked."""
    state = dealt(game, seed)
    return BotQuestion(table, 5, state, state.actors()[0], level)


def fits(asked: BotQuestion, action: int) -> bool:
    """Whether an answer is a legal move there."""
    return action in asked.state.legal(asked.seat)


class Deadly:
    """A state that ends every process that gets it."""

    game = pioche.games["gap"]

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


def deadly(table: str = "deadly") -> BotQuestion:
    """A question over which every process ends."""
    return BotQuestion(table, 5, Deadly(), 0)  # type: ignore[arg-type]


async def until(met: Callable[[], bool]) -> None:
    """Wait for something that takes as long as it takes."""
    for _ in range(12000):
        if met():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("this never came about")


async def pid(line: BotWorkerClient) -> int:
    """The process at the other end, once it is there."""
    line.ensure_started()
    await until(lambda: line.process is not None)
    assert line.process is not None
    return line.process.pid
