"""Code: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
from pioche.core.tensors.tensor import (
    TensorEncoder,
    put,
    put_bits,
    put_flag,
    put_one,
    seat_at,
    seats_away,
)
from pioche.games.code.rules.cards import KINDS
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.visibility import sees_laid
from pioche.games.code.tensor import fields
from pioche.games.code.tensor.cards import (
    write_actions,
    write_code,
    write_drawn,
    write_hand,
    write_numbers,
    write_unseen,
)

SEATS: Final = 8
FEWEST: Final = 2


@mypyc_attr(acyclic=True)
@final
class CodeTensorEncoder(TensorEncoder):
    """CD-4, CD-18 and CD-20 decide whose cards are in it."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return fields.FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, Code)
        write_table(state, seat, out, at)
        write_code(state, seat, out, at)
        write_drawn(state, seat, out, at)
        write_hand(state, seat, out, at)
        write_unseen(state, seat, out, at)
        write_numbers(state, out, at)
        write_actions(state, out, at)
        write_seats(state, seat, out, at)


# -- how far the game has come -------------------------------------------------------------


def write_table(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """What is nobody's own but for the open piles."""
    put_one(out, at + fields.PLAYERS, s.players - FEWEST)
    put_one(out, at + fields.SEAT, seat)
    put_flag(out, at + fields.RESET, s.has_reset)
    put(out, at + fields.MAX_TURNS, s.limit)
    put(out, at + fields.TURNS, s.turns)
    put(out, at + fields.TURNS_LEFT, s.limit - s.turns)
    put_one(out, at + fields.PHASE, s.phase)
    put_bits(out, at + fields.ACTORS, relative_acting_mask(s, seat), SEATS)
    put_seat(s, seat, s.turn, out, at + fields.TURN)
    put(out, at + fields.DIRECTION, s.direction)
    put_seat(s, seat, s.robbed, out, at + fields.ROBBED)
    put_seat(s, seat, s.resetting, out, at + fields.RESETTING)
    put_seat(s, seat, s.winner, out, at + fields.WINNER)
    put(out, at + fields.PENALTY, s.penalty)
    put(out, at + fields.DRAWING, s.drawing)
    put(out, at + fields.DRAW_COUNT, s.left)
    put(out, at + fields.CODES_ASIDE_COUNT, s.aside)
    if not s.is_undealt():
        put(out, at + fields.CODES_OUT_COUNT, s.count_codes_out())


def put_seat(s: Code, seat: i64, other: i64, out: vec[i16], at: i64) -> None:
    """Write which seat another one is, seen from this one; none if it is below 0."""
    if other >= 0:
        put_one(out, at, seats_away(seat, other, s.players))


def relative_acting_mask(s: Code, seat: i64) -> i64:
    """The mask of those who are to act, seen from a seat."""
    if s.due or s.over:
        return 0
    mask = s.acting_mask()
    return (mask >> seat | mask << (s.players - seat)) & (bit(s.players) - 1)


# -- the seats -----------------------------------------------------------------------------


def write_seats(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """CD-18: the sizes of the hands, and what was laid; until all have, one sees only one's own."""
    players = s.players
    sizes = at + fields.HANDS_COUNT
    has_laid = at + fields.HAS_LAID
    cards = at + fields.LAID
    unseen = at + fields.UNSEEN
    for i in range(players):
        p = seat_at(seat, i, players)
        out[sizes + i] = i16(s.hand_size(p))
        laid = s.laid_by(p)
        if laid < 0:
            continue
        out[has_laid + i] = 1
        if sees_laid(s, seat, p):
            out[cards + i * KINDS + laid] = 1
            out[unseen + laid] -= 1


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return CodeTensorEncoder()
