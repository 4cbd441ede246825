"""Hears other workers, and whispers to them, on a connection of its own that comes back.

Every worker says when it comes, and every few seconds from then on, that it is there. So each
knows the others, and one that is alone whispers to nobody.
"""

import asyncio
import re
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pioche.server.store.base import Appended, StoreError
from pioche.server.store.postgres import connection as database
from pioche.server.store.postgres.connection import connect, cut_when_late, wrap_database_errors
from pioche.server.store.postgres.writer import CHANNEL

BROADCAST_CHANNEL = "pioche_whispers"  # the channel for what need not be kept
KEYS_CHANNEL = "pioche_keys"  # the channel for keys that were taken away
WORKERS_CHANNEL = "pioche_workers"  # the channel on which workers say that they are there
HERE = "here"  # what they say there

CHECK_INTERVAL = 0.2  # seconds between two looks whether the connection is lost
PING_INTERVAL = 10.0  # between two times that we say we are there; the database must answer
FORGET_SECONDS = 35.0  # after which a worker that says nothing is gone
RECONNECT_DELAY = 0.2  # before another try to connect

PAIRS = re.compile(r"[^:,]+:\d+(?:,[^:,]+:\d+)*")  # code:seq; see NOTIFY_PART in writer.py
ENTRY_MARK = "="

HASH = re.compile(r"(?:[0-9a-f]{2})+")

NOTIFY = "SELECT pg_notify($1, $2)"

OnAppended = Callable[[Sequence[Appended]], None]


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
        self.others: dict[str, float] = {}  # workers, and when they were last heard
        self.since = 0.0  # when we began to listen
        self.lock = asyncio.Lock()  # of the connection: one statement at a time

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
        channels = {
            CHANNEL: self.handle_notification,
            BROADCAST_CHANNEL: self.handle_broadcast,
            KEYS_CHANNEL: self.handle_removed_key,
            WORKERS_CHANNEL: self.handle_greeting,
        }
        async with self.lock:
            with wrap_database_errors():
                self.connection = await connect(self.url)
                with cut_when_late(self.connection, database.COMMAND_TIMEOUT):
                    for channel, handle in channels.items():
                        await self.connection.add_listener(channel, handle)
                    await self.connection.execute(NOTIFY, WORKERS_CHANNEL, f"{self.worker} {HERE}")
        self.since = time.monotonic()

    @property
    def is_alone(self) -> bool:
        """Whether no other worker was heard for a while; one that lives speaks in that time."""
        since = time.monotonic() - FORGET_SECONDS
        for worker in [worker for worker, heard in self.others.items() if heard < since]:
            del self.others[worker]
        return not self.others and self.since < since

    async def notify(self, channel: str, text: str) -> None:
        """Tell all other workers something. No connection that moves need is taken for it."""
        async with self.lock:
            if self.connection is None or self.connection.is_closed():
                raise StoreError("the database can't be reached")
            with (
                wrap_database_errors(),
                cut_when_late(self.connection, database.COMMAND_TIMEOUT),
            ):
                await self.connection.execute(NOTIFY, channel, f"{self.worker} {text}")

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
                await self.notify(WORKERS_CHANNEL, HERE)

    def read_others(self, payload: str) -> tuple[str, str]:
        """Who speaks, and what is said; nothing where it is ourselves."""
        worker, _, text = payload.partition(" ")
        if worker == self.worker:
            return worker, ""
        self.others[worker] = time.monotonic()
        return worker, text

    def handle_notification(
        self, _link: object, _process: int, _channel: str, payload: str
    ) -> None:
        """Pass on what was appended."""
        _, text = self.read_others(payload)
        if PAIRS.fullmatch(text) and (news := read_pairs(text)):
            self.on_appended(news)

    def handle_broadcast(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on what a worker whispers."""
        worker, text = self.read_others(payload)
        if text:
            self.on_broadcast(worker, text)

    def handle_removed_key(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """Pass on that a key was taken away."""
        _, hash = self.read_others(payload)
        if HASH.fullmatch(hash):
            self.on_keys_removed([bytes.fromhex(hash)])

    def handle_greeting(self, _link: object, _process: int, _channel: str, payload: str) -> None:
        """A worker is there."""
        self.read_others(payload)


def read_pairs(text: str) -> list[Appended]:
    """The entries of a notification; some of them stand there whole."""
    found: list[Appended] = []
    for pair in text.split(","):
        code, _, seq = pair.rpartition(":")
        if not code.startswith(ENTRY_MARK):
            found.append(Appended(code, int(seq)))
        elif found:
            with suppress(ValueError):  # nothing that we wrote: then it is read from the log
                found[-1] = found[-1]._replace(body=b64decode(code[1:]))
    return found
