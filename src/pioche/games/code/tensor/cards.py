"""Code: the cards that a seat sees, and those it doesn't, as numbers."""

from typing import Final

from mypy_extensions import i16, i64

from pioche.core.native.vectors import vec
from pioche.core.tensors.tensor import put, put_one
from pioche.games.code.rules.cards import (
    CODE_KINDS,
    CODE_SIZE,
    COPIES,
    KINDS,
    NUMBER_KINDS,
    PLUS2,
    RESET,
    count_copies,
    count_gathered,
    missing_cards,
)
from pioche.games.code.rules.state import Code
from pioche.games.code.rules.visibility import sees_drawn, sees_hand
from pioche.games.code.tensor import fields

DIGITS: Final = 10
DEPTH: Final = 7  # the top card, and as many more as there are swaps to take it away

# -- the own code and hand -----------------------------------------------------------------


def write_code(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """CD-20: the own code, and how much of it is in hand."""
    if s.is_undealt():
        return
    one = s.cards[seat << 1]
    two = s.cards[(seat << 1) + 1]
    code = s.code_at(seat)
    have = count_gathered(one, two, code)
    if have > CODE_SIZE:
        have = CODE_SIZE
    put_one(out, at + fields.CODE, code)
    put_digits(out, at + fields.CODE_DIGITS, CODE_KINDS[code])
    put_digits(out, at + fields.MISSING, missing_cards(one, two, code))
    put(out, at + fields.GATHERED, have)
    put(out, at + fields.SPARE, s.hand_size(seat) - have)


def put_digits(out: vec[i16], at: i64, cards: i64) -> None:
    """Write the digits of which a mask has all four colours, or none."""
    n: i64 = DIGITS
    for digit in range(n):
        out[at + digit] = i16(cards >> (digit << 2) & 1)


def write_drawn(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """CD-9: only the player who drew knows the card."""
    if sees_drawn(s, seat):
        put_one(out, at + fields.DRAWN, s.drawn)


def write_hand(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """How many of each card a seat has."""
    one = s.cards[seat << 1]
    two = s.cards[(seat << 1) + 1]
    hand = at + fields.HAND
    n: i64 = KINDS
    for kind in range(n):
        out[hand + kind] = i16(count_copies(one, two, kind))


def write_unseen(s: Code, seat: i64, out: vec[i16], at: i64) -> None:
    """All cards but those in the hands that a seat sees; those lying open go off it later."""
    copies = COPIES
    unseen = at + fields.UNSEEN
    n: i64 = KINDS
    for kind in range(n):
        out[unseen + kind] = i16(copies[kind])
    if not s.has_reset:
        out[unseen + RESET] = 0
    for p in range(s.players):
        if sees_hand(s, seat, p):
            subtract_hand(s, p, out, unseen)


def subtract_hand(s: Code, p: i64, out: vec[i16], unseen: i64) -> None:
    """Take the cards of a hand off the unseen ones."""
    one = s.cards[p << 1]
    two = s.cards[(p << 1) + 1]
    n: i64 = KINDS
    for kind in range(n):
        out[unseen + kind] -= i16(count_copies(one, two, kind))


# -- the piles -----------------------------------------------------------------------------


def write_numbers(s: Code, out: vec[i16], at: i64) -> None:
    """CD-7, CD-15: the number pile, in its order as far as swaps are likely to dig.

    Below that only what comes back by a shuffle counts (CD-11).
    """
    n = s.numbers
    put(out, at + fields.NUMBERS_COUNT, n)
    top = at + fields.TOP
    deepest: i64 = DEPTH
    for depth in range(deepest):
        if depth < n:
            out[top + depth * NUMBER_KINDS + s.number_at(n - 1 - depth)] = 1
    numbers = at + fields.NUMBERS
    unseen = at + fields.UNSEEN
    for i in range(n):
        laid = s.number_at(i)
        out[numbers + laid] += 1
        out[unseen + laid] -= 1


def write_actions(s: Code, out: vec[i16], at: i64) -> None:
    """CD-10: the action pile. A swap covers what it lays bare, so the order does not matter."""
    n = s.actions
    put(out, at + fields.ACTIONS_COUNT, n)
    if n > 0:
        put_one(out, at + fields.TOP_ACTION, s.action_at(n - 1) - PLUS2)
    actions = at + fields.ACTIONS
    unseen = at + fields.UNSEEN
    for i in range(n):
        played = s.action_at(i)
        out[actions + played - PLUS2] += 1
        out[unseen + played] -= 1
