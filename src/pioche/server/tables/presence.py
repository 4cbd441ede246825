"""Who is at a table right now, over all workers. It is not in the log: it holds while it lasts.

With the first socket at a table a worker says so and asks who else has one; those that have
answer. From then on they tell each other what changes, and say it again now and then; what was
said by a worker that has fallen silent is forgotten. Of a table whose sockets are all at one
worker, nothing more is said until the last of them leaves.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pioche.server.tables.live_table import SEATING_UNCHANGED, LiveTable, encode_message
from pioche.tables import entries as e
from pioche.tables.messages import TablePresence

if TYPE_CHECKING:
    from pioche.server.tables.service import TableService

REPEAT_SECONDS = 20.0  # seconds between two times that the same is said
NOTICE_SECONDS = 0.1  # seconds for which changes gather, so that many are one message
MOST_NOTICES = 80  # tables in one message: PostgreSQL takes 8,000 bytes
FORGET_SECONDS = 60.0  # seconds after which what a worker said is forgotten


class WorkerPresence(NamedTuple):
    """Those connected to a worker."""

    seats: tuple[int, ...]
    watching: int


class PresenceMessage(msgspec.Struct, array_like=True, frozen=True):
    """What workers tell each other about a table; `asks` for an answer when one has just come."""

    code: str
    seats: tuple[int, ...]
    watching: int
    asks: bool = False


decoder = msgspec.json.Decoder(list[PresenceMessage])
old_decoder = msgspec.json.Decoder(PresenceMessage)


def decode_notices(line: str) -> list[PresenceMessage]:
    """What a worker has said; one of the last release speaks of one table at a time."""
    return decoder.decode(line) if line.startswith("[[") else [old_decoder.decode(line)]


class Presence:
    """Who is where."""

    def __init__(self, tables: "TableService") -> None:
        self.tables = tables
        self.last_repeat = 0.0
        self.notices: dict[str, bool] = {}  # tables to tell other workers of; whether to ask, too
        self.timer: asyncio.TimerHandle | None = None
        tables.store.on_broadcast = self.receive

    def announce(self, live: LiveTable, asks: bool = False) -> None:
        """Somebody has come or gone."""
        live.presence_line = self.encode_presence(live)
        live.broadcast(live.presence_line)
        self.notify_workers(live, asks)

    def update_after(self, live: LiveTable, entries: Iterable[e.Entry]) -> None:
        """Entries have been told, after which somebody may sit somewhere else."""
        moved = not all(isinstance(entry, SEATING_UNCHANGED) for entry in entries)
        if moved and self.encode_presence(live) != live.presence_line:
            self.announce(live)

    def encode_presence(self, live: LiveTable) -> bytes:
        """Who is there, for those at the table."""
        everywhere = [find_local(live), *self.list_remote(live)]
        seats = {seat for some in everywhere for seat in some.seats}
        return encode_message(
            TablePresence(tuple(sorted(seats)), sum(some.watching for some in everywhere))
        )

    def list_remote(self, live: LiveTable) -> list[WorkerPresence]:
        """Those connected to other workers."""
        since = time.monotonic() - FORGET_SECONDS
        live.remote_presence = {
            name: said for name, said in live.remote_presence.items() if said[0] > since
        }
        return [
            WorkerPresence(seats, watching) for _, seats, watching in live.remote_presence.values()
        ]

    def notify_workers(self, live: LiveTable, asks: bool = False) -> None:
        """Tell the other workers, if any of them may want to know."""
        is_first = len(live.sockets) == 1 and asks
        if not self.tables.store.is_shared:
            return
        if live.sockets and not is_first and not live.remote_presence:
            return
        self.add_notice(live.table.code, asks)

    def add_notice(self, code: str, asks: bool) -> None:
        """Tell of a table with the next message."""
        self.notices[code] = asks or self.notices.get(code, False)
        if self.timer is None:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(NOTICE_SECONDS, self.send_notices)

    def send_notices(self) -> None:
        """Tell the other workers what has changed since the last time, all tables at once."""
        self.timer, notices, self.notices = None, self.notices, {}
        messages = [self.build_notice(code, asks) for code, asks in notices.items()]
        for first in range(0, len(messages), MOST_NOTICES):
            line = msgspec.json.encode(messages[first : first + MOST_NOTICES]).decode()
            self.tables.spawn(self.tables.store.broadcast, line)

    def build_notice(self, code: str, asks: bool) -> PresenceMessage:
        """Who is connected to this worker; nobody where the table has left memory."""
        live = self.tables.live_tables.get(code)
        local = WorkerPresence((), 0) if live is None else find_local(live)
        return PresenceMessage(code, *local, asks)

    def receive(self, worker: str, line: str) -> None:
        """Another worker has said who is connected to it."""
        for said in decode_notices(line):
            self.receive_notice(worker, said)

    def receive_notice(self, worker: str, said: PresenceMessage) -> None:
        """What a worker has said of one table."""
        live = self.tables.live_tables.get(said.code)
        if live is None:
            return
        is_new = worker not in live.remote_presence  # and may not know who has come here since
        live.remote_presence[worker] = (time.monotonic(), said.seats, said.watching)
        if not said.seats and not said.watching:
            del live.remote_presence[worker]
        line = self.encode_presence(live)
        if line != live.presence_line:  # the same is said again and again
            live.presence_line = line
            live.broadcast(line)
        if live.sockets and (said.asks or (is_new and worker in live.remote_presence)):
            self.add_notice(said.code, asks=False)

    def close(self) -> None:
        """Tell nobody any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def repeat_notices(self) -> None:
        """Say again what others want to know, if it was not said for a while."""
        now = time.monotonic()
        if now - self.last_repeat >= REPEAT_SECONDS and self.tables.store.is_shared:
            self.last_repeat = now
            for live in self.tables.live_tables.values():
                if self.list_remote(live) and live.sockets:
                    self.add_notice(live.table.code, asks=False)

    def ask_again(self) -> None:
        """Others could not be heard for a while: tell them everything, and ask."""
        for live in self.tables.live_tables.values():
            if live.sockets and self.tables.store.is_shared:
                self.add_notice(live.table.code, asks=True)


def find_local(live: LiveTable) -> WorkerPresence:
    """Those connected to this worker."""
    seats = {socket.seat for socket in live.sockets if socket.seat is not None}
    watching = {socket.person or id(socket) for socket in live.sockets if socket.seat is None}
    return WorkerPresence(tuple(sorted(seats)), len(watching))
