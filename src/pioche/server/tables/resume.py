"""Coming back to a table: what happened after the last entry one has seen."""

from contextlib import aclosing

from pioche.server.tables import checkpoints
from pioche.server.tables.live_table import SEATING_UNCHANGED, LiveTable, encode_message
from pioche.server.tables.log_reader import read_slices
from pioche.server.tables.outbox import MOST_BYTES, Outbox
from pioche.server.tables.service import TableService
from pioche.tables import entries as e
from pioche.tables.messages import Resumed
from pioche.tables.table_views import TableViews


async def join_table(
    tables: TableService, live: LiveTable, socket: Outbox, since: int | None
) -> None:
    """Join a table, and send what its newcomer needs. The lock is held."""
    if since is not None and since > live.table.seq:  # another worker has told them more
        await tables.read_new_entries(live)
    missed = (
        None if since is None else await build_missed_updates(tables, live, socket.person, since)
    )
    tables.metrics.resumes.add("whole" if missed is None else "resumed", since is not None)
    live.join(socket)
    for line in [live.encode_snapshot(socket)] if missed is None else missed:
        socket.push(line)
    tables.presence.announce(live, asks=True)
    tables.bot_scheduler.schedule_all(live)  # bots among themselves wait until somebody looks


async def build_missed_updates(
    tables: TableService, live: LiveTable, person: str, since: int
) -> list[bytes] | None:
    """The updates after an entry; None where it is better to start from scratch."""
    last = live.table.seq
    # Who missed more starts from scratch: no checkpoint may be left from before that.
    if not 0 < since <= last or last - since > checkpoints.INTERVAL:
        return None
    lines = [encode_message(Resumed(since))]
    if since == last:
        return lines
    table = live.checkpoints.restore(live.table, since)
    views = TableViews(table)
    async with aclosing(read_slices(tables.store, table.code, table.seq)) as slices:
        async for entries in slices:
            known = max(0, since - table.seq)
            for entry in entries[:known]:
                table.apply_entry(entry)
            missed = entries[known : known + last - table.seq]
            if not all(isinstance(entry, SEATING_UNCHANGED) for entry in missed):
                return None
            lines += [encode_update(views, entry, person) for entry in missed]
    return lines if sum(map(len, lines)) < MOST_BYTES // 2 else None


def encode_update(views: TableViews, entry: e.Entry, person: str) -> bytes:
    """The next entry of a table as a person sees it."""
    steps, seat = views.table.apply_entry(entry), views.table.seat_of(person)
    return encode_message(views.build_updates(entry, steps, [seat])[seat])
