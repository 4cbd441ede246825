"""The store of one server process: a SQLite file in WAL mode, synced at every commit."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, cast

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
from pioche.server.store.lock import Lock
from pioche.server.store.sqlite_writer import Job, Writer, seat

READERS = 2
BUSY = 10.0  # seconds to wait for another process, such as a backup
SHOWN = "SELECT code, seq, touched, phase, body FROM tables JOIN heads USING (id)"


class SqliteStore:
    """Tables and people in one file, which one process writes to."""

    shared = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.heard: Callable[[Sequence[tuple[str, int]]], None] = lambda _: None
        self.missed: Callable[[], None] = lambda: None
        self.overheard: Callable[[str, str], None] = lambda *_: None
        self.writer: Writer | None = None
        self.lock: Lock | None = None
        self.readers: ThreadPoolExecutor | None = None
        self.local = threading.local()
        self.open_readers: list[sqlite3.Connection] = []

    async def open(self) -> None:
        """Take the file for this process, and bring the schema up to date."""
        connection = await asyncio.to_thread(self.prepare)
        self.writer = Writer(connection, asyncio.get_running_loop())
        self.readers = ThreadPoolExecutor(READERS, "pioche-reader")

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        writer, readers = self.writer, self.readers
        self.writer = self.readers = None
        if writer is not None and readers is not None:
            await asyncio.to_thread(self.let_go, writer, readers)

    def let_go(self, writer: Writer, readers: ThreadPoolExecutor) -> None:
        """End the threads, the connections and the lock."""
        writer.stop()
        readers.shutdown()
        for connection in [*self.open_readers, writer.connection]:
            connection.close()
        self.open_readers.clear()
        if self.lock is not None:
            self.lock.release()

    def prepare(self) -> sqlite3.Connection:
        """The writer's connection to a database that is up to date."""
        where = f"The database {self.path}"
        try:
            self.lock = Lock(Path(f"{self.path}.lock"))
        except BlockingIOError:
            raise BadDatabase(f"{where} is in use by another pioche server.") from None
        except OSError as error:
            raise BadDatabase(f"{where} can't be opened: {error}.") from None
        try:
            return up_to_date(self.path)
        except sqlite3.Error as error:
            self.lock.release()
            raise BadDatabase(f"{where} can't be used: {error}.") from None
        except BaseException:
            self.lock.release()
            raise

    # -- how to write and read -----------------------------------------------------------

    async def write(self, job: Job) -> Any:
        """Have the writer do something."""
        if self.writer is None:
            raise StoreError("the database is closed")
        return await self.writer.write(job)

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """What a query finds."""
        if self.readers is None:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, self.query, sql, values)

    def query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        """In a reader's thread: what a query finds."""
        try:
            if not hasattr(self.local, "connection"):
                self.local.connection = connect(self.path)
                self.open_readers.append(self.local.connection)
            return cast(sqlite3.Connection, self.local.connection).execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the database can't be read: {error}") from error

    # -- tables --------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Write) -> bool:
        """A new table with its first entry; False where the code is taken."""
        return bool(await self.write(partial(create, opening, first)))

    async def append(self, write: Write) -> bool:
        """Append an entry; False where it is not the table's next or the table is gone."""
        if self.writer is None:
            raise StoreError("the database is closed")
        went_in: bool = await self.writer.write(write)
        return went_in

    async def opening(self, code: str) -> Opening | None:
        """The table of a code."""
        sql = "SELECT code, secret, created FROM tables WHERE code = ?"
        rows = await self.rows(sql, code)
        return Opening(*rows[0]) if rows else None

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after a seq, in order, without a gap."""
        sql = (
            "SELECT log.body FROM log JOIN tables USING (id)"
            " WHERE code = ? AND log.seq > ? ORDER BY log.seq"
        )
        return [body for (body,) in await self.rows(sql, code, after)]

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
        rows = await self.rows(f"{SHOWN} WHERE code = ?", code)
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
        rows = await self.rows("SELECT id, name, avatar, created FROM people WHERE id = ?", id)
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


# -- connections -------------------------------------------------------------------------


def connect(path: Path) -> sqlite3.Connection:
    """A connection; whoever uses it begins and ends transactions."""
    connection = sqlite3.connect(
        path, timeout=BUSY, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def up_to_date(path: Path) -> sqlite3.Connection:
    """A connection to a file of ours, whose schema is the newest."""
    connection = connect(path)
    try:
        migrate(connection, migrations.steps("sqlite"), f"The database {path}")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, known: list[migrations.Step], where: str) -> None:
    """Go the steps that are left, all or none."""
    connection.execute("PRAGMA foreign_keys = OFF")  # a step may make a table anew
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in migrations.pending(known, version_of(connection, where), where):
            for statement in statements(step.sql):
                connection.execute(statement)
            connection.execute("UPDATE pioche SET version = ?", (step.version,))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BadDatabase(f"{where} has rows that belong to nothing.")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = ON")


def version_of(connection: sqlite3.Connection, where: str) -> int:
    """How many steps a database has gone; an empty one becomes ours."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        connection.execute(migrations.MARK)
        connection.execute(migrations.MARKED)
    elif "pioche" not in names:
        raise migrations.not_ours(where)
    return int(connection.execute("SELECT version FROM pioche").fetchone()[0])


def statements(script: str) -> list[str]:
    """A script's statements, for `executescript` would commit."""
    found = [""]
    for line in script.splitlines(keepends=True):
        found[-1] += line
        if sqlite3.complete_statement(found[-1]):
            found.append("")
    return [statement for statement in found if statement.strip()]


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
