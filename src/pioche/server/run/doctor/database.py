"""What the doctor looks at in a database: by reading alone, also beside a running server."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from pioche.server.run.doctor.finding import Finding, bad, caution, good
from pioche.server.store import migrations
from pioche.server.store.backup import redact_database_url
from pioche.server.store.base import BadDatabase
from pioche.server.store.columns import SELECT_LAST_SEEN
from pioche.server.store.postgres.connection import (
    DATABASE_ERRORS,
    connect_patiently,
    describe_error,
)
from pioche.server.store.postgres.connection import describe_database as describe_postgres
from pioche.server.store.postgres.store import read_version as read_postgres_version
from pioche.server.store.sqlite.file import MAGIC, describe_database, is_backup, read_version
from pioche.server.tables.steady_clock import find_leap

EARLIEST = 1_735_689_600_000  # 2025: a clock that says less was never set
TOLERANCE = 120_000  # milliseconds by which clocks may differ
SHOWN_DAMAGE = 200  # characters of what SQLite says

# Tables whose log is not as long as it should be, or has a gap.
COUNT_BROKEN_LOGS = """
SELECT count(*) FROM heads LEFT JOIN (
  SELECT id, count(*) AS entries, max(seq) AS last FROM log GROUP BY id
) AS logs ON logs.id = heads.id
WHERE coalesce(entries, 0) <> heads.seq OR coalesce(last, 0) <> heads.seq
"""
NEWEST = "SELECT max(touched) FROM heads"


class Examination(NamedTuple):
    """What was found in a database, and what it tells about the time."""

    findings: list[Finding]
    newest: int | None = None  # when its newest entry was written
    last_seen: int = 0  # when a server last said that it serves it, as that server noted it


# -- SQLite ------------------------------------------------------------------------------


def examine_sqlite(path: Path) -> Examination:
    """Look at a SQLite file."""
    where = str(path)
    if not os.path.exists(path):  # or nobody may look there, which the folder says
        return Examination([good("database", "new", where=where)])
    problem = find_file_problem(path)
    if problem is not None:
        return Examination([problem])
    try:
        with closing(open_untouched(path)) as connection:
            return examine_connection(connection, path)
    except (sqlite3.Error, BadDatabase) as error:
        return Examination([bad("database", "unusable", problem=str(error).rstrip("."))])


def find_file_problem(path: Path) -> Finding | None:
    """What is wrong with the file itself."""
    try:
        names = path.stat().st_nlink
        with open(path, "rb") as file:
            start = file.read(len(MAGIC))
    except OSError as error:
        return bad("database", "unusable", problem=f"{path}: {error.strerror}")
    if start not in (b"", MAGIC):
        return bad("database", "no-sqlite", where=path)
    return bad("database", "names", where=path, names=names) if names > 1 else None


def open_untouched(path: Path) -> sqlite3.Connection:
    """A connection that leaves no file behind, which SQLite would do even to read."""
    journal = Path(f"{os.path.realpath(path)}-wal")
    # Without a journal nobody has it open, so nothing changes meanwhile.
    how = "mode=ro" if journal.exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def examine_connection(connection: sqlite3.Connection, path: Path) -> Examination:
    """Look at the schema, every page and every log."""
    if connection.execute("PRAGMA schema_version").fetchone() == (0,):
        return Examination([good("database", "new", where=path)])
    if is_backup(connection):
        return Examination([bad("database", "backup", where=path)])
    version = read_version(connection, describe_database(path))
    findings = [judge_version(version, "sqlite", str(path)), check_pages(connection)]
    if findings[-1].key == "damaged":
        return Examination(findings)
    ((broken,),) = connection.execute(COUNT_BROKEN_LOGS).fetchall()
    ((newest,),) = connection.execute(NEWEST).fetchall()
    last_seen = 0
    if findings[0].key == "current":  # an older one may not know it yet
        ((last_seen,),) = connection.execute(SELECT_LAST_SEEN).fetchall()
    return Examination([*findings[:1], judge_logs(broken)], newest, last_seen)


def check_pages(connection: sqlite3.Connection) -> Finding:
    """Whether every page is as it should be, and every row belongs to something."""
    try:
        ((said,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
        orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        said, orphan = str(error), None
    if said != "ok":
        return bad("integrity", "damaged", problem=" ".join(said.split())[:SHOWN_DAMAGE])
    if orphan is not None:
        return bad("integrity", "damaged", problem=f"rows of {orphan[0]} that belong to nothing")
    return good("integrity", "sound")


# -- PostgreSQL --------------------------------------------------------------------------


async def examine_postgres(url: str) -> Examination:
    """Look at a PostgreSQL database."""
    try:
        connection = await connect_patiently(url)
        try:
            return await examine_postgres_connection(connection, url)
        finally:
            connection.terminate()
    except BadDatabase as error:
        return Examination([bad("database", "unusable", problem=str(error).rstrip("."))])
    except (*DATABASE_ERRORS, ValueError) as error:
        problem = f"{describe_postgres(url)}: {describe_error(error)}"
        return Examination([bad("database", "unusable", problem=problem)])


async def examine_postgres_connection(connection: Any, url: str) -> Examination:
    """Look at the schema and every log. PostgreSQL itself looks after its pages."""
    async with connection.transaction(readonly=True):
        version = await read_postgres_version(connection, describe_postgres(url))
        verdict = judge_version(version, "postgres", redact_database_url(url))
        broken = await connection.fetchval(COUNT_BROKEN_LOGS)
        newest = await connection.fetchval(NEWEST)
        is_current = verdict.key == "current"
        last_seen = await connection.fetchval(SELECT_LAST_SEEN) if is_current else 0
    return Examination([verdict, judge_logs(broken)], newest, last_seen)


# -- what both have ----------------------------------------------------------------------


def judge_version(version: int, kind: str, where: str) -> Finding:
    """Whether this program can use a database of a version."""
    newest = migrations.load_migrations(kind)[-1].version
    params = {"where": where, "version": version, "newest": newest}
    if version > newest:
        return bad("database", "newer", **params)
    return good("database", "older" if version < newest else "current", **params)


def judge_logs(broken: int) -> Finding:
    """Whether the logs of all tables are whole."""
    return bad("integrity", "broken-logs", count=broken) if broken else good("integrity", "sound")


def check_clock(newest: int | None, now: int | None = None, last_seen: int = 0) -> Finding:
    """Whether the clock may be right: it was set, nothing was written after it, and a server
    that starts now would believe it.
    """
    now = time.time_ns() // 1_000_000 if now is None else now
    params = {"now": format_time(now)}
    if now < EARLIEST:
        return bad("clock", "never-set", **params)
    if newest is not None and newest > now + TOLERANCE:
        return bad("clock", "behind", newest=format_time(newest), **params)
    if find_leap(now, last_seen):
        return caution("clock", "ahead", seen=format_time(abs(last_seen)), **params)
    return good("clock", "plausible", **params)


def format_time(at: int) -> str:
    """A time in milliseconds, as people write it where this computer is."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))
