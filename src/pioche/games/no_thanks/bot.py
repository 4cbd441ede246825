"""No Thanks!: what a good player knows."""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.vecs import vec
from pioche.games.no_thanks.rules import DRAWN, PASS, TAKE, NoThanks

# What a card may cost, chips on it deducted, in sixteenths of a point: more while many cards
# are to come, more when chips run low, and a little chance. Found by play against itself and
# against simple rules; docs/bots/no-thanks.md tells how.
LIMIT: Final = -5
LIMIT_A_CARD_LEFT: Final = 9
LOW_CHIPS: Final = 7
LIMIT_A_CHIP_SHORT: Final = 56
LIMIT_CHANCE: Final = 42

CALM: Final = 20.0  # points behind that leave a player 1 / e of the leader's prospects


def price(cards: i64, card: i64) -> i64:
    """NT-14: what a card adds to the cost of those in a mask; less than nothing in a run."""
    below = cards >> (card - 1) & 1
    above = cards >> (card + 1) & 1
    if below == 1:
        if above == 1:
            return -card - 1
        return 0
    if above == 1:
        return -1
    return card


def acceptable(table: NoThanks, seat: i64, pot: i64, rng: Rng) -> bool:
    """Whether a player would take the card with so many chips on it, forced or not."""
    chips = table.chips_of(seat)
    if chips == 0:
        return True
    limit = LIMIT + LIMIT_A_CARD_LEFT * (DRAWN - table.next) + rng.below(LIMIT_CHANCE)
    if chips < LOW_CHIPS:
        limit += LIMIT_A_CHIP_SHORT * (LOW_CHIPS - chips)
    return (price(table.cards[seat], table.card) - pot) << 4 <= limit


def wanted(table: NoThanks, rng: Rng) -> bool:
    """Whether another player would take the card before it comes round again."""
    seat = table.turn
    for i in range(1, table.players):
        seat += 1
        if seat == table.players:
            seat = 0
        if acceptable(table, seat, table.pot + i, rng):
            return True
    return False


def pick(table: NoThanks, rng: Rng) -> i64:
    """Take what is acceptable, but not before the others have paid for it."""
    if table.chips_of(table.turn) == 0:
        return TAKE
    if acceptable(table, table.turn, table.pot, rng) and wanted(table, rng):
        return TAKE
    return PASS


@mypyc_attr(acyclic=True)
@final
class NoThanksSense(Sense):
    """Card sense for No Thanks!."""

    __slots__ = ()

    def curiosity(self) -> float:
        """Two moves only: little is needed to try both."""
        return 0.35

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what looks small or pays well, sees runs, and can't foresee the end of chips."""
        assert isinstance(state, NoThanks)
        if state.chips_of(seat) == 0:
            return TAKE
        if price(state.cards[seat], state.card) - state.pot <= 4 + rng.below(10):
            return TAKE
        return PASS

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """Minds its chips, and now and then lets a card that fits go round for more of them."""
        assert isinstance(state, NoThanks)
        chips = state.chips_of(seat)
        if chips == 0:
            return TAKE
        limit: i64 = 4 + rng.below(5)
        if chips < 4:
            limit += 3 * (4 - chips)
        if price(state.cards[seat], state.card) - state.pot > limit:
            return PASS
        if rng.below(3) == 0 and not wanted(state, rng):
            return PASS
        return TAKE

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """Weighs the card against chips and cards to come, and makes the others pay."""
        assert isinstance(state, NoThanks)
        return pick(state, rng)

    def settled(self, state: State) -> bool:
        """A round stands for the game."""
        return state.over or state.due

    def finish(self, state: State, rng: Rng) -> None:
        """To the end of the round, with direct calls."""
        assert isinstance(state, NoThanks)
        while not (state.over or state.due):
            if pick(state, rng) == TAKE:
                state.take()
            else:
                state.refuse()

    def shares(self, state: State, out: vec[float]) -> None:
        """By points behind the leader: whether a thought game was won by one point is chance."""
        assert isinstance(state, NoThanks)
        totals = state.totals
        best = totals[0]
        for seat in range(1, state.players):
            if totals[seat] < best:
                best = totals[seat]
        sum = 0.0
        for seat in range(state.players):
            out[seat] = exp(float(best - totals[seat]) / CALM)
            sum += out[seat]
        for seat in range(state.players):
            out[seat] /= sum
