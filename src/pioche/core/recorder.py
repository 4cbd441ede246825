"""Keeping the record of a game while it is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pioche.core.draws import NotedDraws
from pioche.core.record import Move, Record, outcome_json
from pioche.core.rng import Generator, KeyedRng
from pioche.core.state import State


@dataclass
class Recorder:
    """A game in play that keeps its record: shuffle and move through it, not the state."""

    state: State
    players: Sequence[Mapping[str, str]]
    source: Generator
    start: Mapping[str, Any] | None = None
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not isinstance(self.source, KeyedRng):
            self.source = NotedDraws(self.source)
        elif self.source.used:
            raise ValueError("a record needs the whole stream of its secret, from the first draw")

    def shuffle(self) -> None:
        """Do the shuffle that is due."""
        if isinstance(self.source, NotedDraws):
            self.source.begin()
        self.state.shuffle(self.source)

    def apply(self, seat: int, action: int, at: int = 0) -> None:
        """Play a move; `at` is milliseconds since the start."""
        self.state.apply(seat, action)
        self.moves.append(Move(seat, self.state.game.text(action), at))

    def record(self) -> Record:
        """The record so far."""
        state = self.state
        return Record(
            state.game.id,
            state.game.version,
            dict(state.options),
            self.players,
            self.shuffles(),
            tuple(self.moves),
            outcome_json(state) if state.is_over() else None,
            self.start,
        )

    def shuffles(self) -> Mapping[str, Any]:
        """The secret with its commitment, or the draws."""
        if isinstance(self.source, KeyedRng):
            secret = bytes(self.source.secret).hex()
            return {"secret": secret, "commitment": self.source.commitment()}
        assert isinstance(self.source, NotedDraws)
        return {"draws": self.source.draws}
