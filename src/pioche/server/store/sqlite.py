"""The store of one server process: a SQLite file in WAL mode, synced at every commit."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

from pioche.server.store import columns
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
from pioche.server.store.lock import Lock
from pioche.server.store.migrations import not_empty
from pioche.server.store.sqlite_file import as_it_is, connect, named, up_to_date
from pioche.server.store.sqlite_writer import Job, Writer, seat

READERS = 2
SHOWN = "SELECT code, seq, touched, phase, body FROM tables JOIN heads USING (id)"


class SqliteStore:
    """Tables and people in one file, which one process writes to."""

    shared = False

    def __init__(self, path: str | Path, reading: bool = False) -> None:
        self.path = Path(path)
        self.reading = reading  # only, beside the process that writes
        self.heard: Callable[[Sequence[tuple[str, int]]], None] = lambda _: None
        self.missed: Callable[[], None] = lambda: None
        self.overheard: Callable[[str, str], None] = lambda *_: None
        self.committed: Callable[[int, float], None] = lambda *_: None
        self.writer: Writer | None = None
        self.lock: Lock | None = None
        self.readers: ThreadPoolExecutor | None = None
        self.local = threading.local()
        self.open_readers: list[sqlite3.Connection] = []

    @property
    def waiting(self) -> int:
        """How many entries are not on disk yet."""
        return 0 if self.writer is None else self.writer.queue.qsize()

    async def open(self) -> None:
        """Take the file for this process, and bring the schema up to date."""
        if self.reading:
            await asyncio.to_thread(self.look)
        else:
            connection = await asyncio.to_thread(self.prepare)
            self.writer = Writer(connection, asyncio.get_running_loop())
            self.writer.committed = lambda *commit: self.committed(*commit)
        self.readers = ThreadPoolExecutor(READERS, "pioche-reader")

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        writer, readers = self.writer, self.readers
        self.writer = self.readers = None
        if readers is not None:
            await asyncio.to_thread(self.let_go, writer, readers)

    def let_go(self, writer: Writer | None, readers: ThreadPoolExecutor) -> None:
        """End the threads, the connections and the lock."""
        readers.shutdown()
        for connection in self.open_readers:
            connection.close()
        self.open_readers.clear()
        self.local = threading.local()
        if writer is not None:
            writer.stop()
            writer.connection.close()
        if self.lock is not None:
            self.lock.release()

    def look(self) -> None:
        """Make sure that there is something to read."""
        if not self.path.is_file():
            raise BadDatabase(f"{named(self.path)} is not there.")
        with self.usable():
            as_it_is(self.path).close()

    def prepare(self) -> sqlite3.Connection:
        """The writer's connection to a database that is up to date."""
        with self.usable():
            try:
                self.lock = Lock(Path(f"{self.path}.lock"))
            except BlockingIOError:
                raise BadDatabase(f"{named(self.path)} is in use by another server.") from None
            try:
                return up_to_date(self.path)
            except BaseException:
                self.lock.release()
                raise

    @contextmanager
    def usable(self) -> Iterator[None]:
        """Whatever keeps us from using the file is told by its name."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise BadDatabase(f"{named(self.path)} can't be used: {error}.") from None

    # -- how to write and read -----------------------------------------------------------

    async def write(self, what: Write | Job) -> Any:
        """Have the writer do something."""
        if self.writer is None:
            raise StoreError("the database is not open for writing")
        return await self.writer.write(what)

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """What a query finds."""
        if self.readers is None:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, self.query, sql, values)

    async def find(self, sql: str, *values: object) -> list[Any]:
        """What a query finds by words from outside; nothing where no row could have them."""
        try:
            return await self.rows(sql, *values)
        except ValueError:
            return []

    def query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
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

    async def create(self, opening: Opening, first: Write) -> bool:
        """A new table with its first entry; False where the code is taken."""
        return bool(await self.write(partial(create, opening, first)))

    async def append(self, write: Write) -> bool:
        """Append an entry; False where it is not the table's next or the table is gone."""
        return bool(await self.write(write))

    async def opening(self, code: str) -> Opening | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = ?"
        rows = await self.find(sql, code)
        return Opening(*rows[0]) if rows else None

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after a seq, in order, without a gap."""
        sql = (
            "SELECT log.body FROM log JOIN tables USING (id)"
            " WHERE code = ? AND log.seq > ? ORDER BY log.seq"
        )
        return [body for (body,) in await self.find(sql, code, after)]

    async def whisper(self, text: str) -> None:
        """There are no other workers."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""
        sql = "SELECT code FROM heads JOIN tables USING (id) WHERE due <= ? ORDER BY due LIMIT ?"
        return [code for (code,) in await self.rows(sql, now, limit)]

    async def listed(self, limit: int) -> list[Shown]:
        """Tables open to everybody and running listed ones, the newest first."""
        where = " WHERE listed = 1 AND phase <> 'over' ORDER BY created DESC LIMIT ?"
        return [Shown(*row) for row in await self.rows(SHOWN + where, limit)]

    async def tables_of(self, person: str, phase: str, limit: int) -> list[Shown]:
        """A person's tables of a phase, the last touched first."""
        where = " JOIN sits USING (id) WHERE person = ? AND phase = ? ORDER BY touched DESC LIMIT ?"
        return [Shown(*row) for row in await self.rows(SHOWN + where, person, phase, limit)]

    async def count_of(self, person: str) -> int:
        """How many of a person's tables are not over."""
        sql = (
            "SELECT count(*) FROM sits JOIN tables USING (id) WHERE person = ? AND phase <> 'over'"
        )
        return int((await self.rows(sql, person))[0][0])

    async def show(self, code: str) -> Shown | None:
        """One table as lists show it."""
        rows = await self.find(f"{SHOWN} WHERE code = ?", code)
        return Shown(*rows[0]) if rows else None

    async def remove(self, code: str) -> None:
        """Forget a table and its log."""
        await self.write(partial(self.forget, code))

    def forget(self, code: str, connection: sqlite3.Connection) -> None:
        """In the writer's thread: the writer must not know the table's id any more either."""
        if self.writer is not None:
            self.writer.ids.pop(code, None)
        connection.execute("DELETE FROM tables WHERE code = ?", (code,))

    # -- people --------------------------------------------------------------------------

    async def add_person(self, person: Person, key: Key) -> None:
        """A new person with a first key."""
        await self.write(partial(add_person, person, key))

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""
        sql = "UPDATE people SET name = ?, avatar = ? WHERE id = ?"
        await self.write(change(sql, person.name, person.avatar, person.id))

    async def person(self, id: str) -> Person | None:
        """A person by the public id."""
        rows = await self.find("SELECT id, name, avatar, created FROM people WHERE id = ?", id)
        return Person(*rows[0]) if rows else None

    async def person_of(self, hash: bytes, kinds: Sequence[str], now: int) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""
        sql = (
            "SELECT people.id, name, avatar, people.created FROM keys"
            " JOIN people ON people.id = person WHERE hash = ?"
            f" AND kind IN ({', '.join('?' * len(kinds))}) AND (expires IS NULL OR expires > ?)"
        )
        rows = await self.rows(sql, hash, *kinds, now)
        return Person(*rows[0]) if rows else None

    async def add_key(self, key: Key) -> None:
        """One more key."""
        await self.write(partial(add_key, key))

    async def keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""
        sql = (
            "SELECT hash, person, kind, label, created, expires FROM keys"
            " WHERE person = ? ORDER BY created, hash"
        )
        return [Key(*row) for row in await self.rows(sql, person)]

    async def take_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""
        return bool(await self.write(change("DELETE FROM keys WHERE hash = ?", hash)))

    async def tidy(self, now: int) -> None:
        """Forget keys that have expired."""
        await self.write(change("DELETE FROM keys WHERE expires <= ?", now))

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""
        await self.write(change("UPDATE pioche SET pinged = pinged + 1"))

    async def size(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""
        phases = await self.rows("SELECT phase, count(*) FROM tables GROUP BY phase")
        ((people,),) = await self.rows("SELECT count(*) FROM people")
        return {"open": 0, "running": 0, "over": 0, **dict(phases), "people": people}

    # -- all of it -----------------------------------------------------------------------

    async def copy(self) -> columns.Copied:
        """Everything as it is at one moment, table by table; others may write meanwhile."""
        try:
            connection = await asyncio.to_thread(as_it_is, self.path)
            try:
                connection.execute("BEGIN")
                for table in columns.COLUMNS:
                    cursor = await asyncio.to_thread(connection.execute, columns.select(table))
                    while rows := await asyncio.to_thread(cursor.fetchmany, columns.CHUNK):
                        yield table, rows
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise StoreError(f"the database can't be read: {error}") from error

    async def fill(self, filling: columns.Filling) -> None:
        """Fill an empty database; BadDatabase where it is not."""
        await self.write(partial(fill, filling, named(self.path)))


# -- jobs of the writer ------------------------------------------------------------------


def change(sql: str, *values: object) -> Job:
    """A single statement; the answer is how many rows it changed."""
    return lambda connection: connection.execute(sql, values).rowcount


def create(opening: Opening, first: Write, connection: sqlite3.Connection) -> bool:
    """Add a table with its first entry, unless the code is taken."""
    card = first.card or Card("open", False, (), b"{}")
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
    seat(connection, id, card.people)
    return True


def add_person(person: Person, key: Key, connection: sqlite3.Connection) -> None:
    """Add a person and the first key."""
    sql = "INSERT INTO people (id, name, avatar, created) VALUES (?, ?, ?, ?)"
    connection.execute(sql, (person.id, person.name, person.avatar, person.created))
    add_key(key, connection)


def add_key(key: Key, connection: sqlite3.Connection) -> None:
    """Add a key."""
    connection.execute(
        "INSERT INTO keys (hash, person, kind, label, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
        (key.hash, key.person, key.kind, key.label, key.created, key.expires),
    )


def fill(filling: columns.Filling, where: str, connection: sqlite3.Connection) -> None:
    """Fill an empty database."""
    for table in ("people", "tables"):
        if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            raise not_empty(where)
    for table, rows in filling:
        connection.executemany(columns.insert(table), rows)
