"""Demo Cards: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import popcount
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field, find_offset
from pioche.core.tensors.tensor import TensorEncoder, put, put_bits, put_one, seat_at, seats_away
from pioche.games.demo_cards.rules import CARDS, DemoCardsState

FEWEST: Final = 2

FIELDS: Final = [
    Field("players", (3,), 0, 1, "how many play: 2, 3 or 4"),
    Field("tricks", (), 3, 5, "option: cards in a hand (DC-3)"),
    Field("turn", (4,), 0, 1, "whose turn it is; none before the deal"),
    Field("hand", (20,), 0, 1, "the cards 1 to 20 in the own hand"),
    Field("played", (20,), 0, 1, "the cards of finished tricks"),
    Field("trick", (4, 20), 0, 1, "the card that each seat has played to the trick"),
    Field("hands_count", (4,), 0, 5, "how many cards each seat holds"),
    Field("points", (4,), 0, 5, "the tricks that each seat has won"),
]

PLAYERS: Final[i64] = find_offset(FIELDS, "players")
TRICKS: Final[i64] = find_offset(FIELDS, "tricks")
TURN: Final[i64] = find_offset(FIELDS, "turn")
HAND: Final[i64] = find_offset(FIELDS, "hand")
PLAYED: Final[i64] = find_offset(FIELDS, "played")
TRICK: Final[i64] = find_offset(FIELDS, "trick")
HANDS_COUNT: Final[i64] = find_offset(FIELDS, "hands_count")
POINTS: Final[i64] = find_offset(FIELDS, "points")


@mypyc_attr(acyclic=True)
@final
class DemoCardsTensorEncoder(TensorEncoder):
    """Of all hands, only the own one is in it (DC-3)."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, DemoCardsState)
        put_one(out, at + PLAYERS, state.players - FEWEST)
        put(out, at + TRICKS, state.tricks)
        if not state.due:
            put_one(out, at + TURN, seats_away(seat, state.turn, state.players))
        put_bits(out, at + HAND, state.hands[seat] >> 1, CARDS)
        put_bits(out, at + PLAYED, state.played >> 1, CARDS)
        for i in range(state.players):
            p = seat_at(seat, i, state.players)
            put_one(out, at + TRICK + i * CARDS, state.trick[p] - 1)
            put(out, at + HANDS_COUNT + i, popcount(state.hands[p]))
            put(out, at + POINTS + i, state.points[p])


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return DemoCardsTensorEncoder()
