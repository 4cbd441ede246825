"""Setting up a table: who sits there from the beginning."""

from collections.abc import Iterable, Sequence

from pioche.bots.names import BOT_NAMES
from pioche.core.state import State
from pioche.tables.entries import Opened, SeatedPlayer
from pioche.tables.judge import CommandRefused, Requester
from pioche.tables.settings import Settings
from pioche.tables.table import Table


def open_table(
    settings: Settings, host: Requester, now: int, bots: Sequence[str] = (), sits: bool = True
) -> Opened:
    """The first entry of a table: its host, and bots of these levels beside."""
    problem = settings.find_problem()
    if problem is not None:
        raise CommandRefused("bad-settings", problem=problem)
    first = [SeatedPlayer(0, host.name, host.id, host.avatar)] if sits else []
    if len(first) + len(bots) > settings.seats:
        raise CommandRefused("table-full")
    numbers = range(len(first), settings.seats)
    seated = (*first, *seat_bots(zip(numbers, bots, strict=False), host))
    if settings.first is not None and settings.first not in [one.seat for one in seated]:
        raise CommandRefused("seat-free", seat=settings.first)
    return Opened(at=now, by=host.id, settings=settings, seated=seated)


def open_from_state(state: State, host: Requester, seat: int, level: str, now: int) -> Opened:
    """The first entry of a table that goes on from a state, by link only.

    The host has a seat of their choice, bots of a level the others; no clock runs.
    """
    if state.is_over():
        raise CommandRefused("over-there")
    if seat >= state.players:
        raise CommandRefused("no-such-seat", seats=int(state.players))
    others = [(number, level) for number in range(state.players) if number != seat]
    seated = (SeatedPlayer(seat, host.name, host.id, host.avatar), *seat_bots(others, host))
    settings = Settings(state.game.id, int(state.players), dict(state.options))
    return Opened(at=now, by=host.id, settings=settings, seated=seated, start=state.dump())


def seat_bots(seats: Iterable[tuple[int, str]], host: Requester) -> list[SeatedPlayer]:
    """Bots of these levels on these seats, each with a name of its own."""
    names = [
        name for name in (*BOT_NAMES, f"{BOT_NAMES[0]} 2", f"{BOT_NAMES[1]} 2") if name != host.name
    ]
    pairs = zip(seats, names, strict=False)
    return [SeatedPlayer(number, name, level=level) for (number, level), name in pairs]


def open_rematch(table: Table, host: Requester, now: int) -> Opened:
    """The first entry of the next table: the same people, each a seat further on.

    So everybody keeps their neighbours. The seats are only reserved: who has not asked for
    this table has to accept. Who begins is drawn again, unless they choose again.
    """
    last = len(table.seats)
    seated = [
        SeatedPlayer(
            (number - 1) % last,
            str(seat.name),
            seat.person,
            seat.avatar,
            seat.bot,
            ready=seat.person == host.id,
        )
        for number, seat in enumerate(table.seats)
        if seat.is_taken
    ]
    settings, after = table.settings.with_first(None), table.code
    return Opened(at=now, by=host.id, settings=settings, seated=tuple(seated), after=after)
