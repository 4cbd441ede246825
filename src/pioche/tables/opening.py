"""Setting up a table: who sits there from the beginning."""

from collections.abc import Sequence

from pioche.bots.names import NAMES
from pioche.tables.entries import Opened, Seated
from pioche.tables.judge import Denied, Who
from pioche.tables.settings import Settings
from pioche.tables.table import Table


def opened(
    settings: Settings, host: Who, now: int, bots: Sequence[str] = (), sits: bool = True
) -> Opened:
    """The first entry of a table: its host, and bots of these levels beside."""
    problem = settings.problem()
    if problem is not None:
        raise Denied("bad-settings", problem=problem)
    first = [Seated(0, host.name, host.id, host.avatar)] if sits else []
    if len(first) + len(bots) > settings.seats:
        raise Denied("table-full")
    names = [name for name in (*NAMES, f"{NAMES[0]} 2", f"{NAMES[1]} 2") if name != host.name]
    others = [
        Seated(number, name, level=level)
        for number, (level, name) in enumerate(zip(bots, names, strict=False), len(first))
    ]
    return Opened(at=now, by=host.id, settings=settings, seated=(*first, *others))


def rematch(table: Table, host: Who, now: int) -> Opened:
    """The first entry of the next table: the same people, each a seat further on.

    So another begins, and everybody keeps their neighbours.
    """
    last = len(table.seats)
    seated = [
        Seated((number - 1) % last, str(seat.name), seat.person, seat.avatar, seat.bot)
        for number, seat in enumerate(table.seats)
        if seat.taken
    ]
    settings, after = table.settings, table.code
    return Opened(at=now, by=host.id, settings=settings, seated=tuple(seated), after=after)
