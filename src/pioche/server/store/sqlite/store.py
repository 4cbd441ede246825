"""The store of one server process: a SQLite file in WAL mode, synced at every commit."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

from pioche.server.store import columns
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
from pioche.server.store.migrations import make_not_empty_error
from pioche.server.store.sqlite.file import (
    connect,
    describe_database,
    open_migrated,
    open_read_only,
)
from pioche.server.store.sqlite.keys import SqliteKeys
from pioche.server.store.sqlite.lock import FileLock
from pioche.server.store.sqlite.watch import FileWatch
from pioche.server.store.sqlite.writer import Job, SqliteWriter, insert_sits
from pioche.server.token_bucket import KeyedBuckets

READER_THREADS = 2
SELECT_TABLE_ROW = "SELECT code, seq, touched, phase, body FROM tables JOIN heads USING (id)"
SITS = "FROM sits JOIN tables USING (id)"
COUNT_TABLES = f"SELECT count(*) {SITS} WHERE person = ? AND phase <> 'over'"


class SqliteStore(SqliteKeys):
    """Tables and people in one file, which one process writes to."""

    is_shared = False

    def __init__(self, path: str | Path, reading: bool = False) -> None:
        self.path = Path(path)
        self.reading = reading  # only, beside the process that writes
        self.on_appended: Callable[[Sequence[Appended]], None] = lambda _: None
        self.on_missed: Callable[[], None] = lambda: None
        self.on_broadcast: Callable[[str, str], None] = lambda *_: None
        self.on_keys_removed: Callable[[Sequence[bytes]], None] = lambda _: None
        self.on_committed: Callable[[int, float], None] = lambda *_: None
        self.buckets: dict[tuple[float, float], KeyedBuckets] = {}  # by rate and burst
        self.writer: SqliteWriter | None = None
        self.lock: FileLock | None = None
        self.watch: FileWatch | None = None
        self.readers: ThreadPoolExecutor | None = None
        self.local = threading.local()
        self.open_readers: list[sqlite3.Connection] = []

    @property
    def pending_count(self) -> int:
        """How many entries are not on disk yet."""
        return 0 if self.writer is None else self.writer.pending_count

    async def open(self) -> None:
        """Take the file for this process, and bring the schema up to date."""
        if self.reading:
            await asyncio.to_thread(self.check_readable)
        else:
            connection = await asyncio.to_thread(self.open_for_writing)
            self.writer = SqliteWriter(connection, asyncio.get_running_loop())
            self.writer.check_place = cast(FileWatch, self.watch).check_place
            self.writer.on_committed = lambda *commit: self.on_committed(*commit)
        self.readers = ThreadPoolExecutor(READER_THREADS, "pioche-reader")

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        writer, readers = self.writer, self.readers
        self.writer = self.readers = None
        if writer is not None:
            await writer.stop()
        if readers is not None:
            await asyncio.to_thread(self.close_all, writer, readers)

    def close_all(self, writer: SqliteWriter | None, readers: ThreadPoolExecutor) -> None:
        """End the threads, the connections and the lock."""
        readers.shutdown()
        for connection in self.open_readers:
            connection.close()
        self.open_readers.clear()
        self.local = threading.local()
        if writer is not None:
            writer.connection.close()
        if self.lock is not None:
            self.lock.release()

    def check_readable(self) -> None:
        """Make sure that there is something to read."""
        if not self.path.is_file():
            raise BadDatabase(f"{describe_database(self.path)} is not there.")
        with self.wrap_file_errors():
            open_read_only(self.path).close()

    def open_for_writing(self) -> sqlite3.Connection:
        """The writer's connection to a database that is up to date."""
        with self.wrap_file_errors():
            try:
                # Beside the file itself: by a symbolic link it has several paths.
                self.lock = FileLock(Path(f"{os.path.realpath(self.path)}.lock"))
            except BlockingIOError:
                raise BadDatabase(
                    f"{describe_database(self.path)} is in use by another server."
                ) from None
            try:
                connection = open_migrated(self.path)
                self.watch = FileWatch(self.path)
                return connection
            except BaseException:
                self.lock.release()
                raise

    @contextmanager
    def wrap_file_errors(self) -> Iterator[None]:
        """Whatever keeps us from using the file is told by its name."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise BadDatabase(f"{describe_database(self.path)} can't be used: {error}.") from None

    # -- how to write and read -----------------------------------------------------------

    def submit(self, what: NewEntry | Job) -> Awaitable[Any]:
        """Have the writer do something."""
        if self.writer is None:
            raise StoreError("the database is not open for writing")
        return self.writer.write(what)

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """What a query finds."""
        if self.readers is None:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, self.run_query, sql, values)

    async def fetch_or_empty(self, sql: str, *values: object) -> list[Any]:
        """What a query finds by words from outside; nothing where no row could have them."""
        try:
            return await self.fetch(sql, *values)
        except ValueError:
            return []

    def run_query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        """In a reader's thread: what a query finds."""
        try:
            if not hasattr(self.local, "connection"):
                self.local.connection = connect(self.path)
                self.open_readers.append(self.local.connection)
            return cast(sqlite3.Connection, self.local.connection).execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the database can't be read: {error}") from error
        except OverflowError as error:
            raise ValueError(str(error)) from error

    # -- tables --------------------------------------------------------------------------

    async def create_table(
        self, opening: TableHeader, first: NewEntry, limit: TableLimit | None = None
    ) -> bool:
        """A new table with its first entry; False where the code is taken."""
        return bool(await self.submit(partial(insert_table, opening, first, limit)))

    def append_entry(self, write: NewEntry) -> Awaitable[bool]:
        """Append an entry; False where it is not the table's next or the table is gone."""
        return self.submit(write)

    async def load_header(self, code: str) -> TableHeader | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = ?"
        rows = await self.fetch_or_empty(sql, code)
        return TableHeader(*rows[0]) if rows else None

    async def read_entries(
        self, code: str, after: int = 0, limit: int | None = None
    ) -> list[bytes]:
        """The entries after a seq, in order, without a gap; the first of them, up to a limit."""
        sql = (
            "SELECT log.body FROM log JOIN tables USING (id)"
            " WHERE code = ? AND log.seq > ? ORDER BY log.seq LIMIT ?"
        )
        most = -1 if limit is None else limit
        return [body for (body,) in await self.fetch_or_empty(sql, code, after, most)]

    async def broadcast(self, text: str) -> None:
        """There are no other workers."""

    async def list_due_tables(
        self, now: int, limit: int, after: int = 0, tidy_time: int | None = None
    ) -> list[str]:
        """Tables whose time has come since `after`, the longest overdue first."""
        sql = (
            "SELECT code FROM heads JOIN tables USING (id) WHERE due <= ? AND due > ?"
            " AND (phase = 'running' OR due <= ?) ORDER BY due LIMIT ?"
        )
        tidied = now if tidy_time is None else tidy_time
        return [code for (code,) in await self.fetch(sql, now, after, tidied, limit)]

    async def list_lobby_tables(self, limit: int) -> list[TableRow]:
        """Tables open to everybody and running listed ones, the newest first."""
        where = " WHERE listed = 1 AND phase <> 'over' ORDER BY created DESC LIMIT ?"
        return [TableRow(*row) for row in await self.fetch(SELECT_TABLE_ROW + where, limit)]

    async def list_tables_of(self, person: str, phase: str, limit: int) -> list[TableRow]:
        """A person's tables of a phase, the last touched first."""
        where = " JOIN sits USING (id) WHERE person = ? AND phase = ? ORDER BY touched DESC LIMIT ?"
        return [
            TableRow(*row)
            for row in await self.fetch(SELECT_TABLE_ROW + where, person, phase, limit)
        ]

    async def count_tables_of(self, person: str) -> int:
        """How many of a person's tables are not over."""
        return int((await self.fetch(COUNT_TABLES, person))[0][0])

    async def load_table_row(self, code: str) -> TableRow | None:
        """One table as lists show it."""
        rows = await self.fetch_or_empty(f"{SELECT_TABLE_ROW} WHERE code = ?", code)
        return TableRow(*rows[0]) if rows else None

    async def remove_table(self, code: str) -> None:
        """Forget a table and its log."""
        await self.submit(make_statement_job("DELETE FROM tables WHERE code = ?", code))
        if self.writer is not None:
            self.writer.forget_people(code)

    # -- people --------------------------------------------------------------------------

    async def add_person(self, person: Person, key: Key) -> None:
        """A new person with a first key."""
        await self.submit(partial(insert_person, person, key))

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""
        sql = "UPDATE people SET name = ?, avatar = ? WHERE id = ?"
        await self.submit(make_statement_job(sql, person.name, person.avatar, person.id))

    async def load_person(self, id: str) -> Person | None:
        """A person by the public id."""
        rows = await self.fetch_or_empty(
            "SELECT id, name, avatar, created FROM people WHERE id = ?", id
        )
        return Person(*rows[0]) if rows else None

    async def find_person_by_key(
        self, hash: bytes, kinds: Sequence[str], now: int
    ) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""
        sql = (
            "SELECT people.id, name, avatar, people.created FROM keys"
            " JOIN people ON people.id = person WHERE hash = ?"
            f" AND kind IN ({', '.join('?' * len(kinds))}) AND (expires IS NULL OR expires > ?)"
        )
        rows = await self.fetch(sql, hash, *kinds, now)
        return Person(*rows[0]) if rows else None

    async def add_key(self, key: Key, most: int | None = None) -> bool:
        """One more key; False where the person has so many of its kind."""
        return bool(await self.submit(partial(insert_key, key, most)))

    async def take_token(self, key: str, rate: float, burst: float) -> float:
        """Take a token; in memory, for there are no other workers."""
        if (rate, burst) not in self.buckets:
            self.buckets[rate, burst] = KeyedBuckets(rate, burst)
        return self.buckets[rate, burst].take(key)

    async def remove_full_buckets(self) -> None:
        """They go by themselves."""

    async def load_last_seen(self) -> int:
        """When a server last said that it serves this, or when anything happened; 0: never."""
        ((seen,),) = await self.fetch(columns.SELECT_LAST_SEEN)
        return int(seen)

    async def save_last_seen(self, now: int) -> None:
        """Say that a server serves this now."""
        await self.submit(make_statement_job("UPDATE pioche SET seen = ?", now))

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""
        await self.submit(make_statement_job("UPDATE pioche SET pinged = pinged + 1"))

    async def check(self) -> None:
        """Return if the file is in its place and sound, as far as a quick look can tell."""
        if self.watch is not None:
            await asyncio.to_thread(self.watch.check)

    async def count_totals(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""
        phases = await self.fetch("SELECT phase, count(*) FROM tables GROUP BY phase")
        ((people,),) = await self.fetch("SELECT count(*) FROM people")
        return {"open": 0, "running": 0, "over": 0, **dict(phases), "people": people}

    # -- all of it -----------------------------------------------------------------------

    async def copy(self) -> columns.RowStream:
        """Everything as it is at one moment, table by table; others may write meanwhile."""
        try:
            connection = await asyncio.to_thread(open_read_only, self.path)
            try:
                connection.execute("BEGIN")
                for table in columns.COLUMNS:
                    cursor = await asyncio.to_thread(
                        connection.execute, columns.build_select(table)
                    )
                    while rows := await asyncio.to_thread(cursor.fetchmany, columns.CHUNK):
                        yield table, rows
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise StoreError(f"the database can't be read: {error}") from error

    async def fill(self, filling: columns.RowSource) -> None:
        """Fill an empty database; BadDatabase where it is not."""
        await self.submit(partial(fill_tables, filling, describe_database(self.path)))


# -- jobs of the writer ------------------------------------------------------------------


def make_statement_job(sql: str, *values: object) -> Job:
    """A single statement; the answer is how many rows it changed."""
    return lambda connection: connection.execute(sql, values).rowcount


def insert_table(
    opening: TableHeader,
    first: NewEntry,
    limit: TableLimit | None,
    connection: sqlite3.Connection,
) -> bool:
    """Add a table with its first entry, unless the code is taken or somebody has too many."""
    if limit is not None:
        ((count,),) = connection.execute(COUNT_TABLES, (limit.person,))
        if count >= limit.most:
            raise TooManyTables
    card = first.summary or StoredSummary("open", False, (), b"{}")
    cursor = connection.execute(
        "INSERT INTO tables (code, secret, created, phase, listed, body)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING",
        (opening.code, opening.secret, opening.created, card.phase, card.listed, card.body),
    )
    if cursor.rowcount == 0:
        return False
    id = cursor.lastrowid
    head = "INSERT INTO heads (id, seq, touched, due) VALUES (?, ?, ?, ?)"
    connection.execute(head, (id, first.seq, first.at, first.due))
    line = "INSERT INTO log (id, seq, body) VALUES (?, ?, ?)"
    connection.execute(line, (id, first.seq, first.body))
    insert_sits(connection, id, card.people)
    return True


def insert_person(person: Person, key: Key, connection: sqlite3.Connection) -> None:
    """Add a person and the first key."""
    sql = "INSERT INTO people (id, name, avatar, created) VALUES (?, ?, ?, ?)"
    connection.execute(sql, (person.id, person.name, person.avatar, person.created))
    insert_key(key, None, connection)


def insert_key(key: Key, most: int | None, connection: sqlite3.Connection) -> bool:
    """Add a key, unless its person has so many of the kind that have not expired."""
    cursor = connection.execute(
        "INSERT INTO keys (hash, person, kind, label, created, expires) SELECT ?, ?, ?, ?, ?, ?"
        " WHERE ? IS NULL OR ? > (SELECT count(*) FROM keys WHERE person = ? AND kind = ?"
        " AND (expires IS NULL OR expires > ?))",
        (
            *(key.hash, key.person, key.kind, key.label, key.created, key.expires),
            *(most, most, key.person, key.kind, key.created),
        ),
    )
    return cursor.rowcount > 0


def fill_tables(filling: columns.RowSource, where: str, connection: sqlite3.Connection) -> None:
    """Fill an empty database."""
    for table in ("people", "tables"):
        if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise make_not_empty_error(where)
    for table, rows in filling:
        connection.executemany(columns.build_insert(table), rows)
