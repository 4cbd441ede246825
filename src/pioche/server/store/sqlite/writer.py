"""The one thread that writes to SQLite: all that waits goes into one transaction.

Whenever the thread needs the interpreter it must get it from a busy event loop, and each call
of SQLite gives it up. So batches are made by the loop, and all entries of a batch are one
statement: a view takes them as rows, and its trigger does with each what an append is.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from time import monotonic
from typing import Any

from pioche.server.store.base import COMMIT_INTERVAL, NewEntry, StoreError

Job = Callable[[sqlite3.Connection], Any]
Item = tuple[NewEntry | Job, asyncio.Future[Any]]

BATCH_SIZE = 512  # items of one transaction
MAX_KNOWN = 50_000  # tables of which we remember who sits there
AS_BEFORE = (None, None, None)  # of a summary
NOT_NEXT = "not the next entry of its table"

# Seen by this connection alone, so they are no part of the schema.
MAKE_APPENDS = f"""
CREATE TEMP VIEW appends AS
SELECT NULL AS code, NULL AS seq, NULL AS body, NULL AS at, NULL AS due,
  NULL AS phase, NULL AS listed, NULL AS summary;
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends WHEN NEW.code IS NOT NULL BEGIN
  SELECT RAISE(ABORT, '{NOT_NEXT}') WHERE NOT EXISTS (
    SELECT 1 FROM tables JOIN heads USING (id) WHERE code = NEW.code AND seq = NEW.seq - 1);
  INSERT INTO log (id, seq, body) SELECT id, NEW.seq, NEW.body FROM tables WHERE code = NEW.code;
  UPDATE heads SET seq = NEW.seq, touched = NEW.at, due = NEW.due
    WHERE id = (SELECT id FROM tables WHERE code = NEW.code);
  UPDATE tables SET phase = NEW.phase, listed = NEW.listed, body = NEW.summary
    WHERE code = NEW.code AND NEW.phase IS NOT NULL;
END;
"""


@cache
def build_append(rows: int) -> str:
    """Appends entries; fails as a whole where one is not the next of its table."""
    return f"INSERT INTO appends VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * rows)}"


class WriteBatch:
    """What goes into one transaction, made ready for the thread."""

    def __init__(self, items: list[Item], people: dict[str, Sequence[str]]) -> None:
        self.items = items
        self.writes = [what for what, _ in items if isinstance(what, NewEntry)]
        self.has_jobs = len(self.writes) < len(items)
        # The tables where other people sit than before, as far as we know.
        self.reseated = [
            write
            for write in self.writes
            if write.summary is not None and people.get(write.code) != write.summary.people
        ]
        self.rows = list_values(self.writes)
        self.begun = monotonic()

    @property
    def is_plain(self) -> bool:
        """Whether one statement does it all."""
        return not (self.has_jobs or self.reseated)


class SqliteWriter:
    """Takes writes from an event loop and answers when they are on disk."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self.connection = connection
        self.loop = loop
        self.pending: list[Item] = []
        self.working: WriteBatch | None = None  # what the thread is writing
        self.timer: asyncio.Handle | None = None
        self.earliest = 0.0  # when the next batch may go, by the loop's clock
        self.queue: SimpleQueue[WriteBatch | None] = SimpleQueue()
        self.people: dict[str, Sequence[str]] = {}  # who sits at a table, as it was written last
        self.on_committed: Callable[[int, float], None] = lambda *_: None
        self.check_place: Callable[[], None] = lambda: None  # StoreError where the file is gone
        connection.executescript(MAKE_APPENDS)
        self.thread = threading.Thread(target=self.run, name="pioche-writer", daemon=True)
        self.thread.start()

    # -- on the event loop ---------------------------------------------------------------

    @property
    def pending_count(self) -> int:
        """How many writes are not on disk yet."""
        return len(self.pending) + (0 if self.working is None else len(self.working.items))

    def write(self, what: NewEntry | Job) -> asyncio.Future[Any]:
        """Queue a write; the answer comes when it is on disk."""
        future: asyncio.Future[Any] = self.loop.create_future()
        self.pending.append((what, future))
        if self.working is None and self.timer is None:
            self.schedule()
        return future

    def schedule(self) -> None:
        """Begin the next batch when it may go: until then others gather."""
        wait = self.earliest - self.loop.time()
        self.timer = (
            self.loop.call_later(wait, self.submit)
            if wait > 0
            else self.loop.call_soon(self.submit)
        )

    def submit(self) -> None:
        """Give the thread what waits."""
        self.timer = None
        items, self.pending = self.pending[:BATCH_SIZE], self.pending[BATCH_SIZE:]
        self.earliest = self.loop.time() + COMMIT_INTERVAL
        self.working = WriteBatch(items, self.people)
        self.queue.put(self.working)

    def finish_batch(self, answers: list[Any]) -> None:
        """Wake those who wait, and go on."""
        batch, self.working = self.working, None
        assert batch is not None
        if self.pending:
            self.schedule()
        self.remember_people(batch, answers)
        resolve_futures(batch.items, answers)
        if not isinstance(answers[0], StoreError):
            self.on_committed(len(answers), monotonic() - batch.begun)

    def remember_people(self, batch: WriteBatch, answers: list[Any]) -> None:
        """Know who sits at the tables that were written to, or that we don't know it."""
        if len(self.people) > MAX_KNOWN:
            self.people.clear()
        for (what, _), answer in zip(batch.items, answers, strict=True):
            if isinstance(what, NewEntry) and what.summary is not None:
                if answer is True:
                    self.people[what.code] = what.summary.people
                else:
                    self.forget_people(what.code)

    def forget_people(self, code: str) -> None:
        """Who sits at a table is not known, or there is no such table."""
        self.people.pop(code, None)

    async def stop(self) -> None:
        """Write what waits, then end."""
        while self.pending or self.working is not None:
            await asyncio.sleep(0.001)
        self.queue.put(None)
        await asyncio.to_thread(self.thread.join)

    # -- in the thread -------------------------------------------------------------------

    def run(self) -> None:
        while (batch := self.queue.get()) is not None:
            answers = self.commit(batch)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self.loop.call_soon_threadsafe(self.finish_batch, answers)

    def commit(self, batch: WriteBatch) -> list[Any]:
        """The answers to all items, after one transaction."""
        try:
            self.check_place()
            try:
                answers = self.commit_together(batch)
            except sqlite3.IntegrityError:  # some entry is not the next: find out which
                self.roll_back()
                answers = self.commit_one_by_one(batch)
            self.check_place()
        except Exception as error:
            self.roll_back()
            return [StoreError(f"the database can't be written to: {error}") for _ in batch.items]
        return answers

    def roll_back(self) -> None:
        """Leave a transaction that has failed."""
        with suppress(sqlite3.Error):  # the next BEGIN fails then, and says so
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def commit_together(self, batch: WriteBatch) -> list[Any]:
        """Append all entries in one statement; then do the rest."""
        if batch.is_plain:
            self.append(batch.rows)
            return [True] * len(batch.items)
        self.connection.execute("BEGIN IMMEDIATE")
        self.append(batch.rows)
        for write in batch.reseated:
            self.update_sits(write)
        answers = [isinstance(what, NewEntry) or self.run_job(what) for what, _ in batch.items]
        self.check_place()
        self.connection.execute("COMMIT")
        return answers

    def commit_one_by_one(self, batch: WriteBatch) -> list[Any]:
        """As `commit_together`, where entries may be too late or their tables gone."""
        self.connection.execute("BEGIN IMMEDIATE")
        answers = [
            self.try_append(what) if isinstance(what, NewEntry) else self.run_job(what)
            for what, _ in batch.items
        ]
        self.check_place()
        self.connection.execute("COMMIT")
        return answers

    def append(self, rows: list[Any]) -> None:
        """Append entries; IntegrityError where one is not the next of its table."""
        if rows:
            self.connection.execute(build_append(len(rows) // 8), rows)

    def try_append(self, write: NewEntry) -> bool:
        """Append an entry; False where it is not the next of its table."""
        try:
            self.append(list_values([write]))
        except sqlite3.IntegrityError as error:
            if str(error) != NOT_NEXT:
                raise
            return False
        if write.summary is not None:
            self.update_sits(write)
        return True

    def update_sits(self, write: NewEntry) -> None:
        """Change who sits at a table."""
        assert write.summary is not None
        sql = "SELECT id FROM tables WHERE code = ?"
        ((id,),) = self.connection.execute(sql, (write.code,)).fetchall()
        self.connection.execute("DELETE FROM sits WHERE id = ?", (id,))
        insert_sits(self.connection, id, write.summary.people)

    def run_job(self, job: Job) -> Any:
        """Any other write; one that can't be leaves the rest of the transaction alone."""
        self.connection.execute("SAVEPOINT job")
        try:
            result = job(self.connection)
        except (sqlite3.IntegrityError, OverflowError, ValueError) as error:
            self.connection.execute("ROLLBACK TO job")
            result = error if isinstance(error, ValueError) else ValueError(str(error))
        self.connection.execute("RELEASE job")
        return result


def list_values(writes: Sequence[NewEntry]) -> list[Any]:
    """The values of a statement that appends entries; few lengths, so that all stay prepared."""
    values: list[Any] = []
    for write in writes:
        card = write.summary
        values += (write.code, write.seq, write.body, write.at, write.due)
        values += AS_BEFORE if card is None else (card.phase, card.listed, card.body)
    rows = 1 << (len(writes) - 1).bit_length() if writes else 0
    return values + [None] * (8 * (rows - len(writes)))


def resolve_futures(items: list[Item], answers: list[Any]) -> None:
    """Wake those who wait."""
    for (_, future), result in zip(items, answers, strict=True):
        if future.done():  # its caller has been cancelled
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def insert_sits(connection: sqlite3.Connection, id: int | None, people: Iterable[str]) -> None:
    """Note who sits at a table."""
    rows = [(person, id) for person in dict.fromkeys(people)]
    connection.executemany("INSERT INTO sits (person, id) VALUES (?, ?)", rows)
