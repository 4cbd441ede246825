"""Hears what other workers have appended, on a connection of its own that comes back."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pioche.server.store.base import StoreError
from pioche.server.store.postgres import connection as database
from pioche.server.store.postgres.connection import connect, cut_when_late, wrap_database_errors
from pioche.server.store.postgres.writer import CHANNEL

BROADCAST_CHANNEL = "pioche_whispers"  # the channel for what need not be kept
KEYS_CHANNEL = "pioche_keys"  # the channel for keys that were taken away

CHECK_INTERVAL = 0.2  # seconds between two looks whether the connection is lost
PING_INTERVAL = 10.0  # between two questions whether the other side is still there
RECONNECT_DELAY = 0.2  # before another try to connect

PAYLOAD = re.compile(r"(\w+) ([^:,]+:\d+(?:,[^:,]+:\d+)*)")  # a worker, then code:seq pairs

HASH = re.compile(r"(?:[0-9a-f]{2})+")

OnAppended = Callable[[Sequence[tuple[str, int]]], None]


class PostgresListener:
    """Passes on what others say, and says when it may have missed something."""

    def __init__(
        self, url: str, worker: str, heard: OnAppended, missed: Callable[[], None]
    ) -> None:
        self.url = url
        self.worker = worker
        self.on_appended = heard
        self.on_missed = missed
        self.on_broadcast: Callable[[str, str], None] = lambda *_: None
        self.on_keys_removed: Callable[[Sequence[bytes]], None] = lambda _: None
        self.connection: Any = None
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        await self.open_connection()
        self.task = asyncio.create_task(self.run(), name="pioche-listener")

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.connection is not None:
            self.connection.terminate()

    async def open_connection(self) -> None:
        """Connect; whatever is committed from now on is heard."""
        with wrap_database_errors():
            self.connection = await connect(self.url)
            with cut_when_late(self.connection, database.COMMAND_TIMEOUT):
                await self.connection.add_listener(CHANNEL, self.handle_notification)
                await self.connection.add_listener(BROADCAST_CHANNEL, self.handle_broadcast)
                await self.connection.add_listener(KEYS_CHANNEL, self.handle_removed_key)

    async def run(self) -> None:
        while True:
            await self.wait_until_lost()
            self.connection.terminate()
            with suppress(StoreError):
                await self.open_connection()
                asyncio.get_running_loop().call_soon(self.on_missed)
                continue
            await asyncio.sleep(RECONNECT_DELAY)

    async def wait_until_lost(self) -> None:
        """Return when the connection is lost."""
        with suppress(StoreError):
            while True:
                for _ in range(round(PING_INTERVAL / CHECK_INTERVAL)):
                    await asyncio.sleep(CHECK_INTERVAL)
                    if self.connection.is_closed():
                        return
                with (
                    wrap_database_errors(),
                    cut_when_late(self.connection, database.COMMAND_TIMEOUT),
                ):
                    await self.connection.execute("SELECT 1")

    def handle_notification(
        self, _link: object, _process: int, _channel: str, payload: str
    ) -> None:
        """Pass on a notification."""
        if told := PAYLOAD.fullmatch(payload):
            worker, pairs = told.groups()
            if worker != self.worker:
                self.on_appended([split_pair(pair) for pair in pairs.split(",")])

    def handle_broadcast(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on what a worker whispers."""
        worker, _, text = payload.partition(" ")
        if worker != self.worker:
            self.on_broadcast(worker, text)

    def handle_removed_key(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on that a key was taken away."""
        worker, _, hash = payload.partition(" ")
        if worker != self.worker and HASH.fullmatch(hash):
            self.on_keys_removed([bytes.fromhex(hash)])


def split_pair(pair: str) -> tuple[str, int]:
    """The code and the seq of a pair."""
    code, _, seq = pair.rpartition(":")
    return code, int(seq)
