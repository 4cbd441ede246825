"""Rows of a data set in the making."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Game
from pioche.core.state import State
from pioche.core.tensors.field import count_numbers
from pioche.rl.data.finished_game import FinishedGame
from pioche.rl.episodes.buffers import ObservationBuffer


class DecisionRow(NamedTuple):
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


class RowBuffer:
    """Room for some rows, which is used again and again."""

    def __init__(self, game: Game, most: int) -> None:
        tensor = game.tensor_encoder()
        self.size = count_numbers(tensor.fields())
        self.buffer = ObservationBuffer(tensor, self.size)
        self.capacity = most
        self.total = 0  # of all rows there ever were
        self.rows: list[DecisionRow] = []
        self.observations = np.zeros((most, self.size), np.int16)
        self.masks = np.zeros((most, game.num_actions), np.bool_)

    def add_game(self, finished: FinishedGame) -> Iterator[None]:
        """Add the decisions of a game; comes up whenever the room is full, to have it cleared."""
        facts = [self.build_row(finished, seat) for seat in range(len(finished.ranks))]
        step = 0
        for state, seat, action in finished.decisions:
            if seat < 0:
                continue  # the clock's move is nobody's decision
            self.write_observation(state, seat)
            self.rows.append(facts[seat]._replace(step=step, action=action))
            self.total += 1
            step += 1
            if len(self.rows) == self.capacity:
                yield

    def build_row(self, finished: FinishedGame, seat: int) -> DecisionRow:
        """What is the same for all decisions of a seat."""
        ranks, score = finished.ranks, finished.scores[seat]
        rank, reward, name = ranks[seat], compute_rank_reward(ranks, seat), finished.players[seat]
        return DecisionRow(
            finished.id, 0, seat, len(ranks), name, 0, reward, rank, score, rank == 1
        )

    def write_observation(self, state: State, seat: int) -> None:
        """Write what a seat knows and may do into the next row."""
        row = len(self.rows)
        self.observations[row] = self.buffer.observe(state, seat)
        self.masks[row, state.legal(seat)] = True

    def columns(self) -> dict[str, Sequence[Any] | NDArray[Any]]:
        """The rows there are (one at least), by the names of their columns."""
        n = len(self.rows)
        facts = dict(zip(DecisionRow._fields, zip(*self.rows, strict=True), strict=True))
        return {**facts, "observation": self.observations[:n], "action_mask": self.masks[:n]}

    def clear(self) -> None:
        """Make room for the next rows."""
        self.rows = []
        self.masks[:] = False


def compute_rank_reward(ranks: Sequence[int], seat: int) -> float:
    """Seats beaten less seats beaten by, from -1 to 1: as the environments reward by rank."""
    mine = ranks[seat]
    balance = sum((rank > mine) - (rank < mine) for rank in ranks)
    return balance / (len(ranks) - 1)
