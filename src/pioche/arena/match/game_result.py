"""What was played: games, and the blocks of games that share a deal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pioche.arena.fault import Fault

SeatAction = tuple[int, int]  # a seat, or CLOCK, and its action


@dataclass(frozen=True)
class GameResult:
    """One game: who sat where, by the number of the bot, and what came of it."""

    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None  # None: the game was lost by rule
    reason: str | None
    moves: int
    seconds: float | None = None  # how long it took at the table, where it is played in real time
    fault: Fault | None = None

    @property
    def win_shares(self) -> list[float]:
        """The share of the win that each seat got."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]

    def to_json(self) -> dict[str, Any]:
        """As a line of a match keeps it."""
        kept: dict[str, Any] = {"seats": self.seats, "ranks": self.ranks, "moves": self.moves}
        if self.seconds is not None:
            kept["seconds"] = self.seconds
        if self.fault is not None:
            return {**kept, "fault": self.fault.to_json()}
        return {**kept, "scores": self.scores, "reason": self.reason}

    @staticmethod
    def from_json(kept: dict[str, Any]) -> "GameResult":
        """A game that was kept."""
        fault = Fault(**kept["fault"]) if "fault" in kept else None
        scores = None if fault else tuple(kept["scores"])
        seats, ranks = tuple(kept["seats"]), tuple(kept["ranks"])
        seconds = kept.get("seconds")
        return GameResult(seats, ranks, scores, kept.get("reason"), kept["moves"], seconds, fault)


@dataclass
class ThinkTime:
    """How long a bot thought."""

    moves: int = 0
    total: float = 0.0
    most: float = 0.0

    def add(self, other: "ThinkTime") -> None:
        self.moves += other.moves
        self.total += other.total
        self.most = max(self.most, other.most)

    @property
    def mean(self) -> float:
        return self.total / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Block:
    """One deal, played from all sides; and, apart, the moves and how long each bot thought."""

    deal: int
    games: tuple[GameResult, ...]
    think_times: tuple[ThinkTime, ...] = ()
    moves: tuple[Sequence[SeatAction], ...] = ()  # of each game; not held once they are kept

    def to_json(self) -> dict[str, Any]:
        """The games; think times are kept apart, as no two runs have the same, and so are moves."""
        return {"deal": self.deal, "games": [game.to_json() for game in self.games]}

    def times_to_json(self) -> dict[str, Any]:
        """The think times: moves, seconds in all, longest, for each bot."""
        times = [[t.moves, round(t.total, 6), round(t.most, 6)] for t in self.think_times]
        return {"deal": self.deal, "think": times}

    def moves_to_json(self) -> dict[str, Any]:
        """The moves of all games, in their order."""
        return {"deal": self.deal, "moves": self.moves}

    def without_moves(self) -> "Block":
        """What the standing of a match needs: moves are most of a block, and there are many."""
        return replace(self, moves=())
