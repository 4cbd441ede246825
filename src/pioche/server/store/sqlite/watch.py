"""Notices what happens to a SQLite file under a running server: moved, replaced, damaged."""

import os
import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path
from time import monotonic

from pioche.server.store.base import StoreError
from pioche.server.store.columns import COLUMNS
from pioche.server.store.sqlite.file import connect

PAGES_SECONDS = 0.5  # that a look at the pages of one table may take
PROGRESS_STEPS = 100_000  # of SQLite's machine between two looks at the time


class FileWatch:
    """Compares the file at a path with the one that was opened there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = read_identity(path)
        self.tables = cycle(["pioche", *COLUMNS])

    def check_place(self) -> None:
        """StoreError where what is written would not be found again at the path.

        It costs a call to the system, so that every commit can ask.
        """
        try:
            found = read_identity(self.path)
        except OSError:
            raise StoreError("the database file is gone from its place") from None
        if found != self.file:
            raise StoreError("the database file was replaced by another")

    def check_next_table(self) -> None:
        """StoreError where the pages of one table, the next in turn, are damaged.

        On a connection of its own, which reads the file and not what is cached; and only by
        SQLite, for whoever else closes the file ends the locks that SQLite has on it. A table
        that takes too long is left to `pioche doctor`.
        """
        table = next(self.tables)
        try:
            with closing(connect(self.path)) as connection:
                end = monotonic() + PAGES_SECONDS
                connection.set_progress_handler(lambda: monotonic() > end, PROGRESS_STEPS)
                ((found,), *_) = connection.execute(f"PRAGMA quick_check({table})").fetchall()
        except sqlite3.OperationalError as error:
            if not is_passing(error):
                raise StoreError(f"the database file is damaged: {error}") from None
        except sqlite3.DatabaseError as error:
            raise StoreError(f"the database file is damaged: {error}") from None
        else:
            if found != "ok":
                raise StoreError(f"the database file is damaged in {table}: {found}")


def read_identity(path: Path) -> tuple[int, int]:
    """Which file it is that lies at a path, whatever it is called."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def is_passing(error: sqlite3.OperationalError) -> bool:
    """Whether a look was only cut short: its time was up, or somebody holds the file."""
    return error.sqlite_errorname in ("SQLITE_INTERRUPT", "SQLITE_BUSY", "SQLITE_LOCKED")
