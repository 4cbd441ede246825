"""Coming back to a table: what happened after the last entry one has seen."""

from pioche.server.connection import MOST_BYTES, Connection
from pioche.server.house import House
from pioche.server.live import SEATS_KEPT, Live, line_of
from pioche.tables.messages import Resumed
from pioche.tables.seen import Eyes

MOST_MISSED = 300  # entries; who missed more starts from scratch


async def greet(house: House, live: Live, socket: Connection, since: int | None) -> None:
    """Join a table, and send what its newcomer needs. The lock is held."""
    if since is not None and since > live.table.seq:  # another worker has told them more
        await house.read_on(live)
    missed = None if since is None else await missed_since(house, live, socket.person, since)
    house.metrics.resumes.add("whole" if missed is None else "resumed", since is not None)
    live.join(socket)
    for line in [live.whole(socket)] if missed is None else missed:
        socket.push(line)
    house.presence.changed(live, asks=True)


async def missed_since(house: House, live: Live, person: str, since: int) -> list[str] | None:
    """The updates after an entry; None where it is better to start from scratch."""
    last = live.table.seq
    if not 0 < since <= last or last - since > MOST_MISSED:
        return None
    if since == last:
        return [line_of(Resumed(since))]
    table, entries = await house.read_log(live.table.code)
    for entry in entries[:since]:
        table.add(entry)
    seat, eyes = table.seat_of(person), Eyes(table)
    lines = [line_of(Resumed(since))]
    for entry in entries[since:last]:
        if not isinstance(entry, SEATS_KEPT):
            return None
        lines.append(line_of(eyes.happened(entry, table.add(entry), [seat])[seat]))
    return lines if sum(map(len, lines)) < MOST_BYTES // 2 else None
