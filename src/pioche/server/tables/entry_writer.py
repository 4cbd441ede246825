"""Entries on their way: added in memory, written, and only then told."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pioche.server.store.base import NewEntry, Person
from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.table_summary import build_table_summary
from pioche.tables import clock
from pioche.tables import entries as e
from pioche.tables.commands import Play
from pioche.tables.judge import CommandRefused, judge
from pioche.tables.messages import Done
from pioche.tables.table import Table

if TYPE_CHECKING:
    from pioche.server.tables.service import TableService

log = logging.getLogger(__name__)

FAILURE_SECONDS = 60.0  # seconds for which a failed write says that nothing can be saved


class EntryNews(NamedTuple):
    """An entry that is being written, and what follows when it is on disk."""

    entry: e.Entry
    acting: list[int]  # the bots whose turn it was before
    phase: str  # of the table before
    lines: list[tuple[Outbox, bytes]]
    write: NewEntry


def try_acquire(lock: asyncio.Lock) -> bool:
    """Acquire a lock if that takes no waiting."""
    acquiring = lock.acquire()
    try:
        acquiring.send(None)
    except StopIteration:
        return True
    acquiring.close()
    return False


class EntryWriter:
    """Writes the entries of a worker's tables."""

    def __init__(self, tables: "TableService") -> None:
        self.tables = tables
        self.last_failure = -FAILURE_SECONDS  # when a write failed; long ago if none did since

    @property
    def saving_fails(self) -> bool:
        """Whether the last entry could not be written, a moment ago."""
        return time.monotonic() - self.last_failure < FAILURE_SECONDS

    async def append(self, live: LiveTable, entry: e.Entry) -> bool:
        """Write an entry; when it is on disk, tell everybody. False: another came first.

        It is added before it is written: while the disk works, the messages are made. They
        are not sent before it is on disk, and if it never is the log is read again.
        """
        kept = None
        try:
            news = self.add(live, entry)
            kept = await self.tables.store.append_entry(news.write)
        finally:
            self.note_write(live, kept)
        if kept:
            self.tell(live, news)
        return kept

    def play(
        self, live: LiveTable, person: Person, command: Play, answer: Callable[[Done | None], None]
    ) -> bool:
        """Carry out a move without waiting for anything but the disk; False where that can't be.

        This is `handle` for what happens nearly always. `answer` is called when the move is on
        disk; with None where it is not, or nobody knows: then `handle` finds out.
        """
        if not live.is_ready or (person.id, command.id) in live.table.done_commands:
            return False
        try:
            entry = judge(live.table, command, person, self.tables.find_time(live))
        except CommandRefused:  # `handle` looks whether another worker knows more
            return False
        if entry is None or not try_acquire(live.lock):
            return False
        live.last_used = time.monotonic()
        try:
            news = self.add(live, entry)
            writing = asyncio.ensure_future(self.tables.store.append_entry(news.write))
        except BaseException:
            self.note_write(live, None)
            live.lock.release()
            raise
        writing.add_done_callback(partial(self.finish_play, live, news, command.id, answer))
        return True

    def finish_play(
        self,
        live: LiveTable,
        news: "EntryNews",
        id: str,
        answer: Callable[[Done | None], None],
        writing: asyncio.Future[bool],
    ) -> None:
        """The disk has answered."""
        failed = writing.cancelled() or writing.exception() is not None
        kept = None if failed else writing.result()
        self.note_write(live, kept)
        if failed:
            self.tables.metrics.store_errors.inc()
            live.last_failure = time.monotonic()
        elif kept:
            self.tell(live, news)
        live.lock.release()
        answer(Done(id, live.table.seq) if kept else None)

    def add(self, live: LiveTable, entry: e.Entry) -> "EntryNews":
        """Let an entry happen in memory, and make all that has to be written and told of it."""
        acting, phase = live.table.bots_to_act(), live.table.phase
        lines = live.add(entry, spectators_wait=self.tables.is_busy())
        return EntryNews(entry, acting, phase, lines, self.build_write(live.table, entry))

    def note_write(self, live: LiveTable, kept: bool | None) -> None:
        """Know whether an entry is on disk; None: nobody knows."""
        live.stale, live.write_unknown = not kept, kept is None
        self.last_failure = time.monotonic() if kept is None else -FAILURE_SECONDS
        if kept is False:
            self.tables.metrics.lost_races.inc()

    def tell(self, live: LiveTable, news: "EntryNews") -> None:
        """An entry is on disk: tell everybody, and see to what follows."""
        live.send(news.lines)
        self.tables.presence.update_after(live, (news.entry,))
        self.count_entry(live.table, news.entry, news.phase)
        self.tables.timekeeper.schedule(live, news.write.due)
        self.tables.bot_scheduler.schedule_after(live, news.entry, news.acting)

    def count_entry(self, table: Table, entry: e.Entry, phase: str) -> None:
        """Count what has happened; beginnings and ends are in the log of the server too."""
        if type(entry) is e.Played:
            self.tables.metrics.moves.add(table.settings.game)
        else:
            self.tables.lobby_changed.set()
        if table.phase != phase:
            self.tables.lobby_changed.set()
            about = {"table": table.code, "game": table.settings.game, "moves": len(table.moves)}
            log.info("table %s", table.phase, extra=about)

    def build_write(self, table: Table, entry: e.Entry) -> NewEntry:
        """What the store keeps of an entry that the table has just added."""
        card = build_table_summary(table) if table.info_changed_seq == table.seq else None
        due = clock.find_due_time(table, self.tables.retention)
        return NewEntry(table.code, table.seq, e.encode_entry(entry), table.at, due, card)
