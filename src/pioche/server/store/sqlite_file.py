"""A SQLite file of ours: connections to it, and its schema."""

import os
import re
import sqlite3
from pathlib import Path

from pioche.server.store import migrations
from pioche.server.store.base import BadDatabase

BUSY = 10.0  # seconds to wait for another process, such as a backup
MAGIC = b"SQLite format 3\0"  # how every SQLite file starts
OLDEST = (3, 35, 0)  # of SQLite: UPDATE … FROM and friends


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; its user begins and ends transactions."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=BUSY,
        isolation_level=None,
        check_same_thread=False,  # for its user sees to that
        cached_statements=256,
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # What a statement of many rows might have to undo would be a new file every time.
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def make(path: Path) -> None:
    """A file that only its owner reads, for it holds the secrets of all shuffles."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    start = os.read(file, len(MAGIC))
    os.close(file)
    if start not in (b"", MAGIC):
        raise BadDatabase(f"{path} is no SQLite database.")


def up_to_date(path: Path) -> sqlite3.Connection:
    """A connection to a database of ours, made or brought up to date."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise BadDatabase(f"SQLite {sqlite3.sqlite_version} is too old; it takes {needed}.")
    make(path)
    connection = connect(path)
    try:
        if is_backup(connection):
            raise BadDatabase(f"{path} is a backup; restore it into another database.")
        migrate(connection, migrations.steps("sqlite"), named(path))
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def as_it_is(path: Path) -> sqlite3.Connection:
    """A connection that only reads, to a database that is up to date already."""
    connection = connect(path)
    try:
        connection.execute("PRAGMA query_only = ON")
        migrations.current(version_of(connection, named(path)), "sqlite", named(path))
    except BaseException:
        connection.close()
        raise
    return connection


def named(path: Path) -> str:
    """A database as errors speak of it."""
    return f"The database {path}"


# -- its schema --------------------------------------------------------------------------


def migrate(connection: sqlite3.Connection, known: list[migrations.Step], where: str) -> None:
    """Go the steps that are left, all or none."""
    connection.execute("PRAGMA foreign_keys = OFF")  # a step may make a table anew
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not names(connection):
            connection.execute(migrations.MARK)
            connection.execute(migrations.MARKED)
        go(connection, migrations.pending(known, version_of(connection, where), where))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BadDatabase(f"{where} has rows that belong to nothing.")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = ON")


def go(connection: sqlite3.Connection, steps: list[migrations.Step]) -> None:
    """Change the schema, step by step."""
    for step in steps:
        for statement in statements(step.sql):
            connection.execute(statement)
        connection.execute("UPDATE pioche SET version = ?", (step.version,))


def names(connection: sqlite3.Connection) -> set[str]:
    """What there is in a database."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def is_backup(connection: sqlite3.Connection) -> bool:
    """Whether a file was made by a backup."""
    return {"pioche", "backup"} <= names(connection)


def version_of(connection: sqlite3.Connection, where: str) -> int:
    """How many steps a database has gone."""
    if "pioche" not in names(connection):
        raise migrations.not_ours(where)
    ((version,),) = connection.execute("SELECT version FROM pioche").fetchall() or [(None,)]
    return migrations.whole(version, where)


def statements(script: str) -> list[str]:
    """A script's statements, for `executescript` would commit."""
    found = [""]
    for part in re.split("(?<=;)", script):
        found[-1] += part
        if sqlite3.complete_statement(found[-1]):
            found.append("")
    return [statement for statement in found if statement.strip()]
