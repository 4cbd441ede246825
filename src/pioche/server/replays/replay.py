"""A record as a replay: every step of it as a seat, a spectator or everybody together saw it.

What it costs: a view for each step and each pair of eyes, about 10 µs; to join the views of all,
up to half a millisecond more. 400 steps make half a megabyte, and a twentieth of that packed.
So a replay is made in a thread, one at a time, and each step becomes JSON as soon as it is there,
since all views at once as objects would take far more memory.
"""

import gzip
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

import msgspec
from msgspec import Struct

from pioche.catalog import games
from pioche.core.game import Game
from pioche.core.records.record import Record, Step
from pioche.core.records.seals import BadRecord
from pioche.core.schema import Event, View
from pioche.core.state import State
from pioche.core.views.merge_views import merge_all_views
from pioche.server.problem import Problem

MOST_MOVES = 5000
LONGEST_MOVE = 60
VIEWERS_PATTERN = r"^([0-7]|watch|all)$"
GZIP_LEVEL = 5  # of packing: beyond it, a tenth less takes twice as long

Viewers = tuple[int | None, ...]  # the seats that look; None is a spectator

encoder = msgspec.json.Encoder()


class ReplayPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody who played."""

    name: str
    bot: str | None = None  # how well it played; None for a person


class ReplayStep(Struct, frozen=True):
    """A move or a shuffle, and the table after it."""

    who: int  # a seat; -1: a shuffle, -2: the clock
    move: str | None  # as those eyes saw it; None for a shuffle
    at: int  # milliseconds since the start
    events: list[Event]
    view: Mapping[str, Any]


class GameReplay(Struct, frozen=True):
    """A game that was played, step by step; the first step is the first shuffle."""

    game: str
    rules: int
    options: dict[str, bool | int]
    players: tuple[ReplayPlayer, ...]
    commitment: str | None  # to the secret, published before the first shuffle
    secret: str | None  # behind all shuffles; None where the record has their draws instead
    start: bool  # whether it began from a position, not with a new game
    outcome: Mapping[str, Any] | None  # None: the game was not finished
    steps: tuple[ReplayStep, ...]


def read_record(raw: Any) -> Record:
    """A record that somebody has sent; BadRecord names the place where it does not hold."""
    record = Record.from_document(raw)
    if record.game not in games:
        raise BadRecord("game", f"no game {record.game!r:.40}; there are {', '.join(games)}")
    if len(record.moves) > MOST_MOVES:
        raise BadRecord("moves", f"{len(record.moves)} are too many: {MOST_MOVES} at most")
    for number, move in enumerate(record.moves):
        if len(move.text) > LONGEST_MOVE:  # to look for what was meant would take long
            raise BadRecord(f"moves[{number}]", f"no move has more than {LONGEST_MOVE} characters")
    return record


def convert_bad_record(bad: BadRecord) -> Problem:
    """What is wrong with a record."""
    return Problem("bad-record", field=bad.place, problem=bad.problem)


def state_after(record: Record, step: int) -> State:
    """The state after a step of the replay."""
    found = next(islice(record.replay(games[record.game]), step, None), None)
    if found is None:
        raise Problem("bad-request", field="step", problem=f"there is no step {step}")
    return found.after


def read_viewers(text: str, players: int) -> Viewers:
    """Whose eyes are meant by `0`, `1` …, `watch` or `all`."""
    if text == "all":
        return tuple(range(players))
    if text == "watch":
        return (None,)
    if int(text) >= players:
        problem = f"this game has seats 0 to {players - 1}"
        raise Problem("bad-request", field="eyes", problem=problem)
    return (int(text),)


def encode_replay(record: Record, eyes: str, packed: bool) -> bytes:
    """The replay of a record as JSON, packed where that is asked; BadRecord where it can't be."""
    game = record.choose_rules(games[record.game])
    builder = ReplayBuilder(game, read_viewers(eyes, len(record.players)))
    steps = [msgspec.Raw(encoder.encode(step)) for step in builder.build_steps(record)]
    replay = encoder.encode(build_replay(record, cast(tuple[ReplayStep, ...], steps)))
    return gzip.compress(replay, GZIP_LEVEL, mtime=0) if packed else replay


def build_replay(record: Record, steps: tuple[ReplayStep, ...]) -> GameReplay:
    """The replay with what the head of the record says."""
    return GameReplay(
        record.game,
        record.rules,
        dict(record.options),
        tuple(build_player(each) for each in record.players),
        record.shuffles.get("commitment"),
        record.shuffles.get("secret"),
        record.start is not None,
        None if record.outcome is None else dict(record.outcome),
        steps,
    )


def build_player(named: Mapping[str, Any]) -> ReplayPlayer:
    """A player as a record names them."""
    bot = named.get("bot")
    return ReplayPlayer(named["name"], bot if isinstance(bot, str) else None)


class ReplayBuilder:
    """Looks at a game through the eyes of one, or of all seats together."""

    def __init__(self, game: Game, eyes: Viewers) -> None:
        self.game, self.viewers = game, eyes
        self.views: list[View] = []  # before the next step, so that each is made once

    def build_steps(self, record: Record) -> Iterator[ReplayStep]:
        """Every step, as soon as it is played."""
        at = 0
        for step in record.replay(self.game):
            at = at if step.move is None else step.move.at
            yield self.build_step(step, at)

    def build_step(self, step: Step, at: int) -> ReplayStep:
        """A step. With all eyes, events and move are as whoever moved saw them."""
        teller = max(step.who, 0) if len(self.viewers) > 1 else 0
        before = self.views or [step.before.view(seat) for seat in self.viewers]
        self.views = [step.after.view(seat) for seat in self.viewers]
        move = None
        if step.action is not None:
            move = self.game.mask_move(step.who, step.action, self.viewers[teller])
        events = self.game.build_events(before[teller], step.who, move, self.views[teller])
        return ReplayStep(step.who, move, at, events, self.merge_views(teller))

    def merge_views(self, teller: int) -> View:
        """The table; where all look at it, nobody's in particular."""
        if len(self.viewers) == 1:
            return self.views[0]
        return {**merge_all_views(self.views, teller), "seat": None}
