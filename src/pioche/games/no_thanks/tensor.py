"""No Thanks!: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
from pioche.core.tensors.tensor import TensorEncoder, put, put_bits, put_one, seat_at, seats_away
from pioche.games.no_thanks.rules import CARDS, LOW, NoThanks, cost
from pioche.games.no_thanks.view import draw_count

SEATS: Final = 7
FEWEST: Final = 3

FIELDS: Final = [
    Field("players", (5,), 0, 1, "how many play: 3, 4, 5, 6 or 7"),
    Field("rounds", (), 1, 20, "option: rounds to play (NT-17)"),
    Field("round", (), 1, 20, "the round that is played"),
    Field("card", (33,), 0, 1, "the card that is up, 3 to 35; none between rounds"),
    Field("pot", (), 0, 55, "chips on that card"),
    Field("draw_count", (), 0, 24, "cards still to be turned up"),
    Field("turn", (7,), 0, 1, "whose turn it is; none between rounds"),
    Field("first", (7,), 0, 1, "who began the round"),
    Field("taken", (7, 33), 0, 1, "the cards 3 to 35 that each seat has taken"),
    Field("costs", (7,), 0, 330, "what they cost, runs counted once (NT-14)"),
    Field("chips_known", (7,), 0, 1, "whether a seat's chips can be seen (NT-5)"),
    Field("chips", (7,), 0, 55, "a seat's chips where they can be seen, else 0"),
    Field("totals", (7,), -1100, 7000, "points of finished rounds"),
]


@mypyc_attr(acyclic=True)
@final
class NoThanksTensorEncoder(TensorEncoder):
    """NT-5 decides whose chips are in it."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, NoThanks)
        at = write_table(state, seat, out, at)
        players = state.players
        costs = at + SEATS * CARDS
        for i in range(players):
            p = seat_at(seat, i, players)
            cards = state.cards[p]
            put_bits(out, at, cards >> LOW, CARDS)
            at += CARDS
            out[costs + i] = i16(cost(cards))
            if state.shows_chips(p, seat):
                out[costs + SEATS + i] = 1
                out[costs + 2 * SEATS + i] = i16(state.chips_of(p))
            put(out, costs + 3 * SEATS + i, state.totals[p])


def write_table(s: NoThanks, seat: i64, out: vec[i16], at: i64) -> i64:
    """What is nobody's own; where the seats' numbers begin."""
    at = put_one(out, at, s.players - FEWEST, SEATS - FEWEST + 1)
    at = put(out, at, s.rounds)
    at = put(out, at, s.round)
    up: i64 = 0
    turn: i64 = -1
    if s.turn >= 0:
        up = bit(s.card - LOW)
        turn = seats_away(seat, s.turn, s.players)
    at = put_bits(out, at, up, CARDS)
    at = put(out, at, s.pot)
    at = put(out, at, draw_count(s))
    at = put_one(out, at, turn, SEATS)
    return put_one(out, at, seats_away(seat, s.first, s.players), SEATS)
