"""Reads logs in slices: however long a log is, everybody else on the loop has their turn.

And follows the logs of the tables in memory, to which other workers write.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from pioche.server.store.base import Appended, Store, StoreError, TableHeader
from pioche.server.tables.checkpoints import Checkpoints
from pioche.server.tables.live_table import LiveTable
from pioche.tables import entries as e
from pioche.tables.table import Table

if TYPE_CHECKING:
    from pioche.server.tables.service import TableService

log = logging.getLogger(__name__)

PAGE = 1000  # entries that are read at a time
SLICE = 100  # entries that are decoded and folded before others have a turn
UNFOLLOWED_SECONDS = 5.0  # that a table nobody looks at stays in memory if others write to it


class NoSuchTable(LookupError):
    """There is no table of that code, or no longer."""


async def load_header(store: Store, code: str) -> TableHeader:
    """What never changes of a table."""
    header = await store.load_header(code)
    if header is None:
        raise NoSuchTable(code)
    return header


async def read_slices(
    store: Store, code: str, after: int = 0
) -> AsyncGenerator[list[e.Entry], None]:
    """The entries of a table after a seq, a slice at a time."""
    while True:
        lines = await store.read_entries(code, after, PAGE)
        for start in range(0, len(lines), SLICE):
            if start:
                await asyncio.sleep(0)
            yield [e.decode_entry(line) for line in lines[start : start + SLICE]]
        after += len(lines)
        if len(lines) < PAGE:
            return


async def read_first_entry(store: Store, code: str) -> e.Entry | None:
    """How a table was set up; None where there is none."""
    lines = await store.read_entries(code, 0, 1)
    return e.decode_entry(lines[0]) if lines else None


async def fold_log(store: Store, code: str, checkpoints: Checkpoints) -> Table:
    """The table as its log has it; what it was on the way goes to the checkpoints."""
    table = Table(code, (await load_header(store, code)).secret)
    async for entries in read_slices(store, code):
        for entry in entries:
            table.apply_entry(entry)
            checkpoints.note(table)
    if table.seq == 0:  # it was removed since
        raise NoSuchTable(code)
    return table


async def fold_again(store: Store, live: LiveTable) -> tuple[Table, list[e.Entry]]:
    """A table as those connected know it, by its log, and the entries after that."""
    await load_header(store, live.table.code)
    table = live.checkpoints.restore(live.table, live.sent_seq)
    done = live.table.done_commands.items()
    table.done_commands = {key: seq for key, seq in done if seq <= table.seq}
    missed: list[e.Entry] = []
    async for entries in read_slices(store, table.code, table.seq):
        known = live.sent_seq - table.seq
        for entry in entries[:known]:
            table.apply_entry(entry)
        missed += entries[known:]
    return table, missed


class LogFollower:
    """Keeps the tables of a worker up to date."""

    def __init__(self, tables: "TableService") -> None:
        self.tables = tables
        tables.store.on_appended = self.receive_appended
        tables.store.on_missed = self.catch_up_all

    def receive_appended(self, news: Sequence[Appended]) -> None:
        """Other workers have appended entries. Tables that are not in memory here cost nothing."""
        tables = self.tables
        tables.lobby_changed.set()
        quiet = time.monotonic() - UNFOLLOWED_SECONDS
        for code, seq, body in news:
            live = tables.live_tables.get(code)
            if live is None:
                if code in tables.loading:  # perhaps too late for what is being read
                    tables.spawn(self.catch_up_loading, code, seq)
            elif seq == 0:  # it was removed
                tables.unload(live)
            elif live.table.seq < seq:
                if live.is_idle and live.last_used < quiet:  # nobody here wants to know
                    tables.unload(live)
                else:
                    self.follow(live, seq, body)

    def follow(self, live: LiveTable, seq: int, body: bytes | None) -> None:
        """Let an entry of another worker happen here: at once if it is the next and is known."""
        if body is None or live.table.seq + 1 != seq or live.stale or live.lock.locked():
            self.tables.spawn(self.catch_up, live, seq, body)
            return
        try:
            entry = e.decode_entry(body)
            live.send(live.add(entry))
            self.tables.presence.update_after(live, [entry])
            self.tables.timekeeper.schedule(live)
        except Exception:
            live.stale = True  # so that the sweeper reads the log
            log.exception("an entry of another worker could not be applied")

    async def catch_up(self, live: LiveTable, seq: int | None, body: bytes | None = None) -> None:
        """Read what other workers have appended, up to this entry at least; it may be known."""
        tables = self.tables
        async with live.lock:
            try:
                await tables.refresh(live)
                if body is not None and live.table.seq + 1 == seq:
                    await tables.send_missed(live, [e.decode_entry(body)])
                if seq is None or live.table.seq < seq:
                    await tables.read_new_entries(live)
            except StoreError:
                live.stale = True  # so that the sweeper tries again
                raise

    def catch_up_all(self) -> None:
        """Something may have been missed."""
        for live in self.tables.live_tables.values():
            self.tables.spawn(self.catch_up, live, None)
        for code in self.tables.loading:
            self.tables.spawn(self.catch_up_loading, code, None)
        self.tables.presence.ask_again()

    async def catch_up_loading(self, code: str, seq: int | None) -> None:
        """Read a table that is being loaded up to an entry at least."""
        await self.catch_up(await self.tables.get_table(code), seq)
