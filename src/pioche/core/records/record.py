"""A record: one game as one JSON document, from the first shuffle to the outcome."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pioche.core.game import Game
from pioche.core.records.recorded_draws import ReplayedDraws
from pioche.core.records.seals import FORMAT, BadRecord, check_seals, check_shape, seal
from pioche.core.rng import Generator, KeyedRng
from pioche.core.state import CHANCE, State


class Move(NamedTuple):
    """Who moved (a seat or CLOCK), the move text, and when: milliseconds since the start."""

    seat: int
    text: str
    at: int


class Step(NamedTuple):
    """One move or shuffle (action None) of a replay, and the states around it."""

    before: State
    who: int
    action: int | None
    after: State
    move: Move | None


@dataclass(frozen=True)
class Record:
    """A game that was played. `shuffles` is {"secret", "commitment"} or {"draws"}."""

    game: str
    rules: int
    options: Mapping[str, int]
    players: Sequence[Mapping[str, str]]  # {"name"}, and {"bot": level} for a bot
    shuffles: Mapping[str, Any]
    moves: Sequence[Move]
    outcome: Mapping[str, Any] | None  # None: the game was not finished
    start: Mapping[str, Any] | None = None  # the position it began from, if not a new game

    def to_json(self) -> str:
        """The document, sealed, a move a line."""
        head = {name: getattr(self, name) for name in ("game", "rules", "options", "players")}
        head = {"format": FORMAT, **head, "start": self.start, "shuffles": self.shuffles}
        last = seal("", head)
        lines = [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in head.items()]
        moves = []
        for move in self.moves:
            last = seal(last, list(move))
            moves.append(json.dumps([*move, last], ensure_ascii=False))
        listed = ",\n    ".join(moves)
        lines.append(f'"moves": [\n    {listed}\n  ]' if moves else '"moves": []')
        lines.append(f'"outcome": {json.dumps(self.outcome)}')
        lines.append(f'"seals": {json.dumps([seal("", head), seal(last, self.outcome)])}')
        return "{\n  " + ",\n  ".join(lines) + "\n}\n"

    @staticmethod
    def from_json(text: str) -> "Record":
        """Read a document; what does not hold is named by its place."""
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord("record", f"not JSON: {error}") from None
        return Record.from_document(raw)

    @staticmethod
    def from_document(raw: Any) -> "Record":
        """The record of a document that has been read; a seal that does not fit names the place."""
        check_shape(raw)
        check_seals(raw)
        return Record(
            raw["game"],
            raw["rules"],
            raw["options"],
            raw["players"],
            raw["shuffles"],
            tuple(Move(*entry[:3]) for entry in raw["moves"]),
            raw["outcome"],
            raw["start"],
        )

    def replay(self, game: Game) -> Iterator[Step]:
        """Play it again, step by step; what can't be is a BadRecord naming the place."""
        state = self.build_first_state(game)
        game, source = state.game, self.replay_generator()
        yield from replay_shuffles(state, source)
        for number, move in enumerate(self.moves):
            yield replay_move(game, state, move, f"moves[{number}]")
            yield from replay_shuffles(state, source)
        check_end(self, state)
        if isinstance(source, ReplayedDraws):
            source.check_used_up()

    def verify(self, game: Game) -> State:
        """Play it again to the end; the last state."""
        after = self.build_first_state(game)
        for step in self.replay(game):
            after = step.after
        return after

    def build_first_state(self, game: Game) -> State:
        """The state it begins with, by the version of the rules that it was played under."""
        game = self.choose_rules(game)
        for name in self.options:
            if name not in game.options:
                raise BadRecord("options", f"{name}: {game.id} has no such option")
        if self.start is not None:
            return load_start(self, game)
        try:
            return game.new(len(self.players), **self.options)
        except ValueError as error:
            raise BadRecord("options", str(error)) from None

    def choose_rules(self, game: Game) -> Game:
        """The game by the version of the rules that it was played under."""
        if self.game != game.id:
            raise BadRecord("game", f"{self.game!r} is not {game.id!r}")
        try:
            return game.under(self.rules)
        except ValueError as error:
            made = f"made under version {self.rules} of the rules"
            raise BadRecord("rules", f"{made}; {error}") from None

    def replay_generator(self) -> Generator:
        """The generator that gives its shuffles again."""
        if "draws" in self.shuffles:
            return ReplayedDraws(self.shuffles["draws"])
        return restore_keyed_rng(self.shuffles)


def load_start(record: Record, game: Game) -> State:
    """The state of the position a record starts from, which must agree with its head."""
    try:
        state = game.load(record.start)
    except ValueError as error:
        raise BadRecord("start", str(error)) from None
    if state.game is not game:
        raise BadRecord("start", f"is of another version of the rules than {record.rules}")
    if len(record.players) != state.players:
        raise BadRecord("players", f"{len(record.players)} are named, {state.players} play")
    if game.fill_options(record.options) != state.options:
        raise BadRecord("options", "are not those of the position it starts from")
    return state


def replay_move(game: Game, state: State, move: Move, place: str) -> Step:
    """One move of a record."""
    before = state.clone()
    try:
        action = game.parse(move.text)
        state.apply(move.seat, action)
    except ValueError as error:
        raise BadRecord(place, f"seat {move.seat} can't play {move.text!r}: {error}") from None
    return Step(before, move.seat, action, state, move)


def replay_shuffles(state: State, source: Generator) -> Iterator[Step]:
    """The shuffles that are due."""
    while state.actors() == (CHANCE,):
        before = state.clone()
        if isinstance(source, ReplayedDraws):
            source.begin_shuffle()
        state.shuffle(source)
        yield Step(before, CHANCE, None, state, None)


def check_end(record: Record, state: State) -> None:
    """The outcome of the record is the outcome of the game."""
    if record.outcome is None:
        if state.is_over():
            raise BadRecord("outcome", "is null, but the game has ended")
        return
    if not state.is_over():
        raise BadRecord(
            "outcome", f"is there, but the game goes on after {len(record.moves)} moves"
        )
    for name, value in state.dump_outcome().items():
        if record.outcome.get(name) != value:
            raise BadRecord(f"outcome.{name}", f"{record.outcome.get(name)} should be {value}")


def restore_keyed_rng(shuffles: Mapping[str, Any]) -> KeyedRng:
    """The keyed generator of a secret that fits its commitment."""
    try:
        rng = KeyedRng(bytes.fromhex(shuffles["secret"]))
    except (TypeError, ValueError):
        raise BadRecord("shuffles.secret", "64 hexadecimal digits are needed") from None
    if rng.commitment() != shuffles["commitment"]:
        raise BadRecord("shuffles.commitment", "is not the hash of the secret")
    return rng
