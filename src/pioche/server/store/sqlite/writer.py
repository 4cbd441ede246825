"""The one thread that writes to SQLite: all that waits goes into one transaction.

Each statement gives up the interpreter's lock and must get it back from a busy event loop,
so all appends of a batch are two statements, however many they are.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

from pioche.server.store.base import COMMIT_INTERVAL, NewEntry, StoredSummary, StoreError

Job = Callable[[sqlite3.Connection], Any]
Item = tuple[NewEntry | Job, asyncio.Future[Any]]

CHUNK = 64  # rows of one statement; a power of two
BATCH_SIZE = 512  # items of one transaction
MAX_KNOWN_IDS = 50_000  # ids to remember


@cache
def build_log_insert(rows: int) -> str:
    """Adds to the log what is the next entry of its table."""
    return (
        "INSERT INTO log (id, seq, body) SELECT id, column2, column3"
        f" FROM (VALUES {', '.join(['(?, ?, ?)'] * rows)})"
        " CROSS JOIN heads ON id = column1 AND seq = column2 - 1"
    )


@cache
def build_heads_update(rows: int) -> str:
    """Moves the heads of those tables on."""
    return (
        "UPDATE heads SET seq = column2, touched = column3, due = column4"
        f" FROM (VALUES {', '.join(['(?, ?, ?, ?)'] * rows)})"
        " WHERE id = column1 AND seq = column2 - 1"
    )


class SqliteWriter:
    """Takes writes from an event loop and answers when they are on disk."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self.connection = connection
        self.loop = loop
        self.queue: SimpleQueue[Item | None] = SimpleQueue()
        self.ids: dict[str, int] = {}  # code → id, of tables that entries came for
        self.on_committed: Callable[[int, float], None] = lambda *_: None
        self.check_place: Callable[[], None] = lambda: None  # StoreError where the file is gone
        self.thread = threading.Thread(target=self.run, name="pioche-writer", daemon=True)
        self.thread.start()

    def write(self, what: NewEntry | Job) -> asyncio.Future[Any]:
        """Queue a write; the answer comes when it is on disk."""
        future: asyncio.Future[Any] = self.loop.create_future()
        self.queue.put((what, future))
        return future

    def stop(self) -> None:
        """Write what waits, then end."""
        self.queue.put(None)
        self.thread.join()

    def run(self) -> None:
        last, begun = False, 0.0
        while not last:
            items, last, begun = self.take_batch(begun + COMMIT_INTERVAL)
            if items:
                answers = self.commit(items)
                seconds = monotonic() - begun
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self.loop.call_soon_threadsafe(self.finish_batch, items, answers, seconds)

    def finish_batch(self, items: list[Item], answers: list[Any], seconds: float) -> None:
        """On the event loop: wake those who wait."""
        resolve_futures(items, answers)
        if not isinstance(answers[0], StoreError):
            self.on_committed(len(items), seconds)

    def take_batch(self, earliest: float) -> tuple[list[Item], bool, float]:
        """All that waits at a moment, if need be later; whether it is the last; the moment."""
        first = self.queue.get()
        now = monotonic()
        if now < earliest and first is not None:
            sleep(earliest - now)
            now = monotonic()
        items, last = self.drain(first)
        return items, last, now

    def drain(self, item: Item | None) -> tuple[list[Item], bool]:
        """An item and all behind it, and whether the end is among them."""
        items = []
        while item is not None:
            items.append(item)
            if len(items) == BATCH_SIZE or self.queue.empty():
                return items, False
            item = self.queue.get()
        return items, True

    def commit(self, items: list[Item]) -> list[Any]:
        """The answers to all items, after one transaction."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            answers = self.run_items(items)
            self.check_place()
            self.connection.execute("COMMIT")
        except Exception as error:
            self.roll_back()
            return [StoreError(f"the database can't be written to: {error}") for _ in items]
        return answers

    def roll_back(self) -> None:
        """Leave a transaction that has failed."""
        self.ids.clear()  # of tables that are not there after all
        with suppress(sqlite3.Error):  # the next BEGIN fails then, and says so
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def run_items(self, items: list[Item]) -> list[Any]:
        """Carry items out in order, appends of different tables together."""
        answers: list[Any] = [False] * len(items)
        chunk: dict[str, int] = {}  # code → which item
        for index, (what, _) in enumerate(items):
            if isinstance(what, NewEntry):
                if what.code in chunk or len(chunk) == CHUNK:
                    self.append_chunk(chunk, items, answers)
                chunk[what.code] = index
            else:
                self.append_chunk(chunk, items, answers)
                answers[index] = self.run_job(what)
        self.append_chunk(chunk, items, answers)
        return answers

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

    def append_chunk(self, chunk: dict[str, int], items: list[Item], answers: list[Any]) -> None:
        """Append entries of different tables; empties the chunk."""
        if not chunk:
            return
        writes: list[NewEntry] = [items[index][0] for index in chunk.values()]  # type: ignore[misc]
        self.load_ids(chunk)
        went_in = self.insert_entries(writes)
        for write, index in zip(writes, chunk.values(), strict=True):
            if went_in is None or write.code in went_in:
                answers[index] = True
                if write.summary is not None:
                    update_summary(self.connection, self.ids[write.code], write.summary)
        chunk.clear()

    def load_ids(self, codes: Iterable[str]) -> None:
        """Look up the ids of tables that no entry came for yet."""
        new = [code for code in codes if code not in self.ids]
        if new:
            if len(self.ids) > MAX_KNOWN_IDS:
                self.ids.clear()
                new = list(codes)
            sql = f"SELECT code, id FROM tables WHERE code IN ({', '.join('?' * len(new))})"
            self.ids.update(self.connection.execute(sql, new).fetchall())

    def insert_entries(self, writes: list[NewEntry]) -> set[str] | None:
        """Add lines to the log and move their tables on; which went in, None for all."""
        rows = 1 << (len(writes) - 1).bit_length()  # few forms, so that all stay prepared
        spare = rows - len(writes)
        lines: list[Any] = []
        moves: list[Any] = []
        for write in writes:
            id = self.ids.get(write.code)
            lines += (id, write.seq, write.body)
            moves += (id, write.seq, write.at, write.due)
        execute = self.connection.execute
        inserted = execute(build_log_insert(rows), lines + [None] * (3 * spare)).rowcount
        went_in = None if inserted == len(writes) else self.find_next_entries(writes)
        execute(build_heads_update(rows), moves + [None] * (4 * spare))
        return went_in

    def find_next_entries(self, writes: list[NewEntry]) -> set[str]:
        """The codes of those that are the next entry of their table, which is not moved yet."""
        found = "SELECT 1 FROM heads WHERE id = ? AND seq = ?"
        keys = ((write.code, (self.ids.get(write.code), write.seq - 1)) for write in writes)
        return {code for code, key in keys if self.connection.execute(found, key).fetchone()}


def resolve_futures(items: list[Item], answers: list[Any]) -> None:
    """Wake those who wait."""
    for (_, future), result in zip(items, answers, strict=True):
        if future.done():  # its caller has been cancelled
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def update_summary(connection: sqlite3.Connection, id: int, card: StoredSummary) -> None:
    """Change what lists show of a table, and who sits there."""
    sql = "UPDATE tables SET phase = ?, listed = ?, body = ? WHERE id = ?"
    connection.execute(sql, (card.phase, card.listed, card.body, id))
    connection.execute("DELETE FROM sits WHERE id = ?", (id,))
    insert_sits(connection, id, card.people)


def insert_sits(connection: sqlite3.Connection, id: int | None, people: Iterable[str]) -> None:
    """Note who sits at a table."""
    rows = [(person, id) for person in dict.fromkeys(people)]
    connection.executemany("INSERT INTO sits (person, id) VALUES (?, ?)", rows)
