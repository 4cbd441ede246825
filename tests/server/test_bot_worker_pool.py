"""Where the server's bots think: real processes, many tables."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from bot_worker_helpers import GAMES, dealt, on_loop, pid, until
from processes import alive, marked, running
from processes import until as until_now

from pioche.bots.table_bots import TableBots
from pioche.bots.table_bots_cache import QueueShare
from pioche.bots.worker_client import PendingQuestion
from pioche.core.bot import LEVELS, Choice
from pioche.core.state import State
from pioche.server.bot_worker_pool import (
    ASIDE,
    DEEP,
    MOST_WAITING,
    QUICK,
    BotWorkerPool,
    check_room,
    new_secret_seed,
)
from pioche.server.problem import Problem

REMEMBERING = "rouge-jaune-vert"  # its bots know what they saw before
ASKER = Path(__file__).parent / "support" / "programs" / "bot_worker_parent.py"


def with_pool(
    scene: Callable[[BotWorkerPool], Coroutine[Any, Any, None]],
    processes: int = 1,
    **more: Any,
) -> None:
    """Play a scene; in the end no process may be left."""
    left: list[int] = []

    async def run() -> None:
        pool = BotWorkerPool(processes, **more)
        try:
            await scene(pool)
        finally:
            left.extend(client.process.pid for client in pool.clients if client.process is not None)
            await pool.close()

    on_loop("uvloop", run())
    assert not [pid for pid in left if alive(pid)]


async def choose(pool: BotWorkerPool, table: str, state: State, level: str) -> Choice:
    """Ask whoever may act first; the answer must be legal."""
    seat = state.actors()[0]
    choice = await pool.choose(table, seat, level, state)
    assert state.refusal(seat, choice.action) is None
    return choice


@pytest.mark.parametrize("game", GAMES)
def test_every_level_answers_legally_in_every_game_and_gives_hints(game: str) -> None:
    async def scene(pool: BotWorkerPool) -> None:
        state = dealt(game)
        for level in LEVELS:
            await choose(pool, "a", state, level)
        hint = await pool.hint("a", state.actors()[0], state)
        assert state.refusal(state.actors()[0], hint.thought.action) is None
        assert hint.reason["type"]
        assert pool.waiting == {QUICK: 0, DEEP: 0, ASIDE: 0}

    with_pool(scene)


@pytest.mark.parametrize("processes", [1, 3])
def test_many_tables_ask_at_once(processes: int) -> None:
    async def scene(pool: BotWorkerPool) -> None:
        states = [dealt(game, seed) for seed in range(40) for game in GAMES]
        levels = (LEVELS[n % 3] for n in range(len(states)))
        asked = zip(map(str, range(len(states))), states, levels, strict=True)
        tasks = [asyncio.create_task(choose(pool, *one)) for one in asked]
        hints = [
            asyncio.create_task(pool.hint(str(n), state.actors()[0], state))
            for n, state in enumerate(states[:20])
        ]
        await asyncio.sleep(0)
        assert pool.waiting == {QUICK: len(tasks), DEEP: len(hints), ASIDE: 0}
        await asyncio.gather(*tasks, *hints)
        assert pool.waiting == {QUICK: 0, DEEP: 0, ASIDE: 0}
        assert pool.replaced == 0

    with_pool(scene, processes)


def test_no_table_waits_for_a_study() -> None:
    """The process of studies has stopped, over a position that somebody has made up."""

    async def scene(pool: BotWorkerPool) -> None:
        stopped, state = await pid(pool.study_worker), dealt("gap")
        os.kill(stopped, signal.SIGSTOP)
        seat = state.actors()[0]
        study = asyncio.create_task(pool.try_out("s", seat, "novice", state, 1, "address"))
        for level in LEVELS:
            await choose(pool, "table", state, level)
        assert pool.waiting == {QUICK: 0, DEEP: 0, ASIDE: 1}
        os.kill(stopped, signal.SIGCONT)
        assert (await study).action in state.legal(seat)

    with_pool(scene, 1)


def test_quick_bots_do_not_wait_for_masters() -> None:
    """The masters' process has stopped; were they in one lane, nobody would be answered."""

    async def scene(pool: BotWorkerPool) -> None:
        (deep,) = pool.deep_workers
        stopped = await pid(deep)
        os.kill(stopped, signal.SIGSTOP)
        masters = [
            asyncio.create_task(choose(pool, f"m{n}", dealt("no-thanks"), "master"))
            for n in range(2)
        ]
        await until(lambda: pool.waiting[DEEP] == 2)
        for level in LEVELS[:3]:
            await choose(pool, "quick", dealt("gap"), level)
        # Where no moves are thought through, the strongest are quick as well.
        await choose(pool, "race", dealt(REMEMBERING), "master")
        assert pool.waiting == {QUICK: 0, DEEP: 2, ASIDE: 0}
        os.kill(stopped, signal.SIGCONT)
        await asyncio.gather(*masters)

    with_pool(scene)


def test_a_table_stays_where_it_is_and_tables_are_spread() -> None:
    pool = BotWorkerPool(3)
    homes = {str(n): pool.find_home(str(n)) for n in range(30)}
    assert all(pool.find_home(table) is client for table, client in homes.items())
    assert [list(homes.values()).count(client) for client in pool.deep_workers] == [10, 10, 10]
    pool.forget("0")
    assert pool.find_home("new") is homes["0"]


def test_a_new_table_goes_where_fewest_wait() -> None:
    async def scene(pool: BotWorkerPool) -> None:
        busy, idle = pool.deep_workers
        os.kill(await pid(busy), signal.SIGSTOP)
        pool.homes.get_or_make("b", lambda: idle)
        pool.homes.get_or_make("c", lambda: idle)
        pool.homes.get_or_make("a", lambda: busy)
        state = dealt("gap")
        task = asyncio.create_task(pool.hint("a", state.actors()[0], state))
        await until(lambda: pool.waiting[DEEP] == 1)
        assert pool.find_home("new") is idle
        task.cancel()
        await until(lambda: pool.waiting[DEEP] == 0)
        assert pool.find_home("newer") is busy

    with_pool(scene, 2)


def play_race(bots: TableBots, state: State, moves: int) -> list[Choice]:
    """What two bots of one table do in turn."""
    made = []
    for n in range(moves):
        made.append(bots.choose(state, n % 2, "regular"))
        state.apply(n % 2, made[-1].action)
    return made


async def race(pool: BotWorkerPool, table: str, moves: int) -> list[Choice]:
    """The same, in the other process."""
    made, state = [], dealt(REMEMBERING)
    for n in range(moves):
        made.append(await pool.choose(table, n % 2, "regular", state))
        state.apply(n % 2, made[-1].action)
    return made


def test_bots_remember_until_their_table_is_forgotten() -> None:
    """Many tables at a time play as if each had bots of its own; and begin anew afterwards."""
    alone = play_race(TableBots(7), dealt(REMEMBERING), 40)
    forgetful, state = [], dealt(REMEMBERING)
    for n, choice in enumerate(alone):
        forgetful.append(TableBots(7).choose(state, n % 2, "regular"))
        state.apply(n % 2, choice.action)
    assert forgetful != alone

    async def scene(pool: BotWorkerPool) -> None:
        for _ in range(2):
            tables = [str(n) for n in range(5)]
            games = await asyncio.gather(*(race(pool, table, 40) for table in tables))
            assert games == [alone] * 5
            for table in tables:
                pool.forget(table)

    with_pool(scene, 2, seed=lambda: 7)


def test_each_table_has_chance_that_nobody_can_guess() -> None:
    assert len({new_secret_seed() for _ in range(100)}) == 100
    pool = BotWorkerPool(1)
    state = dealt("gap")
    seeds = {pool.build_question(str(n), 0, "novice", state).seed for n in range(50)}
    assert len(seeds) == 50
    assert max(seeds) > 2**56
    assert (
        pool.build_question("a", 0, None, state).seed
        == pool.build_question("a", 1, None, state).seed
    )


def test_a_killed_process_is_replaced_and_bots_go_on_in_the_middle_of_a_game() -> None:
    async def scene(pool: BotWorkerPool) -> None:
        state = dealt(REMEMBERING)
        for n in range(20):
            seat = n % 2
            if n % 5 == 4:
                os.kill(await pid(pool.quick_worker), signal.SIGSTOP)
            task = asyncio.create_task(pool.choose("a", seat, "master", state))
            await asyncio.sleep(0)
            if n % 5 == 4:
                await until(lambda: len(pool.quick_worker.under_way) == 1)
                os.kill(await pid(pool.quick_worker), signal.SIGKILL)
            choice = await task
            assert state.refusal(seat, choice.action) is None
            state.apply(seat, choice.action)
        assert pool.replaced == 4

    with_pool(scene)


def test_at_least_one_process_is_needed() -> None:
    with pytest.raises(ValueError, match="at least one"):
        BotWorkerPool(0)


@pytest.mark.parametrize(
    ("how", "loop"),
    [(signal.SIGKILL, "asyncio"), (signal.SIGKILL, "uvloop"), (signal.SIGINT, "uvloop")],
)
def test_nothing_is_left_when_the_server_is_killed(how: signal.Signals, loop: str) -> None:
    """Neither the quick process, which waits, nor the deep ones, one of which has stopped."""
    mark, env = marked()
    asker = subprocess.Popen(
        [sys.executable, str(ASKER), loop],
        env={**env, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with asker:
        assert asker.stdout is not None
        pids = [int(word) for word in asker.stdout.readline().split()]
        assert len(pids) == 4
        assert sorted([asker.pid, *pids]) == sorted(running(mark))
        asker.send_signal(how)
    until_now(lambda: not any(map(alive, pids)))
    assert not [pid for pid in running(mark) if alive(pid)]


def test_who_has_too_much_waiting_gets_no_hint_and_is_told_when_to_ask_again() -> None:
    async def scene() -> None:
        pool = BotWorkerPool(1)
        state = dealt("gap")
        seat = state.actors()[0]
        queue = pool.find_home("t").queue
        for number in range(MOST_WAITING):
            future = asyncio.get_running_loop().create_future()
            queue.push(PendingQuestion(number, "much", 2.0, b"", future), "much", 2.0)
        with pytest.raises(Problem) as told:
            await pool.hint("t", seat, state, QueueShare("much"))
        assert told.value.code == "busy"
        assert told.value.seconds >= 2 * MOST_WAITING
        check_room(pool.find_home("t"), "somebody else")
        assert not queue.waiting["somebody else"]

    asyncio.run(scene())
