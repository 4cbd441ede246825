"""The store of several workers: PostgreSQL, where the unique `(table, seq)` decides.

Everything is one statement, so a worker that dies at any moment holds no lock.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from pioche.server.store import migrations
from pioche.server.store.base import (
    BadDatabase,
    Card,
    Key,
    Opening,
    Person,
    Shown,
    StoreError,
    Write,
)
from pioche.server.store.postgres_link import (
    ANSWERING,
    CONNECTING,
    FAILURES,
    SESSION,
    Link,
    connect,
    failing,
    place,
)
from pioche.server.store.postgres_listener import WHISPERS, Listener
from pioche.server.store.postgres_writer import CHANNEL, Writer

POOL = 6  # connections for all but appends
GATE = 0x70696F636865  # the advisory lock of migrations: "pioche"
SHOWN = "SELECT code, seq, touched, phase, body FROM tables JOIN heads USING (id)"

CREATE = f"""
WITH opened AS (
  INSERT INTO tables (code, secret, created, phase, listed, body)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (code) DO NOTHING RETURNING id
),
head AS (INSERT INTO heads (id, seq, touched, due) SELECT id, $7, $8, $9 FROM opened),
line AS (INSERT INTO log (id, seq, body) SELECT id, $7, $10 FROM opened),
seats AS (
  INSERT INTO sits (person, id)
  SELECT DISTINCT person, id FROM opened, unnest($11::text[]) AS person
)
SELECT pg_notify('{CHANNEL}', $12 || ' ' || $1::text || ':' || $7::bigint) FROM opened
"""

# The head is locked first, as appends do, so that neither waits for the other in a circle.
REMOVE = f"""
WITH locked AS (
  SELECT id FROM heads JOIN tables USING (id) WHERE code = $1 FOR UPDATE OF heads
),
removed AS (DELETE FROM tables USING locked WHERE tables.id = locked.id RETURNING code)
SELECT pg_notify('{CHANNEL}', $2 || ' ' || code || ':0') FROM removed
"""


class PostgresStore:
    """Tables and people in a database that any number of workers share."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.heard: Callable[[Sequence[tuple[str, int]]], None] = lambda _: None
        self.missed: Callable[[], None] = lambda: None
        self.overheard: Callable[[str, str], None] = lambda *_: None
        self.worker = secrets.token_hex(6)
        self.pool: Any = None
        self.writer: Writer | None = None
        self.listener: Listener | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            await migrate(self.url, migrations.steps("postgres"))
            self.pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=POOL,
                timeout=CONNECTING,
                command_timeout=ANSWERING,
                connection_class=Link,
                server_settings=SESSION,
            )
            await self.start()
        except (*FAILURES, StoreError) as error:
            await self.close()
            reason = str(error) or type(error).__name__
            raise BadDatabase(f"{place(self.url)} can't be used: {reason}") from None

    async def start(self) -> None:
        """Be ready to write and to hear."""
        self.writer = Writer(self.url, self.worker)
        self.listener = Listener(
            self.url, self.worker, lambda pairs: self.heard(pairs), lambda: self.missed()
        )
        self.listener.overheard = lambda worker, text: self.overheard(worker, text)
        await self.listener.start()

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        writer, listener, pool = self.writer, self.listener, self.pool
        self.writer = self.listener = self.pool = None
        if writer is not None:
            await writer.stop()
        if listener is not None:
            await listener.stop()
        if pool is not None:
            await pool.close()

    # -- how to ask ----------------------------------------------------------------------

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """What a statement finds."""
        if self.pool is None:
            raise StoreError("the database is closed")
        with failing():
            found: list[Any] = await self.pool.fetch(sql, *values)
        return found

    # -- tables --------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Write) -> bool:
        """A new table with its first entry; False where the code is taken."""
        card = first.card or Card("open", False, (), b"{}")
        shown = (card.phase, card.listed, card.body)
        entry = (first.seq, first.at, first.due, first.body)
        values = (opening.code, opening.secret, opening.created, *shown, *entry)
        return bool(await self.rows(CREATE, *values, card.people, self.worker))

    async def append(self, write: Write) -> bool:
        """Append an entry; False where it is not the table's next or the table is gone."""
        if self.writer is None:
            raise StoreError("the database is closed")
        return await self.writer.append(write)

    async def opening(self, code: str) -> Opening | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = $1"
        rows = await self.rows(sql, code)
        return Opening(*rows[0]) if rows else None

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after a seq, in order, without a gap."""
        sql = (
            "SELECT log.body FROM log JOIN tables USING (id)"
            " WHERE code = $1 AND log.seq > $2 ORDER BY log.seq"
        )
        return [body for (body,) in await self.rows(sql, code, after)]

    async def whisper(self, text: str) -> None:
        """Tell all other workers something that need not be kept."""
        await self.rows("SELECT pg_notify($1, $2)", WHISPERS, f"{self.worker} {text}")

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""
        sql = "SELECT code FROM heads JOIN tables USING (id) WHERE due <= $1 ORDER BY due LIMIT $2"
        return [code for (code,) in await self.rows(sql, now, limit)]

    async def listed(self, limit: int) -> list[Shown]:
        """Tables open to everybody and running listed ones, the newest first."""
        where = " WHERE listed AND phase <> 'over' ORDER BY created DESC LIMIT $1"
        return [Shown(*row) for row in await self.rows(SHOWN + where, limit)]

    async def tables_of(self, person: str, phase: str, limit: int) -> list[Shown]:
        """A person's tables of a phase, the last touched first."""
        where = (
            " JOIN sits USING (id) WHERE person = $1 AND phase = $2 ORDER BY touched DESC LIMIT $3"
        )
        return [Shown(*row) for row in await self.rows(SHOWN + where, person, phase, limit)]

    async def count_of(self, person: str) -> int:
        """How many of a person's tables are not over."""
        sql = (
            "SELECT count(*) FROM sits JOIN tables USING (id) WHERE person = $1 AND phase <> 'over'"
        )
        return int((await self.rows(sql, person))[0][0])

    async def show(self, code: str) -> Shown | None:
        """One table as lists show it."""
        rows = await self.rows(f"{SHOWN} WHERE code = $1", code)
        return Shown(*rows[0]) if rows else None

    async def remove(self, code: str) -> None:
        """Forget a table and its log."""
        await self.rows(REMOVE, code, self.worker)

    # -- people --------------------------------------------------------------------------

    async def add_person(self, person: Person, key: Key) -> None:
        """A new person with a first key."""
        sql = (
            "WITH new AS (INSERT INTO people (id, name, avatar, created)"
            " VALUES ($1, $2, $3, $4) RETURNING id)"
            " INSERT INTO keys (hash, person, kind, label, created, expires)"
            " SELECT $5, id, $6, $7, $8, $9 FROM new"
        )
        who = (person.id, person.name, person.avatar, person.created)
        await self.rows(sql, *who, key.hash, key.kind, key.label, key.created, key.expires)

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""
        sql = "UPDATE people SET name = $1, avatar = $2 WHERE id = $3"
        await self.rows(sql, person.name, person.avatar, person.id)

    async def person(self, id: str) -> Person | None:
        """A person by the public id."""
        rows = await self.rows("SELECT id, name, avatar, created FROM people WHERE id = $1", id)
        return Person(*rows[0]) if rows else None

    async def person_of(self, hash: bytes, kinds: Sequence[str], now: int) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""
        sql = (
            "SELECT people.id, name, avatar, people.created FROM keys"
            " JOIN people ON people.id = person WHERE hash = $1"
            " AND kind = ANY ($2::text[]) AND (expires IS NULL OR expires > $3)"
        )
        rows = await self.rows(sql, hash, list(kinds), now)
        return Person(*rows[0]) if rows else None

    async def add_key(self, key: Key) -> None:
        """One more key."""
        sql = (
            "INSERT INTO keys (hash, person, kind, label, created, expires)"
            " VALUES ($1, $2, $3, $4, $5, $6)"
        )
        await self.rows(sql, key.hash, key.person, key.kind, key.label, key.created, key.expires)

    async def keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""
        sql = (
            "SELECT hash, person, kind, label, created, expires FROM keys"
            " WHERE person = $1 ORDER BY created, hash"
        )
        return [Key(*row) for row in await self.rows(sql, person)]

    async def take_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""
        return bool(await self.rows("DELETE FROM keys WHERE hash = $1 RETURNING 1", hash))

    async def tidy(self, now: int) -> None:
        """Forget keys that have expired."""
        await self.rows("DELETE FROM keys WHERE expires <= $1", now)

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""
        await self.rows("UPDATE pioche SET pinged = pinged + 1")

    async def size(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""
        phases = await self.rows("SELECT phase, count(*) FROM tables GROUP BY phase")
        ((people,),) = await self.rows("SELECT count(*) FROM people")
        return {"open": 0, "running": 0, "over": 0, **dict(phases), "people": people}


# -- the schema --------------------------------------------------------------------------


async def migrate(url: str, known: list[migrations.Step]) -> None:
    """Go the steps that are left, all or none; one worker at a time."""
    connection = await connect(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", GATE)
            version = await version_of(connection, place(url))
            for step in migrations.pending(known, version, place(url)):
                await connection.execute(step.sql)
                await connection.execute("UPDATE pioche SET version = $1", step.version)
    finally:
        await connection.close()


async def version_of(connection: Any, where: str) -> int:
    """How many steps a database has gone; an empty one becomes ours."""
    names = {name for (name,) in await connection.fetch(TABLES)}
    if not names:
        await connection.execute(migrations.MARK)
        await connection.execute(migrations.MARKED)
    elif "pioche" not in names:
        raise migrations.not_ours(where)
    return int(await connection.fetchval("SELECT version FROM pioche"))


TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
