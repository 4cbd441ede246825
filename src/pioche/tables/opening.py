"""Setting up a table: who sits there from the beginning."""

from collections.abc import Iterable, Sequence

from pioche.bots.names import NAMES
from pioche.core.state import State
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
    numbers = range(len(first), settings.seats)
    seated = (*first, *seat_bots(zip(numbers, bots, strict=False), host))
    if settings.first is not None and settings.first not in [one.seat for one in seated]:
        raise Denied("seat-free", seat=settings.first)
    return Opened(at=now, by=host.id, settings=settings, seated=seated)


def continued(state: State, host: Who, seat: int, level: str, now: int) -> Opened:
    """The first entry of a table that goes on from a state, by link only.

    The host has a seat of their choice, bots of a level the others; no clock runs.
    """
    if state.is_over():
        raise Denied("over-there")
    if seat >= state.players:
        raise Denied("no-such-seat", seats=int(state.players))
    others = [(number, level) for number in range(state.players) if number != seat]
    seated = (Seated(seat, host.name, host.id, host.avatar), *seat_bots(others, host))
    settings = Settings(state.game.id, int(state.players), dict(state.options))
    return Opened(at=now, by=host.id, settings=settings, seated=seated, start=state.dump())


def seat_bots(seats: Iterable[tuple[int, str]], host: Who) -> list[Seated]:
    """Bots of these levels on these seats, each with a name of its own."""
    names = [name for name in (*NAMES, f"{NAMES[0]} 2", f"{NAMES[1]} 2") if name != host.name]
    pairs = zip(seats, names, strict=False)
    return [Seated(number, name, level=level) for (number, level), name in pairs]


def rematch(table: Table, host: Who, now: int) -> Opened:
    """The first entry of the next table: the same people, each a seat further on.

    So everybody keeps their neighbours. Who begins is drawn again, unless they choose again.
    """
    last = len(table.seats)
    seated = [
        Seated((number - 1) % last, str(seat.name), seat.person, seat.avatar, seat.bot)
        for number, seat in enumerate(table.seats)
        if seat.taken
    ]
    settings, after = table.settings.choose_first(None), table.code
    return Opened(at=now, by=host.id, settings=settings, seated=tuple(seated), after=after)
