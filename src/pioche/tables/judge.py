"""Whether a command holds on a table as it is now: the entry it becomes, or why not."""

from collections.abc import Callable
from typing import Any, Protocol

from pioche.core.game import BadMove
from pioche.core.rng import KeyedRng
from pioche.core.state import State
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import AWAY_LONG, COVER_AFTER, MINUTE
from pioche.tables.first_player import draw_first_player, rotate_seats
from pioche.tables.names import make_unique_name, pick_bot_name
from pioche.tables.seat import Seat
from pioche.tables.table import MAX_OTHER_ENTRIES, Table


class Requester(Protocol):
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


class CommandRefused(Exception):
    """A command that does not hold: a stable code, and what its sentence needs."""

    def __init__(self, code: str, clause: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code, self.clause, self.params = code, clause, params


# What the log of a table takes even if it is full: each of these is bounded by the moves of
# the game or by who sits there, so that the log still ends.
FITS_FULL_LOG = (e.Played, e.PlayerLeft, e.SeatFreed, e.Closed, e.AskedToEnd, e.RematchCreated)


def judge(
    table: Table, command: c.Command, who: Requester, now: int, program: bool = False
) -> e.Entry | None:
    """The entry that a person's command becomes; CommandRefused where it does not hold.

    None where it holds and changes nothing: all is as the command wants it, and a log that
    anybody can make longer without an effect could be made long.
    """
    asking = CommandContext(table, who, command.id, max(now, table.at), program)
    entry = JUDGES[type(command)](asking, command)
    if entry is not None and table.is_log_full and not fits_full_log(table, entry):
        raise CommandRefused("log-full", most=MAX_OTHER_ENTRIES)
    return entry


def fits_full_log(table: Table, entry: e.Entry) -> bool:
    """Whether the log takes an entry even if it is full; it must end all the same."""
    if isinstance(entry, e.Returned):  # at most once for each move that a bot has made
        return table.seats[entry.seat].has_stand_in_moved
    return isinstance(entry, FITS_FULL_LOG)


def judge_bot(table: Table, seat: int, move: str, id: str, now: int) -> e.Entry:
    """The entry of a move that a bot makes for a seat."""
    if table.phase != "running":
        raise CommandRefused("not-running")
    if not table.seats[seat].level:
        raise CommandRefused("not-away")
    return e.Played(
        at=max(now, table.at), id=id, seat=seat, move=parse_legal_move(table.state, seat, move)
    )


def make_bot_move_id(table: Table, seat: int) -> str:
    """The id of a bot's next move: the same for all who might make it, so it is made once."""
    return f"bot{seat}:{table.seats[seat].moves}"


class CommandContext:
    """A person's question to a table, and the checks that many commands share."""

    def __init__(
        self, table: Table, who: Requester, id: str, now: int, program: bool = False
    ) -> None:
        self.table, self.requester, self.now = table, who, now
        self.is_program = program  # who asks by a token
        self.entry_fields: dict[str, Any] = {"at": now, "by": who.id, "id": id}

    def require_phase(self, phase: str) -> None:
        """Refuse in any other phase."""
        if self.table.phase != phase:
            raise CommandRefused(f"not-{phase}" if self.table.phase != "over" else "already-over")

    def require_host(self) -> None:
        """Refuse all but the host."""
        if self.table.host != self.requester.id:
            raise CommandRefused("not-host")

    def require_seat(self) -> int:
        """The seat of who asks."""
        seat = self.table.seat_of(self.requester.id)
        if seat is None:
            raise CommandRefused("not-seated")
        return seat

    def require_accepted(self) -> None:
        """Refuse while somebody has not accepted a rematch, or settings that were changed."""
        names = [
            str(seat.name)
            for seat in self.table.seats
            if seat.is_awaited and seat.person != self.requester.id
        ]
        if names:
            raise CommandRefused("not-accepted", names=", ".join(names))

    def get_seat(self, number: int) -> Seat:
        """A seat by its number."""
        if number >= len(self.table.seats):
            raise CommandRefused("no-such-seat", seats=len(self.table.seats))
        return self.table.seats[number]

    def find_free_seat(self, number: int | None) -> int:
        """A free seat: this one, or the first."""
        free = self.table.free_seats()
        if number is None and not free:
            raise CommandRefused("table-full")
        if number is None:
            return free[0]
        if self.get_seat(number).is_taken:
            raise CommandRefused("seat-taken", seat=number)
        return number

    def require_speaker(self) -> dict[str, Any]:
        """Who speaks, as the log names them: a player, or the host under no player's name."""
        table, seat = self.table, self.table.seat_of(self.requester.id)
        if seat is None and table.host != self.requester.id:
            raise CommandRefused("not-seated")
        if seat is None:
            name, role = make_unique_name(table, self.requester.name), "host"
        else:
            name, role = str(table.seats[seat].name), "player"
        return {"seat": seat, "name": name, "role": "program" if self.is_program else role}


def parse_legal_move(state: State | None, seat: int, move: str) -> str:
    """A legal move in its one spelling."""
    assert state is not None
    try:
        action = state.game.parse(move)
    except BadMove as error:
        raise CommandRefused("bad-move", problem=str(error)) from None
    refusal = state.refusal(seat, action)
    if refusal is not None:
        raise CommandRefused(refusal.code, refusal.clause, **refusal.params)
    return state.game.text(action)


# -- before the start ------------------------------------------------------------------------


def sit(asking: CommandContext, command: c.Sit) -> e.Entry:
    """Take a free seat, or move to another."""
    asking.require_phase("open")
    if asking.table.seat_of(asking.requester.id) is not None:
        raise CommandRefused("already-seated")
    seat, who = asking.find_free_seat(command.seat), asking.requester
    name = make_unique_name(asking.table, who.name)
    return e.Sat(seat=seat, person=who.id, name=name, avatar=who.avatar, **asking.entry_fields)


def set_ready(asking: CommandContext, command: c.Ready) -> e.Entry | None:
    asking.require_phase("open")
    seat = asking.require_seat()
    if command.ready and 0 < command.seq < asking.table.settings_seq:
        raise CommandRefused("settings-changed")  # one accepts what one has seen
    if asking.table.seats[seat].ready == command.ready:
        return None
    return e.GotReady(seat=seat, ready=command.ready, **asking.entry_fields)


def rename(asking: CommandContext, _: c.Rename) -> e.Entry | None:
    """The name and avatar one has now."""
    asking.require_phase("open")
    seat, who = asking.require_seat(), asking.requester
    before = str(asking.table.seats[seat].name)
    name = make_unique_name(asking.table, who.name, own=seat)
    if (name, who.avatar) == (before, asking.table.seats[seat].avatar):
        return None
    return e.Renamed(seat=seat, before=before, name=name, avatar=who.avatar, **asking.entry_fields)


def add_bot(asking: CommandContext, command: c.AddBot) -> e.Entry | None:
    """A bot for a free seat, or another level for one that sits."""
    asking.require_phase("open")
    asking.require_host()
    number = command.seat
    if number is None or asking.get_seat(number).bot is None:
        number = asking.find_free_seat(number)
    if asking.table.seats[number].bot == command.level:
        return None
    name = asking.table.seats[number].name or pick_bot_name(asking.table)
    return e.BotSat(seat=number, level=command.level, name=name, **asking.entry_fields)


def remove(asking: CommandContext, command: c.Remove) -> e.Entry:
    asking.require_phase("open")
    asking.require_host()
    if not asking.get_seat(command.seat).is_taken:
        raise CommandRefused("seat-free", seat=command.seat)
    return e.SeatFreed(seat=command.seat, **asking.entry_fields)


def change_settings(asking: CommandContext, command: c.ChangeSettings) -> e.Entry | None:
    """Other settings, if they are good, nobody loses a seat and whoever is to begin has one."""
    asking.require_phase("open")
    asking.require_host()
    if asking.table.start_position is not None:
        raise CommandRefused("from-position")
    if command.settings == asking.table.settings:
        return None
    problem = command.settings.find_problem()
    if problem is not None:
        raise CommandRefused("bad-settings", problem=problem)
    if any(seat.is_taken for seat in asking.table.seats[command.settings.seats :]):
        raise CommandRefused("seats-in-use", seats=command.settings.seats)
    first = command.settings.first
    if first is not None and not asking.get_seat(first).is_taken:
        raise CommandRefused("seat-free", seat=first)  # whoever sits down there next was not meant
    return e.SettingsChanged(settings=command.settings, **asking.entry_fields)


def start(asking: CommandContext, _: c.Start) -> e.Entry:
    """Begin with those who sit."""
    asking.require_phase("open")
    asking.require_host()
    taken = tuple(n for n, seat in enumerate(asking.table.seats) if seat.is_taken)
    players = asking.table.game.players
    if asking.table.start_position is not None and asking.table.free_seats():
        raise CommandRefused("from-position")  # seats can't close up around cards that lie there
    if len(taken) not in players:
        raise CommandRefused("too-few", low=players[0], high=players[-1])
    asking.require_accepted()
    problem = asking.table.settings.with_players(len(taken)).find_problem()
    if problem is not None:
        raise CommandRefused("bad-settings", problem=problem)
    seats, rules = order_seats(asking.table, taken), asking.table.choose_rules_version()
    return e.Started(seats=seats, rules=rules, **asking.entry_fields)


def order_seats(table: Table, taken: tuple[int, ...]) -> tuple[int, ...]:
    """The seats in the order in which they play: turned, where the table chose who begins.

    Which place begins follows from the secret alone, as all cards do.
    """
    settings = table.settings
    if settings.first is None:
        return taken
    state = table.game.new(len(taken), **settings.options)
    place = draw_first_player(state, KeyedRng(table.rng.secret))
    return rotate_seats(taken, settings.first, place)


# -- in the game -----------------------------------------------------------------------------


def play(asking: CommandContext, command: c.Play) -> e.Entry:
    table = asking.table
    asking.require_phase("running")
    seat = asking.require_seat()
    if table.seats[seat].away:
        raise CommandRefused("away")
    return e.Played(
        seat=seat, move=parse_legal_move(table.state, seat, command.move), **asking.entry_fields
    )


def leave(asking: CommandContext, _: c.Leave) -> e.Entry | None:
    """Get up; the last person to do so before the start closes the table."""
    table, seat = asking.table, asking.require_seat()
    if table.phase == "over":
        raise CommandRefused("already-over")
    if table.phase == "running":
        if table.seats[seat].away == "left":
            return None
        return e.PlayerLeft(seat=seat, **asking.entry_fields)
    others = [s for s in table.seats if s.person not in (None, asking.requester.id)]
    if not others and table.host == asking.requester.id:
        return e.Closed(**asking.entry_fields)
    return e.SeatFreed(seat=seat, **asking.entry_fields)


def return_to_seat(asking: CommandContext, _: c.Return) -> e.Entry:
    """Take the seat back from the bot."""
    asking.require_phase("running")
    seat = asking.require_seat()
    if not asking.table.seats[seat].away:
        raise CommandRefused("not-away")
    return e.Returned(seat=seat, **asking.entry_fields)


def cover(asking: CommandContext, command: c.Cover) -> e.Entry:
    """Let a bot play on for somebody who does not come; with a clock, only the clock does."""
    asking.require_phase("running")
    asking.require_seat()
    if asking.table.settings.clock is not None:
        raise CommandRefused("clock-decides")
    seat = asking.get_seat(command.seat)
    waited = seat.person is not None and not seat.away and seat.turn_since is not None
    if not waited or asking.now < (seat.turn_since or 0) + COVER_AFTER:
        raise CommandRefused("not-waiting", minutes=COVER_AFTER // MINUTE)
    return e.Covered(seat=command.seat, **asking.entry_fields)


def abandon(asking: CommandContext, _: c.Abandon) -> e.Entry | None:
    """End it: the host before the start or of a table of bots, else all players together."""
    table = asking.table
    if table.phase == "over":
        raise CommandRefused("already-over")
    people = [seat for seat in table.seats if seat.person]
    if table.phase == "open" or not people:
        asking.require_host()
        return e.Closed(**asking.entry_fields)
    seat = asking.require_seat()
    ends = all(
        table.seats[number].wants_end
        for number in find_deciding_seats(table, asking.now)
        if number != seat
    )
    if table.seats[seat].wants_end and not ends:
        return None
    return e.AskedToEnd(seat=seat, ends=ends, **asking.entry_fields)


def find_deciding_seats(table: Table, now: int) -> list[int]:
    """The seats of the people who have to agree to the end of a game.

    Also those who were covered or whose flag fell: otherwise others could end a game that
    somebody is winning while that player is away. Who left has left it to those who stay.
    """
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.person
        and seat.away != "left"
        and not (seat.away and now >= seat.away_since + AWAY_LONG)
    ]


# -- at any time -----------------------------------------------------------------------------


def say(asking: CommandContext, command: c.Say) -> e.Entry:
    return e.Said(text=command.text, **asking.require_speaker(), **asking.entry_fields)


def emote(asking: CommandContext, command: c.Emote) -> e.Entry:
    return e.Emoted(emote=command.emote, **asking.require_speaker(), **asking.entry_fields)


def rematch(asking: CommandContext, _: c.Rematch) -> e.Entry:
    """Only whether there may be one; which table it is the server knows."""
    if asking.table.phase != "over":
        raise CommandRefused("not-over")
    asking.require_speaker()
    if asking.table.state is None:
        raise CommandRefused("never-began")
    if asking.table.follows is not None:
        raise CommandRefused("followed", table=asking.table.follows)
    return e.RematchCreated(table="", **asking.entry_fields)


JUDGES: dict[type, Callable[[CommandContext, Any], e.Entry | None]] = {
    c.Sit: sit,
    c.Ready: set_ready,
    c.Rename: rename,
    c.AddBot: add_bot,
    c.Remove: remove,
    c.ChangeSettings: change_settings,
    c.Start: start,
    c.Play: play,
    c.Leave: leave,
    c.Return: return_to_seat,
    c.Cover: cover,
    c.Say: say,
    c.Emote: emote,
    c.Abandon: abandon,
    c.Rematch: rematch,
}
