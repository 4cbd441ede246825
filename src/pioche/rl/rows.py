"""Rows of a data set in the making."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.field import size_of
from pioche.core.game import Game
from pioche.core.state import State
from pioche.rl.finished import Finished
from pioche.rl.room import Room


class Fact(NamedTuple):
    """What there is to say about a decision beside what the seat knew and might do."""

    game_id: str
    step: int  # the number of the decision in its game
    seat: int
    players: int
    player: str
    action: int
    reward: float
    rank: int
    score: int
    winner: bool


class Rows:
    """Room for some rows, which is used again and again."""

    def __init__(self, game: Game, most: int) -> None:
        tensor = game.tensor()
        self.size = size_of(tensor.fields())
        self.room = Room(tensor, self.size)
        self.most = most
        self.total = 0  # of all rows there ever were
        self.facts: list[Fact] = []
        self.observations = np.zeros((most, self.size), np.int16)
        self.masks = np.zeros((most, game.num_actions), np.bool_)

    def take(self, finished: Finished) -> Iterator[None]:
        """Add the decisions of a game; comes up whenever the room is full, to have it cleared."""
        facts = [self.fact(finished, seat) for seat in range(len(finished.ranks))]
        step = 0
        for state, seat, action in finished.decisions:
            if seat < 0:
                continue  # the clock's move is nobody's decision
            self.look(state, seat)
            self.facts.append(facts[seat]._replace(step=step, action=action))
            self.total += 1
            step += 1
            if len(self.facts) == self.most:
                yield

    def fact(self, finished: Finished, seat: int) -> Fact:
        """What is the same for all decisions of a seat."""
        ranks, score = finished.ranks, finished.scores[seat]
        rank, reward, name = ranks[seat], reward_of(ranks, seat), finished.players[seat]
        return Fact(finished.id, 0, seat, len(ranks), name, 0, reward, rank, score, rank == 1)

    def look(self, state: State, seat: int) -> None:
        """Write what a seat knows and may do into the next row."""
        row = len(self.facts)
        self.observations[row] = self.room.look(state, seat)
        self.masks[row, state.legal(seat)] = True

    def columns(self) -> dict[str, Sequence[Any] | NDArray[Any]]:
        """The rows there are (one at least), by the names of their columns."""
        n = len(self.facts)
        facts = dict(zip(Fact._fields, zip(*self.facts, strict=True), strict=True))
        return {**facts, "observation": self.observations[:n], "action_mask": self.masks[:n]}

    def clear(self) -> None:
        """Make room for the next rows."""
        self.facts = []
        self.masks[:] = False


def reward_of(ranks: Sequence[int], seat: int) -> float:
    """Seats beaten less seats beaten by, from -1 to 1: as the environments reward by rank."""
    mine = ranks[seat]
    balance = sum((rank > mine) - (rank < mine) for rank in ranks)
    return balance / (len(ranks) - 1)
