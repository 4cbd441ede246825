"""Reads logs from PostgreSQL: all that are asked for at the same moment are one query."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pioche.server.store.base import StoreError
from pioche.server.store.postgres import connection as database

BATCH_SIZE = 64  # logs in a query
QUERIES_AT_ONCE = 2  # so that most connections of the pool are left for others

READ_ENTRIES = """
SELECT wanted.number, line.body
FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY
  AS wanted (code, after, most, number)
JOIN tables USING (code)
CROSS JOIN LATERAL (
  SELECT log.seq, log.body FROM log WHERE log.id = tables.id AND log.seq > wanted.after
  ORDER BY log.seq LIMIT wanted.most
) AS line
ORDER BY wanted.number, line.seq
"""

Wanted = tuple[str, int, int | None]  # the code of a table, a seq, how many entries after it
Item = tuple[Wanted, asyncio.Future[list[bytes]]]
Fetch = Callable[..., Awaitable[list[Any]]]


class PostgresReader:
    """Gathers what is asked for while other queries are under way."""

    def __init__(self, fetch: Fetch) -> None:
        self.fetch = fetch
        self.pending: list[Item] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def read(self, code: str, after: int, limit: int | None) -> asyncio.Future[list[bytes]]:
        """The entries of a table after a seq."""
        future: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self.pending.append(((code, after, limit), future))
        if len(self.tasks) < QUERIES_AT_ONCE:
            task = asyncio.create_task(self.run(), name="pioche-reader")
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return future

    async def run(self) -> None:
        """One query after the other, as long as something is asked for."""
        now = asyncio.get_running_loop().time
        while self.pending:
            items, self.pending = self.pending[:BATCH_SIZE], self.pending[BATCH_SIZE:]
            begun = now()
            try:
                await self.read_batch(items)
            except StoreError as error:
                if now() - begun > database.COMMAND_TIMEOUT / 2:
                    # The database hangs: those behind have waited, too, and may ask again.
                    items, self.pending = items + self.pending, []
                fail_futures(items, error)
            except BaseException as error:
                fail_futures(items, StoreError(str(error)))
                raise

    async def read_batch(self, items: list[Item]) -> None:
        """Read some logs; a code that no table can have must not spoil it for the others."""
        columns = zip(*(wanted for wanted, _ in items), strict=True)
        try:
            rows = await self.fetch(READ_ENTRIES, *map(list, columns))
        except ValueError:
            if len(items) > 1:
                for item in items:
                    await self.read_batch([item])
                return
            rows = []
        found: list[list[bytes]] = [[] for _ in items]
        for number, body in rows:
            found[number - 1].append(body)
        for (_, future), bodies in zip(items, found, strict=True):
            if not future.done():  # its caller may have been cancelled
                future.set_result(bodies)


def fail_futures(items: list[Item], error: StoreError) -> None:
    """Tell those who wait that the database does not answer."""
    for _, future in items:
        if not future.done():
            future.set_exception(StoreError(str(error)))
