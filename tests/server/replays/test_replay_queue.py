"""Replays: nobody waits for those who ask for many, and nothing is made twice."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from pioche.server.problem import Problem
from pioche.server.replays import replay_queue
from pioche.server.replays.replay_queue import ReplayQueue


class Gate:
    """Work that waits until it is let go, and notes in which order it was done."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.done: list[str] = []

    def work(self, name: str) -> Callable[[], bytes]:
        def make() -> bytes:
            assert self.opened.wait(20)
            self.done.append(name)
            return name.encode()

        return make


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_one_address_that_asks_for_many_holds_nobody_up() -> None:
    async def scene() -> None:
        queue, gate = ReplayQueue(), Gate()
        many = [
            asyncio.create_task(queue.get(f"m{n}", "many", 100.0, gate.work(f"m{n}")))
            for n in range(replay_queue.MOST_WAITING)
        ]
        await settle()
        one = asyncio.create_task(queue.get("one", "honest", 100.0, gate.work("one")))
        await settle()
        gate.opened.set()
        assert await one == b"one"
        await asyncio.gather(*many)
        assert gate.done.index("one") <= 2

    asyncio.run(scene())


def test_who_has_too_many_waiting_is_told_when_to_come_back() -> None:
    async def scene() -> None:
        queue, gate = ReplayQueue(), Gate()
        some = [
            asyncio.create_task(queue.get(f"m{n}", "many", 1.0, gate.work(f"m{n}")))
            for n in range(replay_queue.MOST_WAITING + 1)
        ]
        await settle()
        with pytest.raises(Problem) as told:
            await queue.get("more", "many", 1.0, gate.work("more"))
        assert (told.value.code, told.value.status) == ("busy", 503)
        assert "retry-after" in told.value.build_headers()
        gate.opened.set()
        await asyncio.gather(*some)
        assert await queue.get("more", "many", 1.0, gate.work("more")) == b"more"

    asyncio.run(scene())


def test_who_gives_up_leaves_the_queue_in_order() -> None:
    async def scene() -> None:
        queue, gate = ReplayQueue(), Gate()
        tasks = [
            asyncio.create_task(queue.get(str(n), str(n), 1.0, gate.work(str(n)))) for n in range(4)
        ]
        await settle()
        tasks[1].cancel()
        await settle()
        gate.opened.set()
        await asyncio.gather(tasks[0], *tasks[2:])
        assert gate.done == ["0", "2", "3"]
        assert not queue.busy

    asyncio.run(scene())


def test_work_that_fails_lets_the_next_begin() -> None:
    def fail() -> bytes:
        raise ValueError("no record")

    async def scene() -> None:
        queue, gate = ReplayQueue(), Gate()
        gate.opened.set()
        with pytest.raises(ValueError, match="no record"):
            await queue.get("bad", "a", 1.0, fail)
        assert await queue.get("good", "a", 1.0, gate.work("good")) == b"good"

    asyncio.run(scene())


def test_a_replay_is_made_once_and_the_oldest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay_queue, "MOST_KEPT_BYTES", 40)

    async def scene() -> None:
        queue, gate = ReplayQueue(), Gate()
        gate.opened.set()
        for name in ("first-one", "first-one", "second-one", "third-one", "fourth-one"):
            await queue.get(name, "a", 1.0, gate.work(name))
        assert gate.done == ["first-one", "second-one", "third-one", "fourth-one"]
        await queue.get("fifth-one", "a", 1.0, gate.work("fifth-one"))
        assert list(queue.kept) == ["second-one", "third-one", "fourth-one", "fifth-one"]
        assert queue.kept_bytes == sum(map(len, queue.kept.values())) <= 40

    asyncio.run(scene())
