"""What a database holds, read past the server: for tests of what was kept."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

import asyncpg

from pioche.tables import entries as e
from pioche.tables.table import Table

ALL = "SELECT code, secret, log.seq, log.body FROM log JOIN tables USING (id) ORDER BY id, log.seq"


@dataclass
class StoredLog:
    """The log of one table."""

    code: str
    secret: bytes
    seqs: list[int] = field(default_factory=list)
    entries: list[e.Entry] = field(default_factory=list)

    def table(self, seq: int | None = None) -> Table:
        """The table as it was after an entry, or is now."""
        return Table.from_log(self.code, self.secret, self.entries[:seq])

    def of(self, kind: type[e.EntryBase]) -> list[e.EntryBase]:
        """All entries of a kind."""
        return [entry for entry in self.entries if isinstance(entry, kind)]


async def read_logs(url: str) -> dict[str, StoredLog]:
    """The logs of all tables."""
    rows = sqlite_rows(url) if url.startswith("sqlite:") else await postgres_rows(url)
    found: dict[str, StoredLog] = {}
    for code, secret, seq, body in rows:
        log = found.setdefault(code, StoredLog(code, secret))
        log.seqs.append(seq)
        log.entries.append(e.decode_entry(body))
    return found


def sqlite_rows(url: str) -> Iterable[tuple[str, bytes, int, bytes]]:
    """Every line of every log."""
    connection = sqlite3.connect(url.removeprefix("sqlite://"))
    try:
        return connection.execute(ALL).fetchall()
    finally:
        connection.close()


async def postgres_rows(url: str) -> Iterable[tuple[str, bytes, int, bytes]]:
    """Every line of every log."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(ALL)]
    finally:
        await connection.close()
