"""Tables for tests, without a server: a log in a list, people with names."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pioche.catalog import games
from pioche.core.rng import Rng
from pioche.core.state import CHANCE, CLOCK, State
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import CommandRefused, judge, judge_bot, make_bot_move_id
from pioche.tables.opening import open_from_state, open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import GameStep, Table

SECRET = bytes(range(32))
CODE = "k7tm4rx9w2hf"
START = 1_700_000_000_000


@dataclass(frozen=True)
class Someone:
    """A person."""

    id: str
    name: str
    avatar: str = "fox"


PEOPLE = [Someone(f"person{n}", name) for n, name in enumerate(["Ada", "Bea", "Cem", "Dua"])]


class NothingChanged(Exception):
    """A command that holds already."""


@dataclass
class Played:
    """A table with its log, and the time at it."""

    table: Table
    log: list[e.Entry] = field(default_factory=list)
    now: int = START
    count: int = 0
    watch: Callable[[e.Entry, Sequence[GameStep]], None] = lambda entry, steps: None

    def add(self, entry: e.Entry) -> None:
        """Let an entry happen, as the store would give it back."""
        entry = e.decode_entry(e.encode_entry(entry))
        self.log.append(entry)
        self.watch(entry, self.table.apply_entry(entry))

    def ask(self, who: Someone, kind: type[c.CommandBase], **fields: object) -> e.Entry:
        """A command of somebody; CommandRefused or NothingChanged where it makes no entry."""
        self.count += 1
        command = kind(id=f"c{self.count}", **fields)
        entry = judge(self.table, command, who, self.now)  # type: ignore[arg-type]
        if entry is None:
            raise NothingChanged(kind.__name__)
        self.add(entry)
        return self.log[-1]

    def denied(self, who: Someone, kind: type[c.CommandBase], **fields: object) -> str:
        """The code of a refusal, which must leave everything as it was."""
        before = (self.table.seq, list(self.log))
        try:
            self.ask(who, kind, **fields)
        except CommandRefused as denied:
            assert (self.table.seq, self.log) == before
            return denied.code
        raise AssertionError(f"{kind.__name__} was carried out")

    def move(self, chance: random.Random) -> None:
        """A random legal move of anybody who may act, or now and then of the clock."""
        state = self.table.state
        assert state is not None
        if state.legal(CLOCK) and chance.random() < 0.01:
            self.add(e.Played(at=self.now, seat=CLOCK, move="time"))
            return
        seat = chance.choice(state.actors())
        move = state.game.text(chance.choice(state.legal(seat)))
        person = self.table.seats[seat].person
        if self.table.seats[seat].level:
            self.add(
                judge_bot(self.table, seat, move, make_bot_move_id(self.table, seat), self.now)
            )
        else:
            self.ask(next(one for one in PEOPLE if one.id == person), c.Play, move=move)


def set_up(game: str, seats: int = 3, clock: Clock | None = None, **options: int) -> Played:
    """A table that Ada hosts and sits at."""
    settings = Settings(game, seats, options, clock)
    table = Played(Table(CODE, SECRET))
    table.add(open_table(settings, PEOPLE[0], START))
    return table


def midgame(game: str, seed: int, moves: int, players: int = 3) -> State:
    """A state that random moves lead to; nothing is due there, and it is not over."""
    chance, shuffles, state = random.Random(seed), Rng(seed), games[game].new(players)
    before = state
    for _ in range(moves + 1):
        while state.actors() == (CHANCE,):
            state.shuffle(shuffles)
        if state.is_over():
            return before
        before = state.clone()
        seat = chance.choice(state.actors())
        state.apply(seat, chance.choice(state.legal(seat)))
    return before


def going_on(state: State, seat: int = 0) -> Played:
    """A table that Ada goes on at from a state, on a seat of hers."""
    table = Played(Table(CODE, SECRET))
    table.add(open_from_state(state, PEOPLE[0], seat, "novice", START))
    return table


def started(game: str, seats: int = 3, clock: Clock | None = None, **options: int) -> Played:
    """A table of people whose game has begun."""
    table = set_up(game, seats, clock, **options)
    for person in PEOPLE[1:seats]:
        table.ask(person, c.Sit)
    table.ask(PEOPLE[0], c.Start)
    return table
