"""The store of several workers: PostgreSQL, where the unique `(table, seq)` decides.

Everything is one statement, so a worker that dies at any moment holds no lock.
"""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg

from pioche.server.store import columns, migrations
from pioche.server.store.base import (
    Appended,
    BadDatabase,
    Key,
    NewEntry,
    Person,
    StoredSummary,
    StoreError,
    TableHeader,
    TableLimit,
    TableRow,
    TooManyTables,
)
from pioche.server.store.postgres import limits
from pioche.server.store.postgres.connection import (
    CONNECT_TIMEOUT,
    DATABASE_ERRORS,
    PostgresConnection,
    build_session_settings,
    close_pool,
    connect_patiently,
    describe_database,
    describe_error,
    lend_connection,
    wrap_database_errors,
)
from pioche.server.store.postgres.keys import PostgresKeys
from pioche.server.store.postgres.listener import BROADCAST_CHANNEL, PostgresListener
from pioche.server.store.postgres.reader import PostgresReader
from pioche.server.store.postgres.writer import CHANNEL, PostgresWriter

POOL_SIZE = 6  # connections for all but appends
MIGRATION_LOCK = 0x70696F636865  # the advisory lock of migrations: "pioche"
SELECT_TABLE_ROW = "SELECT code, seq, touched, phase, body FROM tables JOIN heads USING (id)"

CREATE_TABLE = f"""
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
REMOVE_TABLE = f"""
WITH locked AS (
  SELECT id FROM heads JOIN tables USING (id) WHERE code = $1 FOR UPDATE OF heads
),
removed AS (DELETE FROM tables USING locked WHERE tables.id = locked.id RETURNING code)
SELECT pg_notify('{CHANNEL}', $2 || ' ' || code || ':0') FROM removed
"""


class PostgresStore(PostgresKeys):
    """Tables and people in a database that any number of workers share."""

    is_shared = True

    def __init__(self, url: str, reading: bool = False) -> None:
        self.url = url
        self.reading = reading  # only
        self.on_appended: Callable[[Sequence[Appended]], None] = lambda _: None
        self.on_missed: Callable[[], None] = lambda: None
        self.on_broadcast: Callable[[str, str], None] = lambda *_: None
        self.on_keys_removed: Callable[[Sequence[bytes]], None] = lambda _: None
        self.on_committed: Callable[[int, float], None] = lambda *_: None
        self.worker = secrets.token_hex(6)
        self.pool: Any = None
        self.reader = PostgresReader(self.fetch)
        self.writer: PostgresWriter | None = None
        self.listener: PostgresListener | None = None

    @property
    def pending_count(self) -> int:
        """How many entries are not on disk yet."""
        return 0 if self.writer is None else len(self.writer.pending)

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            await (check_readable(self.url) if self.reading else migrate_to_newest(self.url))
            self.pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=POOL_SIZE,
                timeout=CONNECT_TIMEOUT,
                connection_class=PostgresConnection,
                server_settings=build_session_settings(),
            )
            if not self.reading:
                await self.start_writing()
        except BadDatabase:
            raise
        except (*DATABASE_ERRORS, StoreError, ValueError) as error:
            await self.close()
            raise BadDatabase(
                f"{describe_database(self.url)} can't be used: {describe_error(error)}."
            ) from None

    async def start_writing(self) -> None:
        """Be ready to write and to hear."""
        self.writer = PostgresWriter(self.url, self.worker)
        self.writer.on_committed = lambda *commit: self.on_committed(*commit)
        self.listener = PostgresListener(
            self.url, self.worker, lambda pairs: self.on_appended(pairs), lambda: self.on_missed()
        )
        self.listener.on_broadcast = lambda worker, text: self.on_broadcast(worker, text)
        self.listener.on_keys_removed = lambda hashes: self.on_keys_removed(hashes)
        self.writer.has_listeners = lambda: not self.listener or not self.listener.is_alone
        self.writer.count_others = lambda: len(self.listener.others) if self.listener else 0
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
            await close_pool(pool)

    # -- how to ask ----------------------------------------------------------------------

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """What a statement finds."""
        if self.pool is None:
            raise StoreError("the database is closed")
        async with lend_connection(self.pool) as connection:
            found: list[Any] = await connection.fetch(sql, *values)
        return found

    async def execute_write(self, sql: str, *values: object) -> list[Any]:
        """What a statement that writes returns."""
        if self.reading:
            raise StoreError("the database is not open for writing")
        return await self.fetch(sql, *values)

    async def fetch_or_empty(self, sql: str, *values: object) -> list[Any]:
        """What a query finds by words from outside; nothing where no row could have them."""
        try:
            return await self.fetch(sql, *values)
        except ValueError:
            return []

    # -- tables --------------------------------------------------------------------------

    async def create_table(
        self, opening: TableHeader, first: NewEntry, limit: TableLimit | None = None
    ) -> bool:
        """A new table with its first entry; False where the code is taken."""
        card = first.summary or StoredSummary("open", False, (), b"{}")
        shown = (card.phase, card.listed, card.body)
        entry = (first.seq, first.at, first.due, first.body)
        header = (opening.code, opening.secret, opening.created)
        values = (*header, *shown, *entry, card.people, self.worker)
        if limit is None:
            return bool(await self.execute_write(CREATE_TABLE, *values))
        if self.reading or self.pool is None:
            raise StoreError("the database is not open for writing")
        async with lend_connection(self.pool) as connection, connection.transaction():
            await connection.execute(limits.LOCK_PERSON, limit.person)
            if await connection.fetchval(limits.COUNT_TABLES, limit.person) < limit.most:
                return bool(await connection.fetch(CREATE_TABLE, *values))
        raise TooManyTables

    def append_entry(self, write: NewEntry) -> Awaitable[bool]:
        """Append an entry; False where it is not the table's next or the table is gone."""
        if self.writer is None:
            raise StoreError("the database is not open for writing")
        return self.writer.append(write)

    async def load_header(self, code: str) -> TableHeader | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = $1"
        rows = await self.fetch_or_empty(sql, code)
        return TableHeader(*rows[0]) if rows else None

    async def read_entries(
        self, code: str, after: int = 0, limit: int | None = None
    ) -> list[bytes]:
        """The entries after a seq, in order, without a gap; the first of them, up to a limit."""
        return await self.reader.read(code, after, limit)

    async def broadcast(self, text: str) -> None:
        """Tell all other workers something that need not be kept; where there are none, nobody."""
        if self.listener is None:
            raise StoreError("the database is closed")
        if not self.listener.is_alone:
            await self.listener.notify(BROADCAST_CHANNEL, text)

    async def list_due_tables(
        self, now: int, limit: int, after: int = 0, tidy_time: int | None = None
    ) -> list[str]:
        """Tables whose time has come since `after`, the longest overdue first."""
        sql = (
            "SELECT code FROM heads JOIN tables USING (id) WHERE due <= $1 AND due > $2"
            " AND (phase = 'running' OR due <= $3) ORDER BY due LIMIT $4"
        )
        tidied = now if tidy_time is None else tidy_time
        return [code for (code,) in await self.fetch(sql, now, after, tidied, limit)]

    async def list_lobby_tables(self, limit: int) -> list[TableRow]:
        """Tables open to everybody and running listed ones, the newest first."""
        where = " WHERE listed AND phase <> 'over' ORDER BY created DESC LIMIT $1"
        return [TableRow(*row) for row in await self.fetch(SELECT_TABLE_ROW + where, limit)]

    async def list_tables_of(self, person: str, phase: str, limit: int) -> list[TableRow]:
        """A person's tables of a phase, the last touched first."""
        where = (
            " JOIN sits USING (id) WHERE person = $1 AND phase = $2 ORDER BY touched DESC LIMIT $3"
        )
        return [
            TableRow(*row)
            for row in await self.fetch(SELECT_TABLE_ROW + where, person, phase, limit)
        ]

    async def count_tables_of(self, person: str) -> int:
        """How many of a person's tables are not over."""
        return int((await self.fetch(limits.COUNT_TABLES, person))[0][0])

    async def load_table_row(self, code: str) -> TableRow | None:
        """One table as lists show it."""
        rows = await self.fetch_or_empty(f"{SELECT_TABLE_ROW} WHERE code = $1", code)
        return TableRow(*rows[0]) if rows else None

    async def remove_table(self, code: str) -> None:
        """Forget a table and its log."""
        await self.execute_write(REMOVE_TABLE, code, self.worker)

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
        await self.execute_write(sql, *who, key.hash, key.kind, key.label, key.created, key.expires)

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""
        sql = "UPDATE people SET name = $1, avatar = $2 WHERE id = $3"
        await self.execute_write(sql, person.name, person.avatar, person.id)

    async def load_person(self, id: str) -> Person | None:
        """A person by the public id."""
        rows = await self.fetch_or_empty(
            "SELECT id, name, avatar, created FROM people WHERE id = $1", id
        )
        return Person(*rows[0]) if rows else None

    async def take_token(self, key: str, rate: float, burst: float) -> float:
        """Take a token from a key's bucket, which all workers share."""
        ((wait,),) = await self.execute_write(limits.TAKE_TOKEN, key, 1 / rate, burst / rate)
        return float(wait)

    async def remove_full_buckets(self) -> None:
        """Forget buckets that are as good as new."""
        await self.execute_write(limits.REMOVE_FULL_BUCKETS)

    async def load_last_seen(self) -> int:
        """When a server last said that it serves this, or when anything happened; 0: never."""
        ((seen,),) = await self.fetch(columns.SELECT_LAST_SEEN)
        return int(seen)

    async def save_last_seen(self, now: int) -> None:
        """Say that a server serves this now."""
        await self.execute_write("UPDATE pioche SET seen = $1", now)

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""
        await self.execute_write("UPDATE pioche SET pinged = pinged + 1")

    async def check(self) -> None:
        """PostgreSQL looks after its own files, and says so when asked for what is damaged."""

    async def count_totals(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""
        phases = await self.fetch("SELECT phase, count(*) FROM tables GROUP BY phase")
        ((people,),) = await self.fetch("SELECT count(*) FROM people")
        return {"open": 0, "running": 0, "over": 0, **dict(phases), "people": people}

    # -- all of it -----------------------------------------------------------------------

    async def copy(self) -> columns.RowStream:
        """Everything as it is at one moment, table by table; others may write meanwhile."""
        with wrap_database_errors():
            connection = await connect_patiently(self.url)
            try:
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    for table in columns.COLUMNS:
                        cursor = await connection.cursor(columns.build_select(table))
                        while rows := await cursor.fetch(columns.CHUNK):
                            yield table, [tuple(row) for row in rows]
            finally:
                connection.terminate()

    async def fill(self, filling: columns.RowSource) -> None:
        """Fill an empty database; BadDatabase where it is not."""
        with wrap_database_errors():
            connection = await connect_patiently(self.url)
            try:
                async with connection.transaction():
                    await fill_tables(connection, filling, describe_database(self.url))
            finally:
                connection.terminate()


async def fill_tables(connection: Any, filling: columns.RowSource, where: str) -> None:
    """Fill an empty database."""
    await connection.execute("LOCK TABLE people, tables IN EXCLUSIVE MODE")
    for table in ("people", "tables"):
        if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
            raise migrations.make_not_empty_error(where)
    for table, rows in filling:
        names = columns.COLUMNS[table]
        flags = names.index("listed") if "listed" in names else None
        if flags is not None:
            rows = [(*row[:flags], bool(row[flags]), *row[flags + 1 :]) for row in rows]
        await connection.copy_records_to_table(table, records=rows, columns=names, timeout=None)
    await connection.execute(RESET_ID_SEQUENCE)


RESET_ID_SEQUENCE = "SELECT setval(pg_get_serial_sequence('tables', 'id'), max(id)) FROM tables"


# -- the schema --------------------------------------------------------------------------


async def check_readable(url: str) -> None:
    """Make sure that there is something to read."""
    connection = await connect_patiently(url)
    try:
        version = await read_version(connection, describe_database(url))
        migrations.require_current(version, "postgres", describe_database(url))
    finally:
        await connection.close()


async def migrate_to_newest(url: str) -> None:
    """Bring the schema up to date."""
    await migrate(url, migrations.load_migrations("postgres"))


async def migrate(url: str, known: list[migrations.Migration]) -> None:
    """Go the steps that are left, all or none; one worker at a time."""
    connection = await connect_patiently(url)
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            if not await connection.fetch(LIST_RELATIONS):
                await connection.execute(migrations.CREATE_VERSION_TABLE)
                await connection.execute(migrations.INSERT_VERSION)
            version = await read_version(connection, describe_database(url))
            for step in migrations.find_pending(known, version, describe_database(url)):
                await connection.execute(step.sql)
                await connection.execute("UPDATE pioche SET version = $1", step.version)
    finally:
        await connection.close()


async def read_version(connection: Any, where: str) -> int:
    """How many steps a database has gone."""
    if "pioche" not in {name for (name,) in await connection.fetch(LIST_RELATIONS)}:
        raise migrations.make_foreign_error(where)
    return migrations.check_version(await connection.fetchval("SELECT version FROM pioche"), where)


LIST_RELATIONS = """
SELECT relname FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
