"""Perfect Numbers: what a good player knows."""

from math import exp, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.heuristics import Heuristics
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import State, move_buffer
from pioche.games.perfect_numbers.bot.expected_score import expected_score
from pioche.games.perfect_numbers.bot.judge import MoveEvaluator
from pioche.games.perfect_numbers.bot.series_values import build_series_values, build_stored_values
from pioche.games.perfect_numbers.rules.cards import CLOSE, GROUPS, MARKET_CARDS
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

# By how many points a glance may err: a child's, the family's, that of rollouts.
NOVICE_ERROR: Final = 8.0
REGULAR_ERROR: Final = 0.5
ROLLOUT_ERROR: Final = 0.2
ERROR_STEPS: Final = 65536

LOWEST_SCORE: Final = -20.0  # nothing is judged worse than this when moves are weighed
PRIOR_TEMPERATURE: Final = 1.0  # points that make a move about three times as promising
LEAST_PRIOR: Final = 0.01  # even what looks absurd is tried some time

ROLLOUT_ROUNDS: Final = 2  # rounds that rollouts are played on beyond the tree
END_TEMPERATURE: Final = 3.0  # points that at the end of a game still count as nearly level
VARIANCE_PER_TURN: Final = (
    1.25  # what a turn to come adds to the square of that, fitted to final scores
)


@mypyc_attr(acyclic=True)
@final
class PerfectNumbersHeuristics(Heuristics):
    """Card sense for Perfect Numbers."""

    __slots__ = ("series_values", "stored_values")

    def __init__(self) -> None:
        self.series_values = build_series_values()
        self.stored_values = build_stored_values()

    def novice_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Closes whatever can be closed; otherwise sees what is good, but not how good."""
        assert isinstance(state, PerfectNumbers)
        if state.perfect >= 0:
            return CLOSE
        return self.pick_move(state, NOVICE_ERROR, rng)

    def regular_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """What looks best, give or take half a point."""
        assert isinstance(state, PerfectNumbers)
        return self.pick_move(state, REGULAR_ERROR, rng)

    def rollout_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """What looks best, with just enough luck that rollouts differ."""
        assert isinstance(state, PerfectNumbers)
        return self.pick_move(state, ROLLOUT_ERROR, rng)

    def pick_move(self, table: PerfectNumbers, error: float, rng: Rng) -> i64:
        """The move that looks best to eyes that may err by so many points."""
        moves = move_buffer()
        n = table.write_moves(table.turn, moves)
        chosen = moves[0]
        if n == 1:
            return chosen
        judge = MoveEvaluator(table, self.series_values, self.stored_values)
        best = -1e9
        for i in range(n):
            score = judge.score_move(moves[i]) + error * float(rng.below(ERROR_STEPS)) / ERROR_STEPS
            if score > best:
                best = score
                chosen = moves[i]
        return chosen

    def priors(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """The better a move looks at first sight, the more it counts."""
        assert isinstance(state, PerfectNumbers)
        out[0] = 1.0
        if n == 1:
            return
        judge = MoveEvaluator(state, self.series_values, self.stored_values)
        best = LOWEST_SCORE
        for i in range(n):
            score = max(judge.score_move(moves[i]), LOWEST_SCORE)
            out[i] = score
            best = max(best, score)
        for i in range(n):
            out[i] = exp((out[i] - best) / PRIOR_TEMPERATURE) + LEAST_PRIOR

    def run_rollout(self, state: State, rng: Rng) -> None:
        """Play on by `rollout_move` for a few rounds: then Collections can be judged as they are.

        Rounds are counted from where the tree was left, so that it may reach further.
        """
        assert isinstance(state, PerfectNumbers)
        last = state.round + ROLLOUT_ROUNDS
        while not state.over and state.round < last:
            state.do(state.turn, self.pick_move(state, ROLLOUT_ERROR, rng))

    def payoffs(self, state: State, out: vec[float]) -> None:
        """By the points that seats may expect in the end, and how sure they can be of them."""
        assert isinstance(state, PerfectNumbers)
        doubt = self.payoff_temperature(state)
        top = 0.0
        for seat in range(state.players):
            out[seat] = expected_score(state, seat)
            top = max(top, out[seat])
        total = 0.0
        for seat in range(state.players):
            out[seat] = exp((out[seat] - top) / doubt)
            total += out[seat]
        for seat in range(state.players):
            out[seat] /= total

    def payoff_temperature(self, table: PerfectNumbers) -> float:
        """How many points ahead make a seat about three times as likely to win."""
        turns = 0.0
        if not table.over:
            turns = float(GROUPS * (table.pile_size() // MARKET_CARDS)) / float(table.players)
        return sqrt(END_TEMPERATURE * END_TEMPERATURE + VARIANCE_PER_TURN * turns)


def create_heuristics() -> Heuristics:
    """What the levels of the game know."""
    return PerfectNumbersHeuristics()
