"""A table in memory: the fold of its log, those connected to it, and who thinks for it."""

import asyncio
from collections.abc import Sequence

import msgspec

from pioche.core.game import Event
from pioche.server.connection import Connection
from pioche.tables import entries as e
from pioche.tables.messages import Message
from pioche.tables.seen import Eyes
from pioche.tables.table import Table

SEATS_KEPT = (e.Played, e.Said, e.Emoted, e.RanOut, e.Left, e.Covered, e.Returned)

encoder = msgspec.json.Encoder()


def line_of(message: Message) -> str:
    """A message as it goes over the wire."""
    return encoder.encode(message).decode()


class Live:
    """A table that somebody looks at. Whoever reads or changes it holds the lock."""

    def __init__(self, table: Table) -> None:
        self.table, self.eyes = table, Eyes(table)
        self.lock = asyncio.Lock()
        self.stale = False  # a write failed or came too late: the log must be read again
        self.unsure = False  # whether our own last write was kept
        self.sent = table.seq  # what those connected have been told
        self.sockets: set[Connection] = set()
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.used = 0.0
        self.here = ""  # who is there, as it was told last
        # What other workers have said of who is connected to them: when, seats, watching.
        self.elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}

    def replace(self, table: Table) -> None:
        """Look at another fold of the same log."""
        self.table, self.eyes = table, Eyes(table)
        for socket in self.sockets:
            socket.seat = table.seat_of(socket.person)

    @property
    def idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not (self.sockets or self.thinking or self.lock.locked() or self.timer)

    # -- what is sent --------------------------------------------------------------------

    def add(self, entry: e.Logged) -> list[tuple[Connection, str]]:
        """Let an entry happen; what it will be for each socket, when it is on disk."""
        host = self.table.host
        steps = self.table.add(entry)
        moved = self.seat_all(entry)
        if self.table.host != host:  # a role too, though nobody has moved
            moved |= {one for one in self.sockets if one.person in (host, self.table.host)}
        seats = list({socket.seat for socket in self.sockets})
        updates = self.eyes.happened(entry, steps, seats)
        lines = {seat: line_of(update) for seat, update in updates.items()}
        told = [(socket, lines[socket.seat]) for socket in self.sockets - moved]
        return told + [(one, self.whole(one, updates[one.seat].events)) for one in moved]

    def seat_all(self, entry: e.Logged) -> set[Connection]:
        """After entries that may change who sits where: those who now sit somewhere else."""
        moved: set[Connection] = set()
        if isinstance(entry, SEATS_KEPT):
            return moved
        for socket in self.sockets:
            seat = self.table.seat_of(socket.person)
            if seat != socket.seat:
                socket.seat = seat
                moved.add(socket)
        return moved

    def tell(self, lines: Sequence[tuple[Connection, str]]) -> None:
        """Send what an entry is for each socket: it is on disk."""
        self.sent = self.table.seq
        for socket, line in lines:
            socket.push(line)

    def whole(self, socket: Connection, events: Sequence[Event] = ()) -> str:
        """Everything that a socket may know, and what it has just seen happen."""
        return line_of(self.eyes.whole(socket.seat, socket.person, events))

    # -- who is there --------------------------------------------------------------------

    def join(self, socket: Connection) -> None:
        """Somebody connects."""
        self.sockets.add(socket)
        socket.seat = self.table.seat_of(socket.person)

    def tell_all(self, line: str) -> None:
        """The same for everybody."""
        for socket in self.sockets:
            socket.push(line)
