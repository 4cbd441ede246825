"""The store of several workers: PostgreSQL, where the unique `(table, seq)` decides.

Everything is one statement, so a worker that dies at any moment holds no lock.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg

from pioche.server.store import columns, migrations
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
    reason,
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

    def __init__(self, url: str, reading: bool = False) -> None:
        self.url = url
        self.reading = reading  # only
        self.heard: Callable[[Sequence[tuple[str, int]]], None] = lambda _: None
        self.missed: Callable[[], None] = lambda: None
        self.overheard: Callable[[str, str], None] = lambda *_: None
        self.committed: Callable[[int, float], None] = lambda *_: None
        self.worker = secrets.token_hex(6)
        self.pool: Any = None
        self.writer: Writer | None = None
        self.listener: Listener | None = None

    @property
    def waiting(self) -> int:
        """How many entries are not on disk yet."""
        return 0 if self.writer is None else len(self.writer.pending)

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            await (look(self.url) if self.reading else prepare(self.url))
            self.pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=POOL,
                timeout=CONNECTING,
                command_timeout=ANSWERING,
                connection_class=Link,
                server_settings=SESSION,
            )
            if not self.reading:
                await self.start()
        except BadDatabase:
            raise
        except (*FAILURES, StoreError, ValueError) as error:
            await self.close()
            raise BadDatabase(f"{place(self.url)} can't be used: {reason(error)}.") from None

    async def start(self) -> None:
        """Be ready to write and to hear."""
        self.writer = Writer(self.url, self.worker)
        self.writer.committed = lambda *commit: self.committed(*commit)
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

    async def change(self, sql: str, *values: object) -> list[Any]:
        """What a statement that writes returns."""
        if self.reading:
            raise StoreError("the database is not open for writing")
        return await self.rows(sql, *values)

    async def find(self, sql: str, *values: object) -> list[Any]:
        """What a query finds by words from outside; nothing where no row could have them."""
        try:
            return await self.rows(sql, *values)
        except ValueError:
            return []

    # -- tables --------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Write) -> bool:
        """A new table with its first entry; False where the code is taken."""
        card = first.card or Card("open", False, (), b"{}")
        shown = (card.phase, card.listed, card.body)
        entry = (first.seq, first.at, first.due, first.body)
        values = (opening.code, opening.secret, opening.created, *shown, *entry)
        return bool(await self.change(CREATE, *values, card.people, self.worker))

    async def append(self, write: Write) -> bool:
        """Append an entry; False where it is not the table's next or the table is gone."""
        if self.writer is None:
            raise StoreError("the database is not open for writing")
        return await self.writer.append(write)

    async def opening(self, code: str) -> Opening | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = $1"
        rows = await self.find(sql, code)
        return Opening(*rows[0]) if rows else None

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after a seq, in order, without a gap."""
        sql = (
            "SELECT log.body FROM log JOIN tables USING (id)"
            " WHERE code = $1 AND log.seq > $2 ORDER BY log.seq"
        )
        return [body for (body,) in await self.find(sql, code, after)]

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
        rows = await self.find(f"{SHOWN} WHERE code = $1", code)
        return Shown(*rows[0]) if rows else None

    async def remove(self, code: str) -> None:
        """Forget a table and its log."""
        await self.change(REMOVE, code, self.worker)

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
        await self.change(sql, *who, key.hash, key.kind, key.label, key.created, key.expires)

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""
        sql = "UPDATE people SET name = $1, avatar = $2 WHERE id = $3"
        await self.change(sql, person.name, person.avatar, person.id)

    async def person(self, id: str) -> Person | None:
        """A person by the public id."""
        rows = await self.find("SELECT id, name, avatar, created FROM people WHERE id = $1", id)
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
        await self.change(sql, key.hash, key.person, key.kind, key.label, key.created, key.expires)

    async def keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""
        sql = (
            "SELECT hash, person, kind, label, created, expires FROM keys"
            " WHERE person = $1 ORDER BY created, hash"
        )
        return [Key(*row) for row in await self.rows(sql, person)]

    async def take_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""
        return bool(await self.change("DELETE FROM keys WHERE hash = $1 RETURNING 1", hash))

    async def tidy(self, now: int) -> None:
        """Forget keys that have expired."""
        await self.change("DELETE FROM keys WHERE expires <= $1", now)

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""
        await self.change("UPDATE pioche SET pinged = pinged + 1")

    async def size(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""
        phases = await self.rows("SELECT phase, count(*) FROM tables GROUP BY phase")
        ((people,),) = await self.rows("SELECT count(*) FROM people")
        return {"open": 0, "running": 0, "over": 0, **dict(phases), "people": people}

    # -- all of it -----------------------------------------------------------------------

    async def copy(self) -> columns.Copied:
        """Everything as it is at one moment, table by table; others may write meanwhile."""
        with failing():
            connection = await connect(self.url)
            try:
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    for table in columns.COLUMNS:
                        cursor = await connection.cursor(columns.select(table))
                        while rows := await cursor.fetch(columns.CHUNK):
                            yield table, [tuple(row) for row in rows]
            finally:
                connection.terminate()

    async def fill(self, filling: columns.Filling) -> None:
        """Fill an empty database; BadDatabase where it is not."""
        with failing():
            connection = await connect(self.url)
            try:
                async with connection.transaction():
                    await fill(connection, filling, place(self.url))
            finally:
                connection.terminate()


async def fill(connection: Any, filling: columns.Filling, where: str) -> None:
    """Fill an empty database."""
    await connection.execute("LOCK TABLE people, tables IN EXCLUSIVE MODE")
    for table in ("people", "tables"):
        if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
            raise migrations.not_empty(where)
    for table, rows in filling:
        names = columns.COLUMNS[table]
        flags = names.index("listed") if "listed" in names else None
        if flags is not None:
            rows = [(*row[:flags], bool(row[flags]), *row[flags + 1 :]) for row in rows]
        await connection.copy_records_to_table(table, records=rows, columns=names, timeout=None)
    await connection.execute(NEXT_ID)


NEXT_ID = "SELECT setval(pg_get_serial_sequence('tables', 'id'), max(id)) FROM tables"


# -- the schema --------------------------------------------------------------------------


async def look(url: str) -> None:
    """Make sure that there is something to read."""
    connection = await connect(url)
    try:
        version = await version_of(connection, place(url))
        migrations.current(version, "postgres", place(url))
    finally:
        await connection.close()


async def prepare(url: str) -> None:
    """Bring the schema up to date."""
    await migrate(url, migrations.steps("postgres"))


async def migrate(url: str, known: list[migrations.Step]) -> None:
    """Go the steps that are left, all or none; one worker at a time."""
    connection = await connect(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", GATE)
            if not await connection.fetch(TABLES):
                await connection.execute(migrations.MARK)
                await connection.execute(migrations.MARKED)
            version = await version_of(connection, place(url))
            for step in migrations.pending(known, version, place(url)):
                await connection.execute(step.sql)
                await connection.execute("UPDATE pioche SET version = $1", step.version)
    finally:
        await connection.close()


async def version_of(connection: Any, where: str) -> int:
    """How many steps a database has gone."""
    if "pioche" not in {name for (name,) in await connection.fetch(TABLES)}:
        raise migrations.not_ours(where)
    return migrations.whole(await connection.fetchval("SELECT version FROM pioche"), where)


TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
