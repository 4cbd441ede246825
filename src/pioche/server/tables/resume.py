"""Coming back to a table: what happened after the last entry one has seen."""

from pioche.server.tables.live_table import SEATING_UNCHANGED, LiveTable, encode_message
from pioche.server.tables.outbox import MOST_BYTES, Outbox
from pioche.server.tables.service import TableService
from pioche.tables.messages import Resumed
from pioche.tables.table_views import TableViews

MOST_MISSED = 300  # entries; who missed more starts from scratch


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


async def build_missed_updates(
    tables: TableService, live: LiveTable, person: str, since: int
) -> list[str] | None:
    """The updates after an entry; None where it is better to start from scratch."""
    last = live.table.seq
    if not 0 < since <= last or last - since > MOST_MISSED:
        return None
    if since == last:
        return [encode_message(Resumed(since))]
    table, entries = await tables.read_log(live.table.code)
    for entry in entries[:since]:
        table.apply_entry(entry)
    seat, eyes = table.seat_of(person), TableViews(table)
    lines = [encode_message(Resumed(since))]
    for entry in entries[since:last]:
        if not isinstance(entry, SEATING_UNCHANGED):
            return None
        lines.append(
            encode_message(eyes.build_updates(entry, table.apply_entry(entry), [seat])[seat])
        )
    return lines if sum(map(len, lines)) < MOST_BYTES // 2 else None
