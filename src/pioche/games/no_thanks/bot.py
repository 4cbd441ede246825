"""No Thanks!: what a good player knows."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import bit
from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.vecs import vec
from pioche.games.no_thanks.rules import PASS, TAKE, NoThanks, cost


def price(table: NoThanks, seat: i64) -> i64:
    """NT-14: what the card that is up would add to a player's cost; runs may make it less."""
    mine = table.cards[seat]
    return cost(mine | bit(table.card)) - cost(mine)


@mypyc_attr(acyclic=True)
@final
class NoThanksSense(Sense):
    """Card sense for No Thanks!."""

    __slots__ = ()

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what looks small or pays well, sees runs, and can't foresee the end of chips."""
        assert isinstance(state, NoThanks)
        if state.chips_of(seat) == 0:
            return TAKE
        if price(state, seat) - state.pot <= 4 + rng.below(10):
            return TAKE
        return PASS

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """Takes what costs little with its chips; earlier when chips run out."""
        return self.quick(state, seat, rng)

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """As the family plays."""
        assert isinstance(state, NoThanks)
        chips = state.chips_of(seat)
        if chips == 0:
            return TAKE
        limit: i64 = 4 + rng.below(5)
        if chips < 4:
            limit += 3 * (4 - chips)
        if price(state, seat) - state.pot <= limit:
            return TAKE
        return PASS

    def weigh(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """The better move by `quick` counts more."""
        out[0] = 1.0
        if n > 1:
            out[1] = 1.0

    def settled(self, state: State) -> bool:
        """A round stands for the game."""
        return state.over or state.due
