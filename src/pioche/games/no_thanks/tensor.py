"""No Thanks!: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field, find_offset
from pioche.core.tensors.tensor import (
    TensorEncoder,
    put,
    put_bits,
    put_flag,
    put_one,
    seat_at,
    seats_away,
)
from pioche.games.no_thanks.rules import CARDS, LOW, NoThanks, cost
from pioche.games.no_thanks.view import draw_count

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


PLAYERS: Final[i64] = find_offset(FIELDS, "players")
ROUNDS: Final[i64] = find_offset(FIELDS, "rounds")
ROUND: Final[i64] = find_offset(FIELDS, "round")
CARD: Final[i64] = find_offset(FIELDS, "card")
POT: Final[i64] = find_offset(FIELDS, "pot")
DRAW_COUNT: Final[i64] = find_offset(FIELDS, "draw_count")
TURN: Final[i64] = find_offset(FIELDS, "turn")
FIRST: Final[i64] = find_offset(FIELDS, "first")
TAKEN: Final[i64] = find_offset(FIELDS, "taken")
COSTS: Final[i64] = find_offset(FIELDS, "costs")
CHIPS_KNOWN: Final[i64] = find_offset(FIELDS, "chips_known")
CHIPS: Final[i64] = find_offset(FIELDS, "chips")
TOTALS: Final[i64] = find_offset(FIELDS, "totals")


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
        write_table(state, seat, out, at)
        for i in range(state.players):
            write_seat(state, seat, i, out, at)


def write_table(s: NoThanks, seat: i64, out: vec[i16], at: i64) -> None:
    """What is nobody's own."""
    put_one(out, at + PLAYERS, s.players - FEWEST)
    put(out, at + ROUNDS, s.rounds)
    put(out, at + ROUND, s.round)
    if s.turn >= 0:
        put_one(out, at + CARD, s.card - LOW)
        put_one(out, at + TURN, seats_away(seat, s.turn, s.players))
    put(out, at + POT, s.pot)
    put(out, at + DRAW_COUNT, draw_count(s))
    put_one(out, at + FIRST, seats_away(seat, s.first, s.players))


def write_seat(s: NoThanks, seat: i64, away: i64, out: vec[i16], at: i64) -> None:
    """What lies in front of somebody who sits so many seats further on."""
    p = seat_at(seat, away, s.players)
    cards = s.cards[p]
    put_bits(out, at + TAKEN + away * CARDS, cards >> LOW, CARDS)
    put(out, at + COSTS + away, cost(cards))
    put(out, at + TOTALS + away, s.totals[p])
    if s.shows_chips(p, seat):
        put_flag(out, at + CHIPS_KNOWN + away, True)
        put(out, at + CHIPS + away, s.chips_of(p))


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return NoThanksTensorEncoder()
