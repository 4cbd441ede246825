"""Hears what other workers have appended, on a connection of its own that comes back."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pioche.server.store.base import StoreError
from pioche.server.store.postgres_link import connect, failing
from pioche.server.store.postgres_writer import CHANNEL

WHISPERS = "pioche_whispers"  # the channel for what need not be kept

LOOK = 0.2  # seconds between two looks whether the connection is lost
PULSE = 10.0  # between two questions whether the other side is still there
PAUSE = 0.2  # before another try to connect

PAYLOAD = re.compile(r"(\w+) ([^:,]+:\d+(?:,[^:,]+:\d+)*)")  # a worker, then code:seq pairs

Heard = Callable[[Sequence[tuple[str, int]]], None]


class Listener:
    """Passes on what others say, and says when it may have missed something."""

    def __init__(self, url: str, worker: str, heard: Heard, missed: Callable[[], None]) -> None:
        self.url = url
        self.worker = worker
        self.heard = heard
        self.missed = missed
        self.overheard: Callable[[str, str], None] = lambda *_: None
        self.connection: Any = None
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        await self.listen()
        self.task = asyncio.create_task(self.run(), name="pioche-listener")

    async def stop(self) -> None:
        """Listen no more."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.connection is not None:
            self.connection.terminate()

    async def listen(self) -> None:
        """Connect; whatever is committed from now on is heard."""
        with failing():
            self.connection = await connect(self.url)
            await self.connection.add_listener(CHANNEL, self.hear)
            await self.connection.add_listener(WHISPERS, self.overhear)

    async def run(self) -> None:
        """Stay connected."""
        while True:
            await self.watch()
            self.connection.terminate()
            with suppress(StoreError):
                await self.listen()
                asyncio.get_running_loop().call_soon(self.missed)
                continue
            await asyncio.sleep(PAUSE)

    async def watch(self) -> None:
        """Return when the connection is lost."""
        with suppress(StoreError):
            while True:
                for _ in range(round(PULSE / LOOK)):
                    await asyncio.sleep(LOOK)
                    if self.connection.is_closed():
                        return
                with failing():
                    await self.connection.execute("SELECT 1")

    def hear(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on a notification."""
        if told := PAYLOAD.fullmatch(payload):
            worker, pairs = told.groups()
            if worker != self.worker:
                self.heard([split(pair) for pair in pairs.split(",")])

    def overhear(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on what a worker whispers."""
        worker, _, text = payload.partition(" ")
        if worker != self.worker:
            self.overheard(worker, text)


def split(pair: str) -> tuple[str, int]:
    """The code and the seq of a pair."""
    code, _, seq = pair.rpartition(":")
    return code, int(seq)
