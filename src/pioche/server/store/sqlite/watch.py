"""Notices what happens to a SQLite file under a running server: moved, replaced, damaged."""

import os
import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from pioche.server.store.base import StoreError
from pioche.server.store.columns import COLUMNS
from pioche.server.store.sqlite.file import connect

PAGES_SECONDS = 0.5  # that a look at the pages of one table may take
PROGRESS_STEPS = 100_000  # of SQLite's machine between two looks at the time


class PartIdentity(NamedTuple):
    """A file, and how long it was: SQLite makes none of its files shorter while it uses them."""

    device: int
    number: int
    size: int


class FileWatch:
    """Compares the files at a path with those that were opened there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tables = cycle(["pioche", *COLUMNS])
        self.damage: dict[str, str] = {}  # what is wrong with which table, as of its last look
        # What was written last may be in the journal alone. SQLite has it beside the file itself.
        journal = Path(f"{os.path.realpath(path)}-wal")
        self.parts = {path: "the database file", journal: "the journal of the database (-wal)"}
        self.known: dict[Path, PartIdentity] = {}
        self.check_place()

    def check(self) -> None:
        """StoreError where the file is not in its place, or some table is damaged."""
        self.check_parts()
        try:
            self.check_next_table()
        except StoreError:
            self.check_parts()  # it may have gone since: that is what is wrong then
            raise
        self.check_damage()

    def check_place(self) -> None:
        """StoreError where what is written would not be found again at the path.

        It costs two calls to the system, so that every commit can ask.
        """
        self.check_parts()
        self.check_damage()

    def check_parts(self) -> None:
        """StoreError where a file is gone, is another one or has been cut off."""
        for path, name in self.parts.items():
            before, found = self.known.get(path), find_identity(path)
            if found is None:
                if before is not None or path == self.path:
                    raise StoreError(f"{name} is gone from its place")
                continue  # there is no journal yet
            if before is not None and found[:2] != before[:2]:
                raise StoreError(f"{name} was replaced by another")
            if before is not None and found.size < before.size:
                raise StoreError(f"{name} was cut off")
            self.known[path] = found

    def check_damage(self) -> None:
        """StoreError where a look has found damage that no later look found mended."""
        for problem in self.damage.values():
            raise StoreError(problem)

    def check_next_table(self) -> None:
        """StoreError where the pages of one table, the next in turn, are damaged.

        On a connection of its own, which reads the file and not what is cached; and only by
        SQLite, for whoever else closes the file ends the locks that SQLite has on it. A table
        that takes too long is left to `pioche doctor`.
        """
        table = next(self.tables)
        problem = self.find_damage(table)
        if problem is not None:
            self.damage[table] = problem
            raise StoreError(problem)
        self.damage.pop(table, None)

    def find_damage(self, table: str) -> str | None:
        """What is wrong with the pages of a table; None where they are sound, or nobody knows."""
        try:
            with closing(connect(self.path)) as connection:
                end = monotonic() + PAGES_SECONDS
                connection.set_progress_handler(lambda: monotonic() > end, PROGRESS_STEPS)
                ((found,), *_) = connection.execute(f"PRAGMA quick_check({table})").fetchall()
        except sqlite3.OperationalError as error:
            return None if is_passing(error) else f"the database file is damaged: {error}"
        except sqlite3.DatabaseError as error:
            return f"the database file is damaged: {error}"
        return None if found == "ok" else f"the database file is damaged in {table}: {found}"


def find_identity(path: Path) -> PartIdentity | None:
    """Which file it is that lies at a path, whatever it is called; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return PartIdentity(found.st_dev, found.st_ino, found.st_size)


def is_passing(error: sqlite3.OperationalError) -> bool:
    """Whether a look was only cut short: its time was up, or somebody holds the file."""
    return error.sqlite_errorname in ("SQLITE_INTERRUPT", "SQLITE_BUSY", "SQLITE_LOCKED")
