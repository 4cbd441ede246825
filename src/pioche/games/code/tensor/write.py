"""Code: what a seat knows, as numbers.

Cards stand in the order of their kinds (`rules_cards.py`): B0 R0 Y0 V0, B1 … V9, then joker,
plus2, swap, reverse, gift, skip, reset. A joker is never played (CD-13), so the action pile
has the last six of these.
"""

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
PHASE_COUNT: Final = 6

FIELDS: Final = [
    Field("players", (7,), 0, 1, "how many play: 2 to 8"),
    Field("seat", (8,), 0, 1, "the own seat as moves name it: `pick @0`, `reset @0` or so on"),
    Field("reset", (), 0, 1, "option: the reset card is in the game (CD-2)"),
    Field("max_turns", (), 50, 10000, "option: turns after which the game is a draw (CD-22)"),
    Field("turns", (), 0, 10000, "turns played"),
    Field("turns_left", (), 0, 10000, "turns before it is a draw"),
    Field("phase", (6,), 0, 1, "turn, drawn, penalty, gift, pick or robbed"),
    Field("actors", (8,), 0, 1, "who is to act; nobody while a shuffle is due, or at the end"),
    Field("turn", (8,), 0, 1, "whose turn it is, or was at the end"),
    Field("direction", (), -1, 1, "1: play goes clockwise, -1: the other way (CD-16)"),
    Field("robbed", (8,), 0, 1, "who has lost a card by a gift and may draw one (CD-18)"),
    Field("resetting", (8,), 0, 1, "who gets a new code after the shuffle that is due (CD-19)"),
    Field("winner", (8,), 0, 1, "who has won"),
    Field("penalty", (), 0, 16, "cards that the plus2s ask for (CD-14)"),
    Field("drawing", (), 0, 16, "cards still to draw after the shuffle that is due (CD-11)"),
    Field("draw_count", (), 0, 110, "cards in the draw pile"),
    Field("codes_aside_count", (), 0, 8, "code cards aside"),
    Field("codes_out_count", (), 0, 8, "code cards discarded"),
    Field("code", (10,), 0, 1, "the own code, by the order of CD-3; none before the deal"),
    Field("code_digits", (10,), 0, 1, "the digits 0 to 9 that it has"),
    Field("missing", (10,), 0, 1, "those of them of which no number card is in hand"),
    Field("gathered", (), 0, 4, "cards in hand that can be part of the code at once (CD-20)"),
    Field(
        "spare", (), 0, 110, "cards in hand beyond these; with 4 gathered and none spare it wins"
    ),
    Field("drawn", (47,), 0, 1, "the card just drawn, if the seat itself drew it (CD-9)"),
    Field("hand", (47,), 0, 6, "how many of each card are in hand"),
    Field("unseen", (47,), 0, 6, "how many of each card are where the seat can't see them"),
    Field("numbers_count", (), 0, 80, "cards on the number pile"),
    Field("top", (7, 40), 0, 1, "its top card, then those below, which swaps may lay bare"),
    Field("numbers", (40,), 0, 2, "how many of each number card lie on it"),
    Field("actions_count", (), 0, 26, "cards on the action pile"),
    Field("top_action", (6,), 0, 1, "its top card; no swap ever lays one below bare (CD-15)"),
    Field("actions", (6,), 0, 6, "how many of each action card lie on it"),
    Field("hands_count", (8,), 0, 110, "cards in each hand"),
    Field("has_laid", (8,), 0, 1, "who has laid a card for a gift (CD-18)"),
    Field("laid", (8, 47), 0, 1, "that card where it can be seen"),
]


@mypyc_attr(acyclic=True)
@final
class CodeTensorEncoder(TensorEncoder):
    """CD-4, CD-18 and CD-20 decide whose cards are in it."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, Code)
        at = write_table(state, seat, out, at)
        at = write_code(state, seat, out, at)
        at = write_drawn(state, seat, out, at)
        at = write_hand(state, seat, out, at)
        unseen = at
        at = write_unseen(state, seat, out, at)
        at = write_numbers(state, out, at, unseen)
        at = write_actions(state, out, at, unseen)
        write_seats(state, seat, out, at, unseen)


# -- how far the game has come -------------------------------------------------------------


def write_table(s: Code, seat: i64, out: vec[i16], at: i64) -> i64:
    """What is nobody's own but for the open piles; where to go on."""
    at = put_one(out, at, s.players - FEWEST, SEATS - FEWEST + 1)
    at = put_one(out, at, seat, SEATS)
    at = put_flag(out, at, s.has_reset)
    at = put(out, at, s.limit)
    at = put(out, at, s.turns)
    at = put(out, at, s.limit - s.turns)
    at = put_one(out, at, s.phase, PHASE_COUNT)
    at = put_bits(out, at, relative_acting_mask(s, seat), SEATS)
    at = put_seat(s, seat, s.turn, out, at)
    at = put(out, at, s.direction)
    at = put_seat(s, seat, s.robbed, out, at)
    at = put_seat(s, seat, s.resetting, out, at)
    at = put_seat(s, seat, s.winner, out, at)
    at = put(out, at, s.penalty)
    at = put(out, at, s.drawing)
    at = put(out, at, s.left)
    at = put(out, at, s.aside)
    if s.is_undealt():
        return put(out, at, 0)
    return put(out, at, s.count_codes_out())


def put_seat(s: Code, seat: i64, other: i64, out: vec[i16], at: i64) -> i64:
    """Write which seat another one is, seen from this one; none if it is below 0."""
    away: i64 = -1
    if other >= 0:
        away = seats_away(seat, other, s.players)
    return put_one(out, at, away, SEATS)


def relative_acting_mask(s: Code, seat: i64) -> i64:
    """The mask of those who are to act, seen from a seat."""
    if s.due or s.over:
        return 0
    mask = s.acting_mask()
    return (mask >> seat | mask << (s.players - seat)) & (bit(s.players) - 1)


# -- the seats -----------------------------------------------------------------------------


def write_seats(s: Code, seat: i64, out: vec[i16], at: i64, unseen: i64) -> None:
    """CD-18: the sizes of the hands, and what was laid; until all have, one sees only one's own."""
    players = s.players
    cards = at + 2 * SEATS
    for i in range(players):
        p = seat_at(seat, i, players)
        out[at + i] = i16(s.hand_size(p))
        laid = s.laid_by(p)
        put_flag(out, at + SEATS + i, laid >= 0)
        if not sees_laid(s, seat, p):
            laid = -1
        cards = put_one(out, cards, laid, KINDS)
        if laid >= 0:
            out[unseen + laid] -= 1
