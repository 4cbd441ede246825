"""Reads logs in slices: however long a log is, everybody else on the loop has their turn."""

import asyncio
from collections.abc import AsyncGenerator

from pioche.server.store.base import Store, TableHeader
from pioche.server.tables.checkpoints import Checkpoints
from pioche.server.tables.live_table import LiveTable
from pioche.tables import entries as e
from pioche.tables.table import Table

PAGE = 1000  # entries that are read at a time
SLICE = 100  # entries that are decoded and folded before others have a turn


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
