"""Who is at a table right now, over all workers. It is not in the log: it holds while it lasts.

A worker says who is connected to it when that changes, and again now and then; what was
said by a worker that has fallen silent is forgotten.
"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pioche.server.live import SEATS_KEPT, Live, line_of
from pioche.tables import entries as e
from pioche.tables.messages import Here

if TYPE_CHECKING:
    from pioche.server.house import House

AGAIN = 20.0  # seconds between two times that the same is said
SILENT = 60.0  # seconds after which what a worker said is forgotten


class Some(NamedTuple):
    """Those connected to a worker."""

    seats: tuple[int, ...]
    watching: int


class Whisper(msgspec.Struct, array_like=True, frozen=True):
    """What workers tell each other about a table; `asks` for an answer when one has just come."""

    code: str
    seats: tuple[int, ...]
    watching: int
    asks: bool = False


decoder = msgspec.json.Decoder(Whisper)


class Presence:
    """Who is where."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.said = 0.0
        house.store.overheard = self.hear

    def changed(self, live: Live, asks: bool = False) -> None:
        """Somebody has come or gone."""
        live.here = self.line(live)
        live.tell_all(live.here)
        self.whisper(live, asks)

    def after(self, live: Live, entries: Iterable[e.Logged]) -> None:
        """Entries have been told, after which somebody may sit somewhere else."""
        moved = not all(isinstance(entry, SEATS_KEPT) for entry in entries)
        if moved and self.line(live) != live.here:
            self.changed(live)

    def line(self, live: Live) -> str:
        """Who is there, for those at the table."""
        everywhere = [local(live), *self.elsewhere(live)]
        seats = {seat for some in everywhere for seat in some.seats}
        return line_of(Here(tuple(sorted(seats)), sum(some.watching for some in everywhere)))

    def elsewhere(self, live: Live) -> list[Some]:
        """Those connected to other workers."""
        since = time.monotonic() - SILENT
        live.elsewhere = {name: said for name, said in live.elsewhere.items() if said[0] > since}
        return [Some(seats, watching) for _, seats, watching in live.elsewhere.values()]

    def whisper(self, live: Live, asks: bool = False) -> None:
        """Tell the other workers, where there are any."""
        if self.house.store.shared:
            line = msgspec.json.encode(Whisper(live.table.code, *local(live), asks)).decode()
            self.house.spawn(self.house.store.whisper, line)

    def hear(self, worker: str, line: str) -> None:
        """Another worker has said who is connected to it."""
        said = decoder.decode(line)
        live = self.house.tables.get(said.code)
        if live is None:
            return
        live.elsewhere[worker] = (time.monotonic(), said.seats, said.watching)
        line = self.line(live)
        if line != live.here:  # the same is said again and again
            live.here = line
            live.tell_all(line)
        if said.asks and live.sockets:
            self.whisper(live)

    def repeat(self) -> None:
        """Say everything again, if it was not said for a while."""
        now = time.monotonic()
        if now - self.said >= AGAIN and self.house.store.shared:
            self.said = now
            for live in self.house.tables.values():
                if live.sockets:
                    self.whisper(live)


def local(live: Live) -> Some:
    """Those connected to this worker."""
    seats = {socket.seat for socket in live.sockets if socket.seat is not None}
    watching = {socket.person or id(socket) for socket in live.sockets if socket.seat is None}
    return Some(tuple(sorted(seats)), len(watching))
