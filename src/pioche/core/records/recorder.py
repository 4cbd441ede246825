"""Keeping the record of a game while it is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pioche.core.records.record import Move, Record
from pioche.core.records.recorded_draws import RecordedDraws
from pioche.core.rng import Generator, KeyedRng
from pioche.core.state import CHANCE, State


@dataclass
class Recorder:
    """A game in play that keeps its record: shuffle and move through it, not the state."""

    state: State
    players: Sequence[Mapping[str, str]]
    source: Generator
    start: Mapping[str, Any] | None = None
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.players) != self.state.players:
            raise ValueError(f"players: {self.state.players} play, not {len(self.players)}")
        position = self.state.dump()
        # A game that has begun can't be replayed from the deal: its position is the start.
        if self.start is None and position != self.new_game().dump():
            self.start = position
        if not isinstance(self.source, KeyedRng):
            self.source = RecordedDraws(self.source)
        elif self.source.used:
            raise ValueError("a record needs the whole stream of its secret, from the first draw")

    def new_game(self) -> State:
        """The same table before its first shuffle."""
        return self.state.game.new(int(self.state.players), **self.state.options)

    def shuffle(self) -> None:
        """Do the shuffle that is due."""
        # Asked before the draws are noted: a shuffle that is refused must leave no trace.
        if isinstance(self.source, RecordedDraws) and self.state.actors() == (CHANCE,):
            self.source.begin_shuffle()
        self.state.shuffle(self.source)

    def apply(self, seat: int, action: int, at: int = 0) -> None:
        """Play a move; `at` is milliseconds since the start."""
        if type(at) is not int or at < 0:
            raise ValueError(f"at: {at!r} is not a whole number of milliseconds")
        self.state.apply(seat, action)
        self.moves.append(Move(int(seat), self.state.game.text(action), at))

    def build_record(self) -> Record:
        """The record so far."""
        state = self.state
        return Record(
            state.game.id,
            state.game.version,
            dict(state.options),
            self.players,
            self.dump_shuffles(),
            tuple(self.moves),
            state.dump_outcome() if state.is_over() else None,
            self.start,
        )

    def dump_shuffles(self) -> Mapping[str, Any]:
        """The secret with its commitment, or the draws."""
        if isinstance(self.source, KeyedRng):
            secret = bytes(self.source.secret).hex()
            return {"secret": secret, "commitment": self.source.commitment()}
        assert isinstance(self.source, RecordedDraws)
        return {"draws": [list(draws) for draws in self.source.draws]}
