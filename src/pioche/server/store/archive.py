"""Backups: everything in one SQLite file, from either store and into either store."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing, closing, contextmanager
from pathlib import Path

from pioche.server.store import migrations
from pioche.server.store.base import BadDatabase, Store
from pioche.server.store.columns import CHUNK, COLUMNS, RowSource, build_insert, build_select
from pioche.server.store.sqlite.file import connect, create_file, is_backup, migrate, read_version

RowCounts = dict[str, int]  # rows of each table

CREATE_BACKUP_TABLE = "CREATE TABLE backup (name TEXT PRIMARY KEY, value INTEGER NOT NULL)"


async def backup(store: Store, path: Path) -> RowCounts:
    """Keep everything as it is at one moment; the file is there when it is whole.

    An older backup of that name is replaced, any other file is not.
    """
    if path.exists() and not is_backup_file(path):
        raise BadDatabase(f"{path} is there already, and it is no backup.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with wrap_file_errors(path):
            counts = await write_backup(store, part)
            await asyncio.to_thread(rename_durably, part, path)
    finally:
        for leftover in [part, Path(f"{part}-journal")]:
            leftover.unlink(missing_ok=True)
    return counts


async def write_backup(store: Store, part: Path) -> RowCounts:
    """Copy everything into a new file."""
    counts = dict.fromkeys(COLUMNS, 0)
    create_file(part)
    with closing(connect(part)) as file:
        migrate(file, migrations.load_migrations("sqlite"), str(part))
        file.execute("BEGIN")
        async with aclosing(store.copy()) as copied:
            async for table, rows in copied:
                await asyncio.to_thread(file.executemany, build_insert(table), rows)
                counts[table] += len(rows)
        mark_as_backup(file, counts)
        await asyncio.to_thread(file.execute, "COMMIT")
    return counts


def mark_as_backup(file: sqlite3.Connection, counts: RowCounts) -> None:
    """Make the file a backup: when it was taken, and what must be in it."""
    file.execute(CREATE_BACKUP_TABLE)
    values = {"taken": int(time.time() * 1000), **counts}
    file.executemany("INSERT INTO backup (name, value) VALUES (?, ?)", values.items())


def rename_durably(part: Path, path: Path) -> None:
    """Give a whole file its name, for good."""
    os.replace(part, path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


async def restore(path: Path, store: Store) -> RowCounts:
    """Fill an empty database with a backup; BadDatabase where either is not what it should be."""
    with wrap_file_errors(path), open_upgraded(path) as file, closing(connect(file)) as connection:
        counts = await asyncio.to_thread(verify_backup, connection, path)
        await store.fill(read_chunks(connection))
    if await count_rows(store) != counts:
        raise BadDatabase(f"Not all that the backup {path} holds has been restored.")
    return counts


async def count_rows(store: Store) -> RowCounts:
    """How many rows there are."""
    counts = dict.fromkeys(COLUMNS, 0)
    async with aclosing(store.copy()) as copied:
        async for table, rows in copied:
            counts[table] += len(rows)
    return counts


@contextmanager
def open_upgraded(path: Path) -> Iterator[Path]:
    """A backup as a file of the newest version: itself, or a copy for a while."""
    known = migrations.load_migrations("sqlite")
    with closing(connect(path)) as file:
        if not is_backup(file):
            raise BadDatabase(f"{path} is no backup.")
        left = migrations.find_pending(known, read_version(file, str(path)), f"The backup {path}")
    if not left:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, Path(folder) / "backup"))
        with closing(connect(copy)) as file:
            migrate(file, known, str(path))
        yield copy


def verify_backup(file: sqlite3.Connection, path: Path) -> RowCounts:
    """How many rows a backup has, which must be as many as were put there."""
    ((sound,), *_) = file.execute("PRAGMA quick_check").fetchall()
    said = dict(file.execute("SELECT name, value FROM backup").fetchall())
    counts = {t: file.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in COLUMNS}
    if sound != "ok" or any(said.get(table, 0) != count for table, count in counts.items()):
        raise BadDatabase(f"The backup {path} is damaged.")
    return counts


def read_chunks(file: sqlite3.Connection) -> RowSource:
    """All rows of a file, table by table."""
    for table in COLUMNS:
        cursor = file.execute(build_select(table))
        while rows := cursor.fetchmany(CHUNK):
            yield table, rows


def is_backup_file(path: Path) -> bool:
    """Whether a file was made by a backup."""
    try:
        with closing(connect(path)) as file:
            return is_backup(file)
    except sqlite3.Error:
        return False


@contextmanager
def wrap_file_errors(path: Path) -> Iterator[None]:
    """Whatever keeps us from using a backup's file is told by its name."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise BadDatabase(f"The backup {path} can't be used: {error}.") from None
