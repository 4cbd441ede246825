"""The keys of people in SQLite."""

import sqlite3
from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from typing import Any

from pioche.server.store.base import Key, NewEntry
from pioche.server.store.sqlite.writer import Job

CHUNK = 500  # keys of one question


class SqliteKeys:
    """The part of the store that knows keys."""

    def submit(self, what: NewEntry | Job) -> Awaitable[Any]:
        """Have the writer do something."""
        raise NotImplementedError

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """What a query finds."""
        raise NotImplementedError

    async def list_keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""
        sql = (
            "SELECT hash, person, kind, label, created, expires, seen FROM keys"
            " WHERE person = ? ORDER BY created, hash"
        )
        return [Key(*row) for row in await self.fetch(sql, person)]

    async def consume_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""
        return bool(await self.submit(partial(delete_keys, "hash = ?", (hash,))))

    async def remove_other_keys(self, person: str, kept: bytes) -> list[bytes]:
        """Take away all keys of a person but one; which they were."""
        where = "person = ? AND hash <> ?"
        removed: list[bytes] = await self.submit(partial(delete_keys, where, (person, kept)))
        return removed

    async def find_known_keys(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Which of these keys there are."""
        found: set[bytes] = set()
        for first in range(0, len(hashes), CHUNK):
            some = hashes[first : first + CHUNK]
            sql = f"SELECT hash FROM keys WHERE hash IN ({', '.join('?' * len(some))})"
            found.update(hash for (hash,) in await self.fetch(sql, *some))
        return found

    async def note_seen(self, seen: Mapping[bytes, int]) -> None:
        """When keys were last used."""
        await self.submit(partial(update_seen, seen))

    async def remove_expired_keys(self, now: int) -> None:
        """Forget keys that have expired."""
        await self.submit(partial(delete_keys, "expires <= ?", (now,)))


def delete_keys(
    where: str, values: tuple[object, ...], connection: sqlite3.Connection
) -> list[bytes]:
    """Remove keys; which they were."""
    cursor = connection.execute(f"DELETE FROM keys WHERE {where} RETURNING hash", values)
    return [hash for (hash,) in cursor.fetchall()]


def update_seen(seen: Mapping[bytes, int], connection: sqlite3.Connection) -> None:
    """Note when keys were last used; not before what another has noted."""
    sql = "UPDATE keys SET seen = ? WHERE hash = ? AND ifnull(seen, 0) < ?"
    connection.executemany(sql, [(at, hash, at) for hash, at in seen.items()])
