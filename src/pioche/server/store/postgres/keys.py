"""The keys of people in PostgreSQL."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.server.store.base import Key, Person, StoreError
from pioche.server.store.postgres.connection import lend_connection
from pioche.server.store.postgres.limits import ADD_KEY, ADD_KEY_BELOW, LOCK_PERSON
from pioche.server.store.postgres.listener import KEYS_CHANNEL

# Other workers hear of it when it is done, and not when it is not: it is one statement.
REMOVE_KEYS = f"""
WITH gone AS (DELETE FROM keys WHERE {{where}} RETURNING hash)
SELECT hash, pg_notify('{KEYS_CHANNEL}', $1 || ' ' || encode(hash, 'hex')) FROM gone
"""
REMOVE_KEY = REMOVE_KEYS.format(where="hash = $2")
REMOVE_OTHER_KEYS = REMOVE_KEYS.format(where="person = $2 AND hash <> $3")

NOTE_SEEN = """
UPDATE keys SET seen = noted.seen
FROM unnest($1::bytea[], $2::bigint[]) AS noted (hash, seen)
WHERE keys.hash = noted.hash AND coalesce(keys.seen, 0) < noted.seen
"""


class PostgresKeys:
    """The part of the store that knows keys."""

    worker: str
    reading: bool
    pool: Any

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """What a statement finds."""
        raise NotImplementedError

    async def execute_write(self, sql: str, *values: object) -> list[Any]:
        """What a statement that writes returns."""
        raise NotImplementedError

    async def find_person_by_key(
        self, hash: bytes, kinds: Sequence[str], now: int
    ) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""
        sql = (
            "SELECT people.id, name, avatar, people.created FROM keys"
            " JOIN people ON people.id = person WHERE hash = $1"
            " AND kind = ANY ($2::text[]) AND (expires IS NULL OR expires > $3)"
        )
        rows = await self.fetch(sql, hash, list(kinds), now)
        return Person(*rows[0]) if rows else None

    async def add_key(self, key: Key, most: int | None = None) -> bool:
        """One more key; False where the person has so many of its kind."""
        values = (key.hash, key.person, key.kind, key.label, key.created, key.expires)
        if most is None:
            return bool(await self.execute_write(ADD_KEY, *values))
        if self.reading or self.pool is None:
            raise StoreError("the database is not open for writing")
        async with lend_connection(self.pool) as connection, connection.transaction():
            await connection.execute(LOCK_PERSON, key.person)
            return bool(await connection.fetch(ADD_KEY_BELOW, *values, most))

    async def list_keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""
        sql = (
            "SELECT hash, person, kind, label, created, expires, seen FROM keys"
            " WHERE person = $1 ORDER BY created, hash"
        )
        return [Key(*row) for row in await self.fetch(sql, person)]

    async def consume_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""
        return bool(await self.execute_write(REMOVE_KEY, self.worker, hash))

    async def remove_other_keys(self, person: str, kept: bytes) -> list[bytes]:
        """Take away all keys of a person but one; which they were."""
        rows = await self.execute_write(REMOVE_OTHER_KEYS, self.worker, person, kept)
        return [hash for hash, _ in rows]

    async def find_known_keys(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Which of these keys there are."""
        sql = "SELECT hash FROM keys WHERE hash = ANY ($1::bytea[])"
        return {hash for (hash,) in await self.fetch(sql, list(hashes))}

    async def note_seen(self, seen: Mapping[bytes, int]) -> None:
        """When keys were last used."""
        await self.execute_write(NOTE_SEEN, list(seen), list(seen.values()))

    async def remove_expired_keys(self, now: int) -> None:
        """Forget keys that have expired."""
        await self.execute_write("DELETE FROM keys WHERE expires <= $1", now)
