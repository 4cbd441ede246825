"""A table in memory: the fold of its log, those connected to it, and who thinks for it."""

import asyncio
import time
from collections.abc import Sequence

import msgspec

from pioche.core.schema import Event
from pioche.server.tables.checkpoints import Checkpoints
from pioche.server.tables.outbox import Outbox
from pioche.tables import entries as e
from pioche.tables.messages import Message
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

SEATING_UNCHANGED = (e.Played, e.Said, e.Emoted, e.TimeRanOut, e.PlayerLeft, e.Covered, e.Returned)

encoder = msgspec.json.Encoder()


def encode_message(message: Message) -> bytes:
    """A message as it goes over the wire."""
    return encoder.encode(message)


class LiveTable:
    """A table that somebody looks at. Whoever reads or changes it holds the lock."""

    def __init__(self, table: Table, checkpoints: Checkpoints | None = None) -> None:
        self.table, self.views = table, TableViews(table)
        self.checkpoints = Checkpoints() if checkpoints is None else checkpoints
        self.lock = asyncio.Lock()
        self.stale = False  # a write failed or came too late: the log must be read again
        self.unloaded = False  # out of memory: whoever still holds it must get it again
        self.write_unknown = False  # whether our own last write was kept
        self.sent_seq = table.seq  # what those connected have been told
        self.sockets: set[Outbox] = set()
        self.waiting_spectators: set[Outbox] = set()  # who have missed updates
        self.bot_tasks: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.last_used = time.monotonic()
        self.shift = 0  # milliseconds by which the time at this table is not that of the server
        self.last_failure = 0.0  # when the store last failed a command
        self.presence_line = b""  # who is there, as it was told last
        # What other workers have said of who is connected to them: when, seats, watching.
        self.remote_presence: dict[str, tuple[float, tuple[int, ...], int]] = {}

    def replace(self, table: Table) -> None:
        """Look at another fold of the same log."""
        self.table, self.views = table, TableViews(table)
        for socket in self.sockets:
            socket.seat = table.seat_of(socket.person)

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not (self.sockets or self.bot_tasks or self.lock.locked() or self.timer)

    @property
    def is_attended(self) -> bool:
        """Whether anybody sees what happens: a person plays, or somebody is connected."""
        elsewhere = any(seats or watching for _, seats, watching in self.remote_presence.values())
        return bool(self.sockets) or elsewhere or self.table.has_people

    @property
    def asker(self) -> str:
        """Who has to wait where many ask: an address that is connected, else the host."""
        return min((socket.address for socket in self.sockets), default="") or self.table.host

    @property
    def is_ready(self) -> bool:
        """Whether a command could be judged now: nothing is being written or has to be read."""
        return not (self.stale or self.unloaded or self.lock.locked())

    def read_time(self, now: int) -> int:
        """The time at this table: never before its last entry, and it runs on from there."""
        self.shift = max(self.shift, self.table.at - now)
        return now + self.shift

    # -- what is sent --------------------------------------------------------------------

    def add(self, entry: e.Entry, *, spectators_wait: bool = False) -> list[tuple[Outbox, bytes]]:
        """Let an entry happen; what it will be for each socket, when it is on disk.

        Where the worker is behind, spectators get the news of some time in one message.
        """
        host = self.table.host
        steps = self.table.apply_entry(entry)
        moved = self.update_seats(entry)
        if self.table.host != host:  # a role too, though nobody has moved
            moved |= {one for one in self.sockets if one.person in (host, self.table.host)}
        told = self.sockets
        if spectators_wait or self.waiting_spectators:
            told = told - (self.find_waiting_spectators(spectators_wait) - moved)
        updates = self.views.build_updates(entry, steps, {socket.seat for socket in told})
        lines = {seat: encoder.encode(update) for seat, update in updates.items()}
        return [
            (one, lines[one.seat])
            if one not in moved
            else (one, self.encode_snapshot(one, updates[one.seat].events))
            for one in told
        ]

    def find_waiting_spectators(self, wait: bool) -> set[Outbox]:
        """Those who get no update now, as they must not get the next one without this one."""
        if wait:
            self.waiting_spectators |= {one for one in self.sockets if one.seat is None}
        self.waiting_spectators &= {one for one in self.sockets if one.seat is None}
        return self.waiting_spectators

    def update_spectators(self) -> int:
        """Everything for those who have waited, in one message each; how many they were."""
        waited, self.waiting_spectators = self.waiting_spectators & self.sockets, set()
        for socket in waited:
            socket.push(self.encode_snapshot(socket))
        return len(waited)

    def update_seats(self, entry: e.Entry) -> set[Outbox]:
        """After entries that may change who sits where: those who now sit somewhere else."""
        moved: set[Outbox] = set()
        if type(entry) in SEATING_UNCHANGED:
            return moved
        for socket in self.sockets:
            seat = self.table.seat_of(socket.person)
            if seat != socket.seat:
                socket.seat = seat
                moved.add(socket)
        return moved

    def send(self, lines: Sequence[tuple[Outbox, bytes]]) -> None:
        """Send what an entry is for each socket: it is on disk."""
        self.sent_seq = self.table.seq
        self.checkpoints.note(self.table)
        for socket, line in lines:
            socket.push(line)

    def encode_snapshot(self, socket: Outbox, events: Sequence[Event] = ()) -> bytes:
        """Everything that a socket may know, and what it has just seen happen."""
        return encode_message(self.views.build_table_message(socket.seat, socket.person, events))

    # -- who is there --------------------------------------------------------------------

    def join(self, socket: Outbox) -> None:
        self.sockets.add(socket)
        socket.seat = self.table.seat_of(socket.person)

    def broadcast(self, line: bytes) -> None:
        """The same for everybody."""
        for socket in self.sockets:
            socket.push(line)
