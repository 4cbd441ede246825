"""What is taken out of a database, or brought into one: backups, and the records of tables."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pioche.server.store import archive, create_store
from pioche.server.store.base import Store, StoreError
from pioche.tables.codes import read_code
from pioche.tables.entries import decode_entry
from pioche.tables.table import Table

Texts = Mapping[str, Any]


async def back_up(database: str, file: Path, words: Texts) -> str:
    """Everything into a file, while servers go on; what was done, in words."""
    restrict_permissions()
    async with open_database(database, reading=True) as store:
        counts = await archive.backup(store, file)
    return describe_copy("backed-up", database, file, counts, words)


async def restore(file: Path, database: str, words: Texts) -> str:
    """A backup into an empty database; what was done, in words."""
    restrict_permissions()
    async with open_database(database) as store:
        counts = await archive.restore(file, store)
    return describe_copy("restored", database, file, counts, words)


def describe_copy(
    key: str, database: str, file: Path, counts: archive.RowCounts, words: Texts
) -> str:
    """What was copied where."""
    said = {"tables": counts["tables"], "people": counts["people"]}
    return str(words[key].format(where=redact_database_url(database), file=file, **said))


async def export_record(code: str, database: str, words: Texts) -> str:
    """The record of a finished table, as JSON."""
    async with open_database(database, reading=True) as store:
        table = await read_table(store, read_code(code) or code)
    if table is None:
        raise ValueError(
            words["errors"]["no-table"].format(table=code, where=redact_database_url(database))
        )
    if table.phase != "over" or table.state is None:
        raise ValueError(words["errors"]["no-record"].format(table=code))
    return table.build_record().to_json()


async def read_table(store: Store, code: str) -> Table | None:
    """A table as it is kept."""
    opening = await store.load_header(code)
    if opening is None:
        return None
    return Table.from_log(code, opening.secret, map(decode_entry, await store.read_entries(code)))


@asynccontextmanager
async def open_database(database: str, reading: bool = False) -> AsyncIterator[Store]:
    """A store for a while; ValueError where it can't be used."""
    store = create_store(database, reading)
    try:
        await store.open()
        yield store
    except StoreError as error:
        raise ValueError(str(error)) from None
    finally:
        await store.close()


def restrict_permissions() -> None:
    """No other user of this computer may read the secrets of the tables."""
    os.umask(0o077)


def redact_database_url(database: str) -> str:
    """A database as it can be told: no name of a user, no password.

    >>> redact_database_url("postgresql://zoe:secret@db:5432/pioche?ssl=require")
    'postgresql://db:5432/pioche'
    >>> redact_database_url("sqlite:///var/lib/pioche.db")
    '/var/lib/pioche.db'
    """
    worker = urlsplit(database)
    if worker.scheme == "sqlite":
        return unquote(database.removeprefix("sqlite://"))
    return f"{worker.scheme}://{worker.netloc.rpartition('@')[2]}{worker.path}"
