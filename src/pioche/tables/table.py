"""A table: what its log says. It is built from entries alone, the same wherever it is read."""

import copy
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pioche.core.game import Game
from pioche.core.records.record import Move, Record
from pioche.core.rng import KeyedRng
from pioche.core.state import CHANCE, CLOCK, State
from pioche.tables import entries as e
from pioche.tables.messages import ChatLine
from pioche.tables.seat import Seat
from pioche.tables.settings import Settings

MAX_CHAT_LINES = 50  # lines that a newcomer sees
MAX_OTHER_ENTRIES = 5000  # entries that are no moves; beyond them one may only play and leave
BOTS_PAUSE = 5_000  # milliseconds without a move, after which bots among themselves stand still
MIN_RETURN_BANK = 30_000  # milliseconds that somebody who comes back has at least


class GameStep(NamedTuple):
    """A move or a shuffle (action None) of the game, with the states around it."""

    before: State
    who: int
    action: int | None
    after: State


def find_role(entry: e.Said | e.Emoted) -> str:
    """What a speaker is. Older logs don't say it: without a seat it was the host."""
    return "host" if entry.seat is None and entry.role == "player" else entry.role


class Table:
    """One table as it stands after its last entry."""

    settings: Settings
    game: Game  # the one of the settings; from the start on by the rules it began with
    host: str

    def __init__(self, code: str, secret: bytes) -> None:
        self.code, self.rng = code, KeyedRng(secret)
        self.commitment = self.rng.commitment()
        self.seq = self.at = self.started_at = 0
        self.active_at = 0  # when somebody last moved or sat down, or when the game ended
        self.other_entries = 0  # those that are no moves
        self.info_changed_seq = 0  # the last entry that changed anything but the game and the chat
        self.settings_seq = 0  # the last entry that changed what all have to accept
        self.phase = "open"
        self.has_bots = False  # whether a bot makes anybody's moves
        self.seats: list[Seat] = []
        self.start_position: Mapping[str, Any] | None = None  # to begin from, if not anew
        self.state: State | None = None
        self.moves: list[Move] = []
        self.done_commands: dict[tuple[str, str], int] = {}  # (person, id of the command) → seq
        self.chat: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        self.race_since: int | None = None
        self.paused = 0  # milliseconds that the game's own clock stood still, as its bots did
        self.follows: str | None = None
        self.abandoned = False
        self.lapsing_wishes: frozenset[int] = frozenset()  # to end the game: the seats

    @staticmethod
    def from_log(code: str, secret: bytes, log: Iterable[e.Entry]) -> "Table":
        """The table of a log."""
        table = Table(code, secret)
        for entry in log:
            table.apply_entry(entry)
        return table

    def clone(self, with_commands: bool = True) -> "Table":
        """The same table, to go on from here; without the commands done it costs far less."""
        twin = copy.copy(self)
        twin.rng = KeyedRng(self.rng.secret, int(self.rng.used))
        twin.seats = [replace(seat) for seat in self.seats]
        twin.state = None if self.state is None else self.state.clone()
        twin.moves, twin.chat = self.moves.copy(), self.chat.copy()
        twin.done_commands = self.done_commands.copy() if with_commands else {}
        return twin

    # -- what can be asked ---------------------------------------------------------------

    @property
    def is_log_full(self) -> bool:
        """Whether it holds as much beside the game as a log may."""
        return self.other_entries >= MAX_OTHER_ENTRIES

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        return next((n for n, seat in enumerate(self.seats) if seat.person == person), None)

    def free_seats(self) -> list[int]:
        """The seats that nobody has."""
        return [n for n, seat in enumerate(self.seats) if not seat.is_taken]

    def bots_to_act(self) -> list[int]:
        """The seats that may act and whose moves a bot makes."""
        if self.phase != "running" or not self.has_bots:
            return []
        assert self.state is not None
        return [seat for seat in self.state.actors() if self.seats[seat].level]

    @property
    def has_people(self) -> bool:
        """Whether a person plays, and not only bots."""
        return any(seat.is_taken and not seat.level for seat in self.seats)

    def is_for_bots_alone(self) -> bool:
        """Whether the game goes on only by bots, who play only while somebody looks."""
        return bool(self.bots_to_act()) and not self.has_people

    def waits_for(self, person: str) -> bool:
        """Whether a person has to move."""
        seat = self.seat_of(person)
        if seat is None or self.state is None or self.seats[seat].away:
            return False
        return seat in self.state.actors()

    def build_record(self) -> Record:
        """The game as a record, with the secret of its shuffles: only after the end."""
        if self.phase != "over" or self.state is None:
            raise ValueError("the record is there when the game is over")
        shuffles = {"secret": bytes(self.rng.secret).hex(), "commitment": self.commitment}
        outcome = self.state.dump_outcome() if self.state.is_over() else None
        return Record(
            self.game.id,
            self.game.version,
            dict(self.state.options),
            self.list_players(),
            shuffles,
            tuple(self.moves),
            outcome,
            self.start_position,
        )

    def list_players(self) -> list[dict[str, str]]:
        """Those who play, as a record names them."""
        return [
            {"name": str(seat.name), **({"bot": seat.bot} if seat.bot else {})}
            for seat in self.seats
        ]

    # -- what happens --------------------------------------------------------------------

    def apply_entry(self, entry: e.Entry) -> list[GameStep]:
        """Let the next entry happen; what happened in the game, step by step."""
        self.seq += 1
        if entry.at - self.at > BOTS_PAUSE and self.is_for_bots_alone():
            self.paused += entry.at - self.at - BOTS_PAUSE
        self.at = max(self.at, entry.at)
        if entry.id:
            self.done_commands[entry.by, entry.id] = self.seq
        if type(entry) is e.Played:
            self.active_at = self.at
            return self.play(entry)
        self.other_entries += 1
        if type(entry) in ACTIVE_ENTRIES:
            self.active_at = self.at
        if type(entry) not in (e.Said, e.Emoted):
            self.info_changed_seq = self.seq
        steps: list[GameStep] = ENTRY_HANDLERS[type(entry)](self, entry) or []
        self.has_bots = any(seat.level for seat in self.seats)
        return steps

    def open(self, entry: e.Opened) -> None:
        """Set the table up."""
        self.settings, self.host = entry.settings, entry.by
        self.game, self.start_position = entry.settings.catalog_game, entry.start
        self.seats = [Seat() for _ in range(entry.settings.seats)]
        for one in entry.seated:
            seat = Seat(one.person, one.name, one.avatar, one.level)
            seat.ready = one.ready or one.level is not None
            seat.reserved = bool(entry.after) and one.person is not None
            self.seats[one.seat] = seat

    def sit(self, entry: e.Sat) -> None:
        """A person takes a seat."""
        self.seats[entry.seat] = Seat(entry.person, entry.name, entry.avatar)

    def seat_bot(self, entry: e.BotSat) -> None:
        """A bot takes a seat."""
        self.seats[entry.seat] = Seat(name=entry.name, bot=entry.level, ready=True)

    def set_ready(self, entry: e.GotReady) -> None:
        self.seats[entry.seat].ready = entry.ready

    def rename(self, entry: e.Renamed) -> None:
        """Somebody has another name."""
        self.seats[entry.seat].name, self.seats[entry.seat].avatar = entry.name, entry.avatar

    def free_seat(self, entry: e.SeatFreed) -> None:
        """Somebody gets up; a host who does passes that on to another person.

        Who was to begin does not pass it on: lots are drawn again.
        """
        if entry.seat == self.settings.first:
            self.settings = self.settings.with_first(None)
        person, self.seats[entry.seat] = self.seats[entry.seat].person, Seat()
        if person is not None and person == self.host and entry.by == person:
            people = [seat.person for seat in self.seats if seat.person is not None]
            self.host = people[0] if people else self.host

    def change_settings(self, entry: e.SettingsChanged) -> None:
        """Other settings; nobody is ready for them yet, if more changed than who begins."""
        same = entry.settings.with_first(self.settings.first) == self.settings
        self.settings, self.game = entry.settings, entry.settings.catalog_game
        more = entry.settings.seats - len(self.seats)
        self.seats = [*self.seats[: entry.settings.seats], *(Seat() for _ in range(more))]
        for seat in self.seats:
            seat.ready = seat.bot is not None or (same and seat.ready)
            if not same and seat.person not in (None, entry.by):
                seat.must_accept = True
        if not same:
            self.settings_seq = self.seq

    def start(self, entry: e.Started) -> list[GameStep]:
        """Deal the first cards, or lay them out as they lay."""
        self.seats = [self.seats[n] for n in entry.seats]
        first = self.settings.first
        first = None if first is None else entry.seats.index(first)
        self.settings = self.settings.with_players(len(self.seats), first)
        bank = self.settings.clock.bank if self.settings.clock else 0
        for seat in self.seats:
            seat.bank, seat.reserved, seat.must_accept = 1000 * bank, False, False
        self.state = self.make_first_state(entry.rules)
        self.game = self.state.game
        self.phase, self.started_at = "running", self.at
        steps = self.run_shuffles()
        self.update_clocks((), dealt=True)
        return steps

    def make_first_state(self, rules: int) -> State:
        """The game before its first shuffle here, by a version of its rules."""
        game = self.game.under(rules)
        if self.start_position is not None:
            return game.load(self.start_position)
        return game.new(len(self.seats), **self.settings.options)

    def choose_rules_version(self) -> int:
        """The version of the rules to start by: that of the position, or today's."""
        start = self.start_position
        return self.game.version if start is None else int(start["rules"])

    def play(self, entry: e.Played) -> list[GameStep]:
        """A move, and the shuffles after it."""
        state = self.state
        assert state is not None
        action = self.game.actions[entry.move]
        before, actors = state.clone(), state.actors()
        state.apply(entry.seat, action)
        self.moves.append(Move(entry.seat, entry.move, self.at - self.started_at))
        steps = [GameStep(before, entry.seat, action, state)]
        if state.due:
            steps = [GameStep(before, entry.seat, action, state.clone()), *self.run_shuffles()]
        if entry.seat != CLOCK:
            self.count_move(self.seats[entry.seat])
        self.drop_wishes()
        self.update_clocks(actors, dealt=len(steps) > 1)
        if state.over:
            self.finish()
        return steps

    def count_move(self, seat: Seat) -> None:
        """Who plays on does not want to end the game any more, by earlier rules too."""
        seat.moves += 1
        if seat.wants_end:
            seat.wants_end, self.info_changed_seq = False, self.seq

    def run_shuffles(self) -> list[GameStep]:
        """The shuffles that are due."""
        state, steps = self.state, []
        assert state is not None
        while state.actors() == (CHANCE,):
            before = state.clone()
            state.shuffle(self.rng)
            steps.append(GameStep(before, CHANCE, None, state.clone() if state.due else state))
        return steps

    def update_clocks(self, before: tuple[int, ...], dealt: bool) -> None:
        """Charge those who could act, let the time of those run who can now."""
        state = self.state
        assert state is not None
        actors = state.actors()
        racing = self.game.real_time and bool(state.legal(CLOCK))
        if not racing:
            self.race_since = None
        elif dealt or self.race_since is None:
            self.race_since, self.paused = self.at, 0
        self.charge_banks(before, actors)
        for seat in actors:
            self.seats[seat].turn_since = self.at if self.race_since is None else None

    def charge_banks(self, before: tuple[int, ...], actors: tuple[int, ...]) -> None:
        """Take the time that went by from the banks; whose turn is over gets the increment."""
        clock = self.settings.clock
        for number in before:
            seat = self.seats[number]
            if clock is None or seat.turn_since is None or seat.level:
                continue
            seat.bank = max(0, seat.bank - (self.at - seat.turn_since))
            if number not in actors:
                seat.bank += 1000 * clock.increment
        for number in set(before) - set(actors):
            self.seats[number].turn_since = None

    def stand_in(self, number: int, why: str) -> None:
        """A bot plays on for a person."""
        seat = self.seats[number]
        if seat.turn_since is not None and not seat.away:
            seat.bank = max(0, seat.bank - (self.at - seat.turn_since))
        seat.away, seat.away_since = why, self.at
        seat.wants_end, seat.moves_when_left = False, seat.moves
        self.drop_wishes()
        self.end_if_all_agree()

    def return_player(self, entry: e.Returned) -> None:
        """A person takes the seat back, with some time at least if the bot has played.

        Otherwise one could leave and come back to gain time, or to let it stand still.
        """
        seat, clock = self.seats[entry.seat], self.settings.clock
        seat.away = None
        self.drop_wishes()
        if clock is not None and seat.has_stand_in_moved:
            seat.bank = max(seat.bank, 1000 * clock.increment, MIN_RETURN_BANK)
        if seat.turn_since is not None:
            if not seat.has_stand_in_moved:
                away_since = max(seat.away_since, seat.turn_since)
                seat.bank = max(0, seat.bank - (self.at - away_since))
            seat.turn_since = self.at

    def ask_to_end(self, entry: e.AskedToEnd) -> None:
        """Somebody would rather end the game."""
        self.seats[entry.seat].wants_end = True
        if entry.ends is None:
            self.end_if_all_agree()
            return
        self.lapsing_wishes |= {entry.seat}
        if entry.ends:
            self.close()

    def drop_wishes(self) -> None:
        """Something has happened: nobody is held to a wish from before."""
        for number in self.lapsing_wishes:
            self.seats[number].wants_end, self.info_changed_seq = False, self.seq
        self.lapsing_wishes = frozenset()

    def end_if_all_agree(self) -> None:
        """By earlier rules, the game ended when all people who still played asked for it."""
        playing = [n for n, seat in enumerate(self.seats) if seat.person and not seat.away]
        standing = {n for n in playing if self.seats[n].wants_end} - self.lapsing_wishes
        if playing and len(standing) == len(playing):
            self.close()

    def close(self, _: e.Closed | None = None) -> None:
        """Over without a result."""
        self.abandoned = True
        self.finish()

    def finish(self) -> None:
        """Over; no time runs any more."""
        self.phase, self.race_since = "over", None
        self.active_at = self.at
        self.info_changed_seq = self.seq
        for seat in self.seats:
            seat.turn_since = None

    def add_chat_text(self, entry: e.Said) -> None:
        role = find_role(entry)
        self.chat.append(ChatLine(entry.at, entry.name, entry.seat, role, text=entry.text))

    def add_emote(self, entry: e.Emoted) -> None:
        """A sign is shown."""
        role = find_role(entry)
        self.chat.append(ChatLine(entry.at, entry.name, entry.seat, role, emote=entry.emote))

    def set_rematch(self, entry: e.RematchCreated) -> None:
        """There is a new table."""
        self.follows = entry.table


# Beside moves: what shows that somebody is there to play. Talk, settings and the like do not
# renew the life of a table, or one person could keep it for ever.
ACTIVE_ENTRIES = (e.Opened, e.Sat, e.Started, e.Returned)

ENTRY_HANDLERS: dict[type, Callable[[Table, Any], list[GameStep] | None]] = {
    e.Opened: Table.open,
    e.Sat: Table.sit,
    e.BotSat: Table.seat_bot,
    e.GotReady: Table.set_ready,
    e.Renamed: Table.rename,
    e.SeatFreed: Table.free_seat,
    e.SettingsChanged: Table.change_settings,
    e.Started: Table.start,
    e.TimeRanOut: lambda table, entry: table.stand_in(entry.seat, "time"),
    e.PlayerLeft: lambda table, entry: table.stand_in(entry.seat, "left"),
    e.Covered: lambda table, entry: table.stand_in(entry.seat, "covered"),
    e.Returned: Table.return_player,
    e.Said: Table.add_chat_text,
    e.Emoted: Table.add_emote,
    e.AskedToEnd: Table.ask_to_end,
    e.Closed: Table.close,
    e.RematchCreated: Table.set_rematch,
}
