"""Perfect Numbers: what a good player knows."""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State, buffer
from pioche.core.vecs import vec
from pioche.games.perfect_numbers.bot_judge import Judge
from pioche.games.perfect_numbers.bot_promise import MOST_TURNS, ROW, promises, row_of
from pioche.games.perfect_numbers.rules import PerfectNumbers
from pioche.games.perfect_numbers.rules_cards import COLOURS

NOISE: Final = 65536


def stores() -> vec[float]:
    """What a stored move, protect or steal promises, by the turns left."""
    found = vec[float]([0.0] * (3 * (MOST_TURNS + 1)))
    for turns in range(MOST_TURNS + 1):
        due = float(turns) / (float(turns) + 1.5)
        found[3 * turns] = 1.0 * due
        found[3 * turns + 1] = 1.5 * due
        found[3 * turns + 2] = 1.5 * due
    return found


@mypyc_attr(acyclic=True)
@final
class PerfectNumbersSense(Sense):
    """Card sense for Perfect Numbers."""

    __slots__ = ("care", "horizon", "noise", "promise", "spread", "store", "taste", "keen")

    def __init__(self) -> None:
        self.promise = promises()
        self.store = stores()
        self.noise: float = 0.5
        self.care: float = 1.0
        self.horizon: i64 = 100
        self.spread: float = 1.0
        self.taste = vec[float]([1.0, 0.0, 0.0])
        self.keen: float = 5.0

    def curiosity(self) -> float:
        """Shares lie close together, and first sight is good."""
        return self.care

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """What looks best at first sight, give or take a little."""
        assert isinstance(state, PerfectNumbers)
        out = buffer()
        n = state.moves(seat, out)
        if n == 1:
            return out[0]
        return self.pick(state, out, n, self.noise, rng)

    def pick(self, table: PerfectNumbers, moves: vec[i64], n: i64, noise: float, rng: Rng) -> i64:
        """The move that scores most, with a little luck."""
        judge = Judge(table, self.promise, self.store, self.taste)
        best = -1e9
        chosen = moves[0]
        for i in range(n):
            score = judge.score(moves[i])
            score += noise * float(rng.below(NOISE)) / NOISE
            if score > best:
                best = score
                chosen = moves[i]
        return chosen

    def weigh(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """The better a move looks at first sight, the more it counts."""
        assert isinstance(state, PerfectNumbers)
        if n == 1:
            out[0] = 1.0
            return
        judge = Judge(state, self.promise, self.store, self.taste)
        best = -1e9
        for i in range(n):
            score = judge.score(moves[i])
            if score < -50.0:
                score = -50.0
            out[i] = score
            if score > best:
                best = score
        for i in range(n):
            out[i] = exp((out[i] - best) / self.spread) + 0.01

    def finish(self, state: State, rng: Rng) -> None:
        """Play on by `quick` for a few rounds."""
        assert isinstance(state, PerfectNumbers)
        last = state.round + self.horizon
        while not state.over and state.round < last:
            state.do(state.turn, self.quick(state, state.turn, rng))

    def shares(self, state: State, out: vec[float]) -> None:
        """By points and by what Collections promise."""
        assert isinstance(state, PerfectNumbers)
        total = 0.0
        top = 0.0
        for seat in range(state.players):
            out[seat] = self.prospect(state, seat)
            if out[seat] > top:
                top = out[seat]
        for seat in range(state.players):
            out[seat] = exp((out[seat] - top) / self.keen)
            total += out[seat]
        for seat in range(state.players):
            out[seat] /= total

    def prospect(self, table: PerfectNumbers, seat: i64) -> float:
        """Points, and what the Collection promises."""
        total = float(table.points(seat))
        if table.over:
            return total
        promise = self.promise
        row = row_of(table, seat)
        for place in range(COLOURS * seat, COLOURS * seat + COLOURS):
            size = table.sizes[place]
            if size >= ROW:
                size = ROW - 1
            total += promise[row + size]
        return total
