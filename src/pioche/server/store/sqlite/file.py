"""A SQLite file of ours: connections to it, and its schema."""

import os
import re
import sqlite3
from pathlib import Path

from pioche.server.store import migrations
from pioche.server.store.base import BadDatabase

BUSY_TIMEOUT = 10.0  # seconds to wait for another process, such as a backup
MAGIC = b"SQLite format 3\0"  # how every SQLite file starts
MIN_SQLITE_VERSION = (3, 35, 0)  # of SQLite: UPDATE … FROM and friends


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; its user begins and ends transactions."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,  # for its user sees to that
        cached_statements=256,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # What a statement of many rows might have to undo would be a new file every time.
        connection.execute("PRAGMA temp_store = MEMORY")
    except sqlite3.Error:  # the file is no database, or can't be read
        connection.close()
        raise
    return connection


def create_file(path: Path) -> None:
    """A file that only its owner reads, for it holds the secrets of all shuffles."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    start, names = os.read(file, len(MAGIC)), os.fstat(file).st_nlink
    os.close(file)
    if start not in (b"", MAGIC):
        raise BadDatabase(f"{path} is no SQLite database.")
    if names > 1:  # under each of them it would have a journal and a lock of its own
        raise BadDatabase(
            f"{path} has {names} names (hard links). A server must be the only one to write to"
            " it: keep one name and remove the others."
        )


def open_migrated(path: Path) -> sqlite3.Connection:
    """A connection to a database of ours, made or brought up to date."""
    if sqlite3.sqlite_version_info < MIN_SQLITE_VERSION:
        needed = ".".join(map(str, MIN_SQLITE_VERSION))
        raise BadDatabase(f"SQLite {sqlite3.sqlite_version} is too old; it takes {needed}.")
    create_file(path)
    connection = connect(path)
    try:
        if is_backup(connection):
            raise BadDatabase(f"{path} is a backup; restore it into another database.")
        migrate(connection, migrations.load_migrations("sqlite"), describe_database(path))
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def open_read_only(path: Path) -> sqlite3.Connection:
    """A connection that only reads, to a database that is up to date already."""
    connection = connect(path)
    try:
        connection.execute("PRAGMA query_only = ON")
        migrations.require_current(
            read_version(connection, describe_database(path)), "sqlite", describe_database(path)
        )
    except BaseException:
        connection.close()
        raise
    return connection


def describe_database(path: Path) -> str:
    """A database as errors speak of it."""
    return f"The database {path}"


# -- its schema --------------------------------------------------------------------------


def migrate(connection: sqlite3.Connection, known: list[migrations.Migration], where: str) -> None:
    """Go the steps that are left, all or none."""
    connection.execute("PRAGMA foreign_keys = OFF")  # a step may make a table anew
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not list_relations(connection):
            connection.execute(migrations.CREATE_VERSION_TABLE)
            connection.execute(migrations.INSERT_VERSION)
        apply_migrations(
            connection, migrations.find_pending(known, read_version(connection, where), where)
        )
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BadDatabase(f"{where} has rows that belong to nothing.")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = ON")


def apply_migrations(connection: sqlite3.Connection, steps: list[migrations.Migration]) -> None:
    """Change the schema, step by step."""
    for step in steps:
        for statement in split_statements(step.sql):
            connection.execute(statement)
        connection.execute("UPDATE pioche SET version = ?", (step.version,))


def list_relations(connection: sqlite3.Connection) -> set[str]:
    """What there is in a database."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def is_backup(connection: sqlite3.Connection) -> bool:
    """Whether a file was made by a backup."""
    return {"pioche", "backup"} <= list_relations(connection)


def read_version(connection: sqlite3.Connection, where: str) -> int:
    """How many steps a database has gone."""
    if "pioche" not in list_relations(connection):
        raise migrations.make_foreign_error(where)
    ((version,),) = connection.execute("SELECT version FROM pioche").fetchall() or [(None,)]
    return migrations.check_version(version, where)


def split_statements(script: str) -> list[str]:
    """A script's statements, for `executescript` would commit."""
    found = [""]
    for part in re.split("(?<=;)", script):
        found[-1] += part
        if sqlite3.complete_statement(found[-1]):
            found.append("")
    return [statement for statement in found if statement.strip()]
