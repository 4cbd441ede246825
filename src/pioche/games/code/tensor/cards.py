"""Code: the cards that a seat sees, and those it doesn't, as numbers.

Each of these functions writes from out[at] on and says where the next number goes.
"""

from typing import Final

from mypy_extensions import i16, i64

from pioche.core.native.vectors import vec
from pioche.core.tensors.tensor import put, put_one
from pioche.games.code.rules.cards import (
    CODE_CARDS,
    CODE_KINDS,
    CODE_SIZE,
    COPIES,
    KINDS,
    NUMBER_KINDS,
    PLUS2,
    RESET,
    count_gathered,
    count_shift,
    missing_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.visibility import sees_drawn, sees_hand

DIGITS: Final = 10
DEPTH: Final = 7  # the top card, and as many more as there are swaps to take it away
PLAYED_KINDS: Final = 6  # of action cards: all but the joker

# -- the own code and hand -----------------------------------------------------------------


def write_code(s: Code, seat: i64, out: vec[i16], at: i64) -> i64:
    """CD-20: the own code, and how much of it is in hand."""
    one = s.cards[seat << 1]
    two = s.cards[(seat << 1) + 1]
    code: i64 = -1
    wanted: i64 = 0
    lacking: i64 = 0
    have: i64 = 0
    if not s.is_undealt():
        code = s.code_at(seat)
        wanted = CODE_KINDS[code]
        lacking = missing_cards(one, two, code)
        have = count_gathered(one, two, code)
        if have > CODE_SIZE:
            have = CODE_SIZE
    at = put_one(out, at, code, CODE_CARDS)
    at = put_digits(out, at, wanted)
    at = put_digits(out, at, lacking)
    at = put(out, at, have)
    return put(out, at, s.hand_size(seat) - have)


def put_digits(out: vec[i16], at: i64, cards: i64) -> i64:
    """Write the digits of which a mask has all four colours, or none."""
    n: i64 = DIGITS
    for digit in range(n):
        out[at + digit] = i16(cards >> (digit << 2) & 1)
    return at + n


def write_drawn(s: Code, seat: i64, out: vec[i16], at: i64) -> i64:
    """CD-9: only the player who drew knows the card."""
    drawn: i64 = -1
    if sees_drawn(s, seat):
        drawn = s.drawn
    return put_one(out, at, drawn, KINDS)


def write_hand(s: Code, seat: i64, out: vec[i16], at: i64) -> i64:
    """How many of each card a seat has."""
    one = s.cards[seat << 1]
    two = s.cards[(seat << 1) + 1]
    n: i64 = KINDS
    for kind in range(n):
        out[at + kind] = i16(count_copies(one, two, kind))
    return at + n


def write_unseen(s: Code, seat: i64, out: vec[i16], at: i64) -> i64:
    """All cards but those in the hands that a seat sees; those lying open go off it later."""
    copies = COPIES
    n: i64 = KINDS
    for kind in range(n):
        out[at + kind] = i16(copies[kind])
    if not s.has_reset:
        out[at + RESET] = 0
    for p in range(s.players):
        if sees_hand(s, seat, p):
            subtract_hand(s, p, out, at)
    return at + n


def subtract_hand(s: Code, p: i64, out: vec[i16], at: i64) -> None:
    """Take the cards of a hand off the unseen ones."""
    one = s.cards[p << 1]
    two = s.cards[(p << 1) + 1]
    n: i64 = KINDS
    for kind in range(n):
        out[at + kind] -= i16(count_copies(one, two, kind))


def count_copies(one: i64, two: i64, kind: i64) -> i64:
    """How many cards of a kind a hand has, by its two numbers."""
    if kind < NUMBER_KINDS:
        return (one >> kind & 1) + (two >> kind & 1)
    return one >> count_shift(kind) & 7


# -- the piles -----------------------------------------------------------------------------


def write_numbers(s: Code, out: vec[i16], at: i64, unseen: i64) -> i64:
    """CD-7, CD-15: the number pile, in its order as far as swaps are likely to dig.

    Below that only what comes back by a shuffle counts (CD-11).
    """
    n = s.numbers
    at = put(out, at, n)
    deepest: i64 = DEPTH
    for depth in range(deepest):
        kind: i64 = -1
        if depth < n:
            kind = s.number_at(n - 1 - depth)
        at = put_one(out, at, kind, NUMBER_KINDS)
    put_one(out, at, -1, NUMBER_KINDS)
    for i in range(n):
        laid = s.number_at(i)
        out[at + laid] += 1
        out[unseen + laid] -= 1
    return at + NUMBER_KINDS


def write_actions(s: Code, out: vec[i16], at: i64, unseen: i64) -> i64:
    """CD-10: the action pile. A swap covers what it lays bare, so the order does not matter."""
    n = s.actions
    at = put(out, at, n)
    top: i64 = -1
    if n > 0:
        top = s.action_at(n - 1) - PLUS2
    at = put_one(out, at, top, PLAYED_KINDS)
    put_one(out, at, -1, PLAYED_KINDS)
    for i in range(n):
        played = s.action_at(i)
        out[at + played - PLUS2] += 1
        out[unseen + played] -= 1
    return at + PLAYED_KINDS
