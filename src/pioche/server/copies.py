"""What is taken out of a database, or brought into one: backups, and the records of tables."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pioche.server.store import archive, open_store
from pioche.server.store.base import Store, StoreError
from pioche.tables.codes import read_code
from pioche.tables.entries import from_bytes
from pioche.tables.table import Table

Words = Mapping[str, Any]


async def back_up(database: str, file: Path, words: Words) -> str:
    """Everything into a file, while servers go on; what was done, in words."""
    keep_to_oneself()
    async with opened(database, reading=True) as store:
        counts = await archive.backup(store, file)
    return told("backed-up", database, file, counts, words)


async def restore(file: Path, database: str, words: Words) -> str:
    """A backup into an empty database; what was done, in words."""
    keep_to_oneself()
    async with opened(database) as store:
        counts = await archive.restore(file, store)
    return told("restored", database, file, counts, words)


def told(key: str, database: str, file: Path, counts: archive.Counts, words: Words) -> str:
    """What was copied where."""
    said = {"tables": counts["tables"], "people": counts["people"]}
    return str(words[key].format(where=shown(database), file=file, **said))


async def record_of(code: str, database: str, words: Words) -> str:
    """The record of a finished table, as JSON."""
    async with opened(database, reading=True) as store:
        table = await read_table(store, read_code(code) or code)
    if table is None:
        raise ValueError(words["errors"]["no-table"].format(table=code, where=shown(database)))
    if table.phase != "over" or table.state is None:
        raise ValueError(words["errors"]["no-record"].format(table=code))
    return table.record().to_json()


async def read_table(store: Store, code: str) -> Table | None:
    """A table as it is kept."""
    opening = await store.opening(code)
    if opening is None:
        return None
    return Table.of(code, opening.secret, map(from_bytes, await store.read(code)))


@asynccontextmanager
async def opened(database: str, reading: bool = False) -> AsyncIterator[Store]:
    """A store for a while; ValueError where it can't be used."""
    store = open_store(database, reading)
    try:
        await store.open()
        yield store
    except StoreError as error:
        raise ValueError(str(error)) from None
    finally:
        await store.close()


def keep_to_oneself() -> None:
    """No other user of this computer may read the secrets of the tables."""
    os.umask(0o077)


def shown(database: str) -> str:
    """A database as it can be told: no name of a user, no password.

    >>> shown("postgresql://zoe:secret@db:5432/pioche?ssl=require")
    'postgresql://db:5432/pioche'
    >>> shown("sqlite:///var/lib/pioche.db")
    '/var/lib/pioche.db'
    """
    parts = urlsplit(database)
    if parts.scheme == "sqlite":
        return unquote(database.removeprefix("sqlite://"))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
