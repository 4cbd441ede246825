"""Tests of both stores: `async def test_…(store)` runs on each, with a database of its own."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from pioche.server.store import create_store
from pioche.server.store.base import (
    Key,
    NewEntry,
    Person,
    Store,
    StoredSummary,
    TableHeader,
    TableLimit,
)
from pioche.server.store.columns import COLUMNS

NOW = 1_700_000_000_000


def on_stores(test: Callable) -> Callable:
    """A test of an open store, given the address of an empty database."""

    @functools.wraps(test)
    def run(url):
        async def scenario():
            async with opened(url) as store:
                await asyncio.wait_for(test(store), 60)

        asyncio.run(scenario())

    del run.__wrapped__  # pytest would look there for the names of fixtures
    return run


@asynccontextmanager
async def opened(url: str, reading: bool = False) -> AsyncIterator[Store]:
    """A store, open for a while."""
    store = create_store(url, reading)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def contents(store: Store) -> dict[str, list[tuple]]:
    """All rows of a store."""
    found: dict[str, list[tuple]] = {table: [] for table in COLUMNS}
    async for table, rows in store.copy():
        found[table] += rows
    return found


def write(code: str, seq: int, **changes) -> NewEntry:
    """An entry like any other."""
    fields = {"body": b'{"n": %d}' % seq, "at": NOW + seq, "due": None, **changes}
    return NewEntry(code, seq, **fields)


def make_summary(
    phase: str = "open", listed: bool = False, people=("ann",), body=b"{}"
) -> StoredSummary:
    """What lists show of a table."""
    return StoredSummary(phase, listed, tuple(people), body)


async def new_table(
    store: Store,
    code: str = "t1",
    created: int = NOW,
    limit: TableLimit | None = None,
    **changes,
) -> bool:
    """A table with one entry."""
    first = write(code, 1, **{"summary": make_summary(), **changes})
    return await store.create_table(TableHeader(code, b"s" * 32, created), first, limit)


async def new_person(store: Store, id: str = "ann", **changes) -> Key:
    """A person with a cookie."""
    key = Key(**{**KEY, "hash": id.encode().ljust(32), "person": id, **changes})
    await store.add_person(Person(id, id.title(), "fox", NOW), key)
    return key


KEY = {"kind": "cookie", "label": "", "created": NOW, "expires": None}
