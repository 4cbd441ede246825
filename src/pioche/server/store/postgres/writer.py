"""Appends to PostgreSQL: all that wait are one statement, so one commit and one round trip."""

import asyncio
from collections.abc import Callable
from typing import Any

from pioche.server.store.base import COMMIT_INTERVAL, NewEntry, StoreError
from pioche.server.store.postgres import connection as database
from pioche.server.store.postgres.connection import connect, cut_when_late, wrap_database_errors

BATCH_SIZE = 256
CHANNEL = "pioche"
# A notification may have 8000 bytes. Its parts begin anew when this is full, and the first of
# a part may lie across the border, so an entry that is told has to fit in beside it.
MAX_PAYLOAD_BYTES = 5000
MAX_TOLD_BYTES = 2000  # of an entry that is told whole; in base64 it is a third more

# Plans that stay right while the tables grow from nothing, made once.
PLANNER_SETTINGS = {
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "enable_seqscan": "off",
    "plan_cache_mode": "force_generic_plan",
}

# Heads are locked in the order of their ids, so that two workers never wait for each other
# in a circle; who waited for a lock sees the seq that the other has left behind.
APPEND_PART = """
WITH entries AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[])
    AS entry (code, seq, body, at, due)
),
locked AS (
  SELECT heads.id, code, entries.seq, entries.body, at, entries.due
  FROM entries JOIN tables USING (code) JOIN heads USING (id)
  WHERE heads.seq = entries.seq - 1
  ORDER BY heads.id FOR UPDATE OF heads
),
moved AS (
  UPDATE heads SET seq = locked.seq, touched = at, due = locked.due
  FROM locked WHERE heads.id = locked.id AND heads.seq = locked.seq - 1
  RETURNING heads.id, code, heads.seq, body
),
lines AS (
  INSERT INTO log (id, seq, body) SELECT id, seq, body FROM moved
)
"""
SUMMARY_PART = """,
cards AS (
  SELECT id, card.* FROM moved
  JOIN unnest($8::text[], $9::text[], $10::boolean[], $11::bytea[])
    AS card (code, phase, listed, body) USING (code)
),
shown AS (
  UPDATE tables SET phase = cards.phase, listed = cards.listed, body = cards.body
  FROM cards WHERE tables.id = cards.id
),
sitting AS (
  SELECT id, person FROM cards
  JOIN unnest($12::text[], $13::text[]) AS seat (code, person) USING (code)
),
gone AS (
  DELETE FROM sits USING cards WHERE sits.id = cards.id AND NOT EXISTS (
    SELECT FROM sitting WHERE sitting.id = sits.id AND sitting.person = sits.person
  )
),
come AS (
  INSERT INTO sits (person, id) SELECT DISTINCT person, id FROM sitting ON CONFLICT DO NOTHING
)
"""
# A pair `code:seq` for each entry. After it comes the entry itself, if it is not too long and
# there are others to hear it, in the form of a pair whose code begins with "=" and which a
# worker of an earlier release takes for a table that it does not have.
NOTIFY_PART = f"""
SELECT ARRAY(SELECT code FROM moved), (
  SELECT count(pg_notify('{CHANNEL}', $6 || pairs)) FROM (
    SELECT string_agg(pair, ',') AS pairs
    FROM (
      SELECT pair, sum(octet_length(pair) + 1) OVER (ORDER BY id) / {MAX_PAYLOAD_BYTES} AS part
      FROM (
        SELECT id, code || ':' || seq || CASE WHEN octet_length(body) <= $7::int
          THEN ',=' || encode(body, 'base64') || ':1' ELSE '' END AS pair
        FROM moved
      ) AS told
    ) AS measured
    GROUP BY part
  ) AS parts
)
"""
APPEND = APPEND_PART + NOTIFY_PART
APPEND_WITH_SUMMARIES = APPEND_PART + SUMMARY_PART + NOTIFY_PART

Item = tuple[NewEntry, asyncio.Future[bool]]


class PostgresWriter:
    """Takes entries and answers when they are on the database's disk."""

    def __init__(self, url: str, worker: str) -> None:
        self.url = url
        self.worker = worker
        self.pending: list[Item] = []
        self.on_committed: Callable[[int, float], None] = lambda *_: None
        self.has_listeners: Callable[[], bool] = lambda: True  # whether others may hear of entries
        self.count_others: Callable[[], int] = lambda: 0  # workers that were heard lately
        self.task: asyncio.Task[None] | None = None
        self.connection: Any = None
        self.earliest = 0.0  # when the next statement may go, by the loop's clock

    def append(self, write: NewEntry) -> asyncio.Future[bool]:
        """Queue an entry; it goes with all others that wait by then."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.pending.append((write, future))
        if self.task is None:
            self.task = asyncio.create_task(self.run(), name="pioche-writer")
        return future

    async def stop(self) -> None:
        """Write what waits, then end."""
        if self.task is not None:
            await self.task
        await self.drop_connection()

    async def run(self) -> None:
        """One statement after the other, as long as something waits."""
        loop = asyncio.get_running_loop()
        while self.pending:
            await asyncio.sleep(self.earliest - loop.time())
            begun = loop.time()
            self.earliest = begun + self.find_interval()
            items = self.take_batch()
            try:
                went_in = await self.append_batch([write for write, _ in items])
            except Exception as error:
                await self.drop_connection()
                if loop.time() - begun > database.COMMAND_TIMEOUT / 2:
                    # The database hangs: those behind have waited, too, and may ask again.
                    items, self.pending = items + self.pending, []
                fail_futures(items, error)
            else:
                resolve_futures(items, went_in)
                loop.call_soon(self.on_committed, len(items), loop.time() - begun)
        self.task = None

    def find_interval(self) -> float:
        """Seconds until the next commit at least: two workers commit no more often than one.

        Commits that notify stand in line in the database, whichever worker they come from.
        """
        return COMMIT_INTERVAL * (2 if self.count_others() else 1)

    def take_batch(self) -> list[Item]:
        """What goes next: of each table one entry, the others wait for it."""
        taken: dict[str, Item] = {}
        left: list[Item] = []
        for item in self.pending:
            code = item[0].code
            if code in taken or len(taken) == BATCH_SIZE:
                left.append(item)
            else:
                taken[code] = item
        self.pending = left
        return list(taken.values())

    async def append_batch(self, writes: list[NewEntry]) -> set[str]:
        """The codes of those that went in."""
        entries = zip(*((w.code, w.seq, w.body, w.at, w.due) for w in writes), strict=True)
        told_bytes = MAX_TOLD_BYTES if self.has_listeners() else -1
        values = [*map(list, entries), f"{self.worker} ", told_bytes]
        sql = APPEND
        if any(write.summary is not None for write in writes):
            sql = APPEND_WITH_SUMMARIES
            values += collect_summaries(writes)
        now = asyncio.get_running_loop().time
        end = now() + database.COMMAND_TIMEOUT
        with wrap_database_errors():
            if self.connection is None or self.connection.is_closed():
                self.connection = await connect(self.url, **PLANNER_SETTINGS)
            with cut_when_late(self.connection, end - now()):
                codes, _ = await self.connection.fetchrow(sql, *values)
        return set(codes)

    async def drop_connection(self) -> None:
        """Let go of the connection; the next entry makes a new one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.terminate()


def collect_summaries(writes: list[NewEntry]) -> list[list[Any]]:
    """The changed cards of entries, and who sits there, by columns."""
    cards = [(write.code, write.summary) for write in writes if write.summary is not None]
    seats = [(code, person) for code, card in cards for person in card.people]
    return [
        [code for code, _ in cards],
        [card.phase for _, card in cards],
        [card.listed for _, card in cards],
        [card.body for _, card in cards],
        [code for code, _ in seats],
        [person for _, person in seats],
    ]


def resolve_futures(items: list[Item], went_in: set[str]) -> None:
    """Wake those who wait."""
    for write, future in items:
        if not future.done():  # its caller may have been cancelled
            future.set_result(write.code in went_in)


def fail_futures(items: list[Item], error: Exception) -> None:
    """Tell those who wait that nothing is known."""
    for _, future in items:
        if not future.done():
            future.set_exception(StoreError(str(error)))
