"""No Thanks!: what a good player knows."""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.heuristics import Heuristics
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.games.no_thanks.rules import PASS, TAKE, NoThanks, added_cost

LIMIT: Final = 4  # points that a card may cost anybody, chips on it deducted; and …
LIMIT_NOISE: Final = 5  # … less than so many more, by mood
FEW: Final = 4  # chips that make one careful …
POINTS_PER_MISSING_CHIP: Final = 3  # … and the points that each chip missing to that many is worth

PAYOFF_TEMPERATURE: Final = (
    20.0  # points behind that leave a player 1 / e of the leader's prospects
)
MARGIN_WEIGHT: Final = 0.6  # how much points count, and not only who was first


def is_acceptable(table: NoThanks, seat: i64, pot: i64, rng: Rng) -> bool:
    """Whether a player would take the card with so many chips on it; without a chip they must."""
    chips = table.chips_of(seat)
    if chips == 0:
        return True
    limit: i64 = LIMIT + rng.below(LIMIT_NOISE)
    if chips < FEW:
        limit += POINTS_PER_MISSING_CHIP * (FEW - chips)
    return added_cost(table.cards[seat], table.card) - pot <= limit


def is_wanted_by_others(table: NoThanks, rng: Rng) -> bool:
    """Whether another player would take the card before it comes round again."""
    seat = table.turn
    for i in range(1, table.players):
        seat += 1
        if seat == table.players:
            seat = 0
        if is_acceptable(table, seat, table.pot + i, rng):
            return True
    return False


@mypyc_attr(acyclic=True)
@final
class NoThanksHeuristics(Heuristics):
    """Card sense for No Thanks!."""

    __slots__ = ()

    def exploration(self) -> float:
        """Two moves only: little is needed to try both."""
        return 0.35

    def novice_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what looks small or pays well, sees runs, and can't foresee the end of chips."""
        assert isinstance(state, NoThanks)
        if state.chips_of(seat) == 0:
            return TAKE
        if added_cost(state.cards[seat], state.card) - state.pot <= 4 + rng.below(10):
            return TAKE
        return PASS

    def regular_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Minds its chips, and now and then lets a card that fits go round for more of them."""
        assert isinstance(state, NoThanks)
        if not is_acceptable(state, seat, state.pot, rng):
            return PASS
        if state.chips_of(seat) > 0 and rng.below(3) == 0 and not is_wanted_by_others(state, rng):
            return PASS
        return TAKE

    def rollout_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what is acceptable: that is how most people play, and the search knows better."""
        assert isinstance(state, NoThanks)
        if is_acceptable(state, seat, state.pot, rng):
            return TAKE
        return PASS

    def is_leaf(self, state: State) -> bool:
        """A round stands for the game."""
        return state.over or state.due

    def run_rollout(self, state: State, rng: Rng) -> None:
        """To the end of the round, with direct calls."""
        assert isinstance(state, NoThanks)
        while not (state.over or state.due):
            if is_acceptable(state, state.turn, state.pot, rng):
                state.take()
            else:
                state.pass_card()

    def payoffs(self, state: State, out: vec[float]) -> None:
        """Who is first, and how far the others are behind: a win by one point is half chance."""
        assert isinstance(state, NoThanks)
        totals = state.totals
        best = totals[0]
        for seat in range(1, state.players):
            if totals[seat] < best:
                best = totals[seat]
        winners = 0.0
        sum = 0.0
        for seat in range(state.players):
            if totals[seat] == best:
                winners += 1.0
            out[seat] = exp(float(best - totals[seat]) / PAYOFF_TEMPERATURE)
            sum += out[seat]
        for seat in range(state.players):
            won = 0.0
            if totals[seat] == best:
                won = 1.0 / winners
            out[seat] = MARGIN_WEIGHT * out[seat] / sum + (1.0 - MARGIN_WEIGHT) * won


def create_heuristics() -> Heuristics:
    """What the levels of the game know."""
    return NoThanksHeuristics()
