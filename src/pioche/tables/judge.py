"""Whether a command holds on a table as it is now: the entry it becomes, or why not."""

from collections.abc import Callable
from typing import Any, Protocol

from pioche.bots.names import NAMES
from pioche.core.game import BadMove
from pioche.core.rng import KeyedRng
from pioche.core.state import State
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import COVER_AFTER, MINUTE
from pioche.tables.first_player import draw_first_player, turn_seats
from pioche.tables.seat import Seat
from pioche.tables.table import Table


class Who(Protocol):
    """Somebody who asks: the public id, and how they appear at a table."""

    @property
    def id(self) -> str:
        """The public id."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def avatar(self) -> str:
        """Their picture."""


class Denied(Exception):
    """A command that does not hold: a stable code, and what its sentence needs."""

    def __init__(self, code: str, clause: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code, self.clause, self.params = code, clause, params


def judge(table: Table, command: c.Asked, who: Who, now: int) -> e.Logged:
    """The entry that a person's command becomes; Denied where it does not hold."""
    return JUDGES[type(command)](Asking(table, who, command.id, max(now, table.at)), command)


def judge_bot(table: Table, seat: int, move: str, id: str, now: int) -> e.Logged:
    """The entry of a move that a bot makes for a seat."""
    if table.phase != "running":
        raise Denied("not-running")
    if not table.seats[seat].level:
        raise Denied("not-away")
    return e.Played(at=max(now, table.at), id=id, seat=seat, move=checked(table.state, seat, move))


def bot_id(table: Table, seat: int) -> str:
    """The id of a bot's next move: the same for all who might make it, so it is made once."""
    return f"bot{seat}:{table.seats[seat].moves}"


class Asking:
    """A person's question to a table, and the checks that many commands share."""

    def __init__(self, table: Table, who: Who, id: str, now: int) -> None:
        self.table, self.who, self.now = table, who, now
        self.mark: dict[str, Any] = {"at": now, "by": who.id, "id": id}

    def phase(self, phase: str) -> None:
        """Refuse in any other phase."""
        if self.table.phase != phase:
            raise Denied(f"not-{phase}" if self.table.phase != "over" else "already-over")

    def hosting(self) -> None:
        """Refuse all but the host."""
        if self.table.host != self.who.id:
            raise Denied("not-host")

    def seat(self) -> int:
        """The seat of who asks."""
        seat = self.table.seat_of(self.who.id)
        if seat is None:
            raise Denied("not-seated")
        return seat

    def numbered(self, number: int) -> Seat:
        """A seat by its number."""
        if number >= len(self.table.seats):
            raise Denied("no-such-seat", seats=len(self.table.seats))
        return self.table.seats[number]

    def free(self, number: int | None) -> int:
        """A free seat: this one, or the first."""
        free = self.table.free_seats()
        if number is None and not free:
            raise Denied("table-full")
        if number is None:
            return free[0]
        if self.numbered(number).taken:
            raise Denied("seat-taken", seat=number)
        return number

    def voice(self) -> tuple[int | None, str]:
        """The seat and the name of somebody who may speak: a player or the host."""
        seat = self.table.seat_of(self.who.id)
        if seat is None and self.table.host != self.who.id:
            raise Denied("not-seated")
        return seat, self.who.name if seat is None else str(self.table.seats[seat].name)


def checked(state: State | None, seat: int, move: str) -> str:
    """A legal move in its one spelling."""
    assert state is not None
    try:
        action = state.game.parse(move)
    except BadMove as error:
        raise Denied("bad-move", problem=str(error)) from None
    refusal = state.refusal(seat, action)
    if refusal is not None:
        raise Denied(refusal.code, refusal.clause, **refusal.params)
    return state.game.text(action)


def fresh_name(table: Table, name: str) -> str:
    """A name that nobody at the table has."""
    taken = {seat.name for seat in table.seats}
    names = [name, *(f"{name} {n}" for n in range(2, 10))]
    return next(name for name in names if name not in taken)


# -- before the start ------------------------------------------------------------------------


def sit(asking: Asking, command: c.Sit) -> e.Logged:
    """Take a free seat, or move to another."""
    asking.phase("open")
    if asking.table.seat_of(asking.who.id) is not None:
        raise Denied("already-seated")
    seat, who = asking.free(command.seat), asking.who
    name = fresh_name(asking.table, who.name)
    return e.Sat(seat=seat, person=who.id, name=name, avatar=who.avatar, **asking.mark)


def ready(asking: Asking, command: c.Ready) -> e.Logged:
    """Ready, or not."""
    asking.phase("open")
    return e.GotReady(seat=asking.seat(), ready=command.ready, **asking.mark)


def rename(asking: Asking, _: c.Rename) -> e.Logged:
    """The name and avatar one has now."""
    asking.phase("open")
    seat, who = asking.seat(), asking.who
    before = str(asking.table.seats[seat].name)
    name = before if before == who.name else fresh_name(asking.table, who.name)
    return e.Renamed(seat=seat, before=before, name=name, avatar=who.avatar, **asking.mark)


def add_bot(asking: Asking, command: c.AddBot) -> e.Logged:
    """A bot for a free seat, or another level for one that sits."""
    asking.phase("open")
    asking.hosting()
    number = command.seat
    if number is None or asking.numbered(number).bot is None:
        number = asking.free(number)
    name = asking.table.seats[number].name or new_bot_name(asking.table)
    return e.BotSat(seat=number, level=command.level, name=name, **asking.mark)


def new_bot_name(table: Table) -> str:
    """The first name of a bot that nobody at the table has."""
    taken = {seat.name for seat in table.seats}
    return next((name for name in NAMES if name not in taken), fresh_name(table, NAMES[0]))


def remove(asking: Asking, command: c.Remove) -> e.Logged:
    """Free a seat."""
    asking.phase("open")
    asking.hosting()
    if not asking.numbered(command.seat).taken:
        raise Denied("seat-free", seat=command.seat)
    return e.Freed(seat=command.seat, **asking.mark)


def settle(asking: Asking, command: c.Settle) -> e.Logged:
    """Other settings, if they are good, nobody loses a seat and whoever is to begin has one."""
    asking.phase("open")
    asking.hosting()
    if asking.table.position is not None:
        raise Denied("from-position")
    problem = command.settings.problem()
    if problem is not None:
        raise Denied("bad-settings", problem=problem)
    if any(seat.taken for seat in asking.table.seats[command.settings.seats :]):
        raise Denied("seats-in-use", seats=command.settings.seats)
    first = command.settings.first
    if first is not None and not asking.numbered(first).taken:
        raise Denied("seat-free", seat=first)  # whoever sits down there next was not meant
    return e.Settled(settings=command.settings, **asking.mark)


def start(asking: Asking, _: c.Start) -> e.Logged:
    """Begin with those who sit."""
    asking.phase("open")
    asking.hosting()
    taken = tuple(n for n, seat in enumerate(asking.table.seats) if seat.taken)
    players = asking.table.game.players
    if asking.table.position is not None and asking.table.free_seats():
        raise Denied("from-position")  # seats can't close up around cards that lie there
    if len(taken) not in players:
        raise Denied("too-few", low=players[0], high=players[-1])
    problem = asking.table.settings.for_players(len(taken)).problem()
    if problem is not None:
        raise Denied("bad-settings", problem=problem)
    seats, rules = order_seats(asking.table, taken), asking.table.rules_to_come()
    return e.Started(seats=seats, rules=rules, **asking.mark)


def order_seats(table: Table, taken: tuple[int, ...]) -> tuple[int, ...]:
    """The seats in the order in which they play: turned, where the table chose who begins.

    Which place begins follows from the secret alone, as all cards do.
    """
    settings = table.settings
    if settings.first is None:
        return taken
    state = table.game.new(len(taken), **settings.options)
    place = draw_first_player(state, KeyedRng(table.source.secret))
    return turn_seats(taken, settings.first, place)


# -- in the game -----------------------------------------------------------------------------


def play(asking: Asking, command: c.Play) -> e.Logged:
    """A move."""
    table = asking.table
    asking.phase("running")
    seat = asking.seat()
    if table.seats[seat].away:
        raise Denied("away")
    return e.Played(seat=seat, move=checked(table.state, seat, command.move), **asking.mark)


def leave(asking: Asking, _: c.Leave) -> e.Logged:
    """Get up; the last person to do so before the start closes the table."""
    table, seat = asking.table, asking.seat()
    if table.phase == "over":
        raise Denied("already-over")
    if table.phase == "running":
        if table.seats[seat].away:
            raise Denied("away")
        return e.Left(seat=seat, **asking.mark)
    others = [s for s in table.seats if s.person not in (None, asking.who.id)]
    if not others and table.host == asking.who.id:
        return e.Closed(**asking.mark)
    return e.Freed(seat=seat, **asking.mark)


def come_back(asking: Asking, _: c.Return) -> e.Logged:
    """Take the seat back from the bot."""
    asking.phase("running")
    seat = asking.seat()
    if not asking.table.seats[seat].away:
        raise Denied("not-away")
    return e.Returned(seat=seat, **asking.mark)


def cover(asking: Asking, command: c.Cover) -> e.Logged:
    """Let a bot play on for somebody who does not come."""
    asking.phase("running")
    asking.seat()
    seat = asking.numbered(command.seat)
    waited = seat.person is not None and not seat.away and seat.since is not None
    if not waited or asking.now < (seat.since or 0) + COVER_AFTER:
        raise Denied("not-waiting", minutes=COVER_AFTER // MINUTE)
    return e.Covered(seat=command.seat, **asking.mark)


def abandon(asking: Asking, _: c.Abandon) -> e.Logged:
    """End it: the host before the start or of a table of bots, else all players together."""
    table = asking.table
    if table.phase == "over":
        raise Denied("already-over")
    people = [seat for seat in table.seats if seat.person]
    if table.phase == "open" or not people:
        asking.hosting()
        return e.Closed(**asking.mark)
    return e.AskedToEnd(seat=asking.seat(), **asking.mark)


# -- at any time -----------------------------------------------------------------------------


def say(asking: Asking, command: c.Say) -> e.Logged:
    """Something to say."""
    seat, name = asking.voice()
    return e.Said(seat=seat, name=name, text=command.text, **asking.mark)


def emote(asking: Asking, command: c.Emote) -> e.Logged:
    """A sign."""
    seat, name = asking.voice()
    return e.Emoted(seat=seat, name=name, emote=command.emote, **asking.mark)


def rematch(asking: Asking, _: c.Rematch) -> e.Logged:
    """Only whether there may be one; which table it is the server knows."""
    if asking.table.phase != "over":
        raise Denied("not-over")
    asking.voice()
    if asking.table.follows is not None:
        raise Denied("followed", table=asking.table.follows)
    return e.Followed(table="", **asking.mark)


JUDGES: dict[type, Callable[[Asking, Any], e.Logged]] = {
    c.Sit: sit,
    c.Ready: ready,
    c.Rename: rename,
    c.AddBot: add_bot,
    c.Remove: remove,
    c.Settle: settle,
    c.Start: start,
    c.Play: play,
    c.Leave: leave,
    c.Return: come_back,
    c.Cover: cover,
    c.Say: say,
    c.Emote: emote,
    c.Abandon: abandon,
    c.Rematch: rematch,
}
