"""Perfect Numbers: what a good player knows."""

from math import exp, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State, buffer
from pioche.core.vecs import vec
from pioche.games.perfect_numbers.bot_judge import Judge
from pioche.games.perfect_numbers.bot_promise import promises, stores
from pioche.games.perfect_numbers.bot_prospect import prospect
from pioche.games.perfect_numbers.rules import PerfectNumbers
from pioche.games.perfect_numbers.rules_cards import CLOSE, GROUPS, MARKET_CARDS

# By how many points a glance may err: a child's, the family's, that of thought games.
CHILDISH: Final = 8.0
FAMILIAR: Final = 0.5
SHARP: Final = 0.2
LUCK: Final = 65536

UNLIKELY: Final = -20.0  # nothing is judged worse than this when moves are weighed
DOUBT_OF_SIGHT: Final = 1.0  # points that make a move about three times as promising
LEAST_WEIGHT: Final = 0.01  # even what looks absurd is tried some time

HORIZON: Final = 2  # rounds that thought games are played on beyond the tree
CLOSE_CALL: Final = 3.0  # points that at the end of a game still count as nearly level
DRIFT: Final = 1.25  # what a turn to come adds to the square of that, fitted to final scores


@mypyc_attr(acyclic=True)
@final
class PerfectNumbersSense(Sense):
    """Card sense for Perfect Numbers."""

    __slots__ = ("promise", "store")

    def __init__(self) -> None:
        self.promise = promises()
        self.store = stores()

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Closes whatever can be closed; otherwise sees what is good, but not how good."""
        assert isinstance(state, PerfectNumbers)
        if state.perfect >= 0:
            return CLOSE
        return self.pick(state, CHILDISH, rng)

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """What looks best, give or take half a point."""
        assert isinstance(state, PerfectNumbers)
        return self.pick(state, FAMILIAR, rng)

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """What looks best, with just enough luck that thought games differ."""
        assert isinstance(state, PerfectNumbers)
        return self.pick(state, SHARP, rng)

    def pick(self, table: PerfectNumbers, error: float, rng: Rng) -> i64:
        """The move that looks best to eyes that may err by so many points."""
        moves = buffer()
        n = table.moves(table.turn, moves)
        chosen = moves[0]
        if n == 1:
            return chosen
        judge = Judge(table, self.promise, self.store)
        best = -1e9
        for i in range(n):
            score = judge.score(moves[i]) + error * float(rng.below(LUCK)) / LUCK
            if score > best:
                best = score
                chosen = moves[i]
        return chosen

    def weigh(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """The better a move looks at first sight, the more it counts."""
        assert isinstance(state, PerfectNumbers)
        out[0] = 1.0
        if n == 1:
            return
        judge = Judge(state, self.promise, self.store)
        best = UNLIKELY
        for i in range(n):
            score = max(judge.score(moves[i]), UNLIKELY)
            out[i] = score
            best = max(best, score)
        for i in range(n):
            out[i] = exp((out[i] - best) / DOUBT_OF_SIGHT) + LEAST_WEIGHT

    def finish(self, state: State, rng: Rng) -> None:
        """Play on by `quick` for a few rounds: then Collections can be judged as they are.

        Rounds are counted from where the tree was left, so that it may reach further.
        """
        assert isinstance(state, PerfectNumbers)
        last = state.round + HORIZON
        while not state.over and state.round < last:
            state.do(state.turn, self.pick(state, SHARP, rng))

    def shares(self, state: State, out: vec[float]) -> None:
        """By the points that seats may expect in the end, and how sure they can be of them."""
        assert isinstance(state, PerfectNumbers)
        doubt = self.doubt(state)
        top = 0.0
        for seat in range(state.players):
            out[seat] = prospect(state, seat)
            top = max(top, out[seat])
        total = 0.0
        for seat in range(state.players):
            out[seat] = exp((out[seat] - top) / doubt)
            total += out[seat]
        for seat in range(state.players):
            out[seat] /= total

    def doubt(self, table: PerfectNumbers) -> float:
        """How many points ahead make a seat about three times as likely to win."""
        turns = 0.0
        if not table.over:
            turns = float(GROUPS * (table.pile() // MARKET_CARDS)) / float(table.players)
        return sqrt(CLOSE_CALL * CLOSE_CALL + DRIFT * turns)
