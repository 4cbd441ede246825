"""Card sense: what a good player knows about a game, at once and without thinking ahead."""

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import State, move_buffer


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Heuristics:
    """The quick judgement that search builds on; each game's bot.py has its own.

    All methods are given a state imagined for the seat that thinks, so none can see what
    is hidden from it. A move of another seat is judged as that seat would.
    """

    __slots__ = ()

    def exploration(self) -> float:
        """How readily search tries moves that have not proved themselves yet."""
        return 1.0

    def novice_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """A move of somebody who knows the rules and not much more."""
        out = move_buffer()
        n = state.write_moves(seat, out)
        return out[rng.below(n)]

    def regular_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """A move of somebody who has played a few times and pays attention."""
        return self.rollout_move(state, seat, rng)

    def rollout_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """A good move at little cost: how rollouts are played."""
        return self.novice_move(state, seat, rng)

    def priors(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """Write how promising each of the moves looks: positive, only the ratios count."""
        for i in range(n):
            out[i] = 1.0

    def redraw(self, state: State, seat: i64, rng: Rng) -> None:
        """Imagine, in place, all that the seat can't know; must depend on it in no way."""
        state.redraw(seat, rng)

    def is_leaf(self, state: State) -> bool:
        """Whether `payoffs` can judge a state without playing on: at the latest when it is over."""
        return state.over

    def run_rollout(self, state: State, rng: Rng) -> None:
        """Play on by `rollout_move` until it is settled."""
        while not self.is_leaf(state):
            if state.due:
                state.deal(rng)
            else:
                mask = state.acting_mask()
                seat = nth_bit(mask, rng.below(popcount(mask)))
                state.do(seat, self.rollout_move(state, seat, rng))

    def payoffs(self, state: State, out: vec[float]) -> None:
        """Write the share of the win that each seat may expect; they add up to 1."""
        winners = 0.0
        for seat in range(state.players):
            out[seat] = 0.0
            if state.rank(seat) == 1:
                out[seat] = 1.0
                winners += 1.0
        for seat in range(state.players):
            out[seat] /= winners
