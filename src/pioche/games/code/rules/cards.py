"""Code: the kinds of cards, the code cards, the numbers of the actions, and what a hand is.

A number card is kind 4 * digit + colour, so the four colours of a digit are neighbours; the
other kinds follow in the order of a sorted hand. A hand is two numbers. The first has a bit
for each kind of number card that is there, and above them three bits a kind that count the
other cards. The second has a bit for each number card of which both copies are there.
"""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import bit, lowest_bit, popcount
from pioche.core.native.vectors import vec

COLOURS: Final = "BRYV"
NUMBER_KINDS: Final = 40
JOKER: Final = 40
PLUS2: Final = 41
SWAP: Final = 42
REVERSE: Final = 43
GIFT: Final = 44
SKIP: Final = 45
RESET: Final = 46
KINDS: Final = 47

COPIES: Final = vec[i64]([2] * 40 + [4, 4, 6, 5, 4, 6, 1])  # CD-2
CARDS: Final = 110
ALL_CARDS: Final = vec[i64]([k for k in range(47) for i in range(COPIES[k])])  # the reset last

# CD-3, ascending; in the rules a code card is its index here.
CODES: Final = (
    "0269",
    "0345",
    "0478",
    "0567",
    "1258",
    "1279",
    "1368",
    "1469",
    "2347",
    "3589",
)
CODE_CARDS: Final = 10
CODE_SIZE: Final = 4
CODE_KINDS: Final = vec[i64]([sum(15 << 4 * int(d) for d in code) for code in CODES])

NUMBERS: Final = 0xFFFFFFFFFF  # the number cards in a hand
JOKERS: Final = 0x70000000000  # and the jokers
OTHERS: Final = 43  # from this bit on: cards that are neither
ONE_COLOUR: Final = 0x1111111111  # the first of the four bits of every digit

# CD-7: the number cards that fit on each one.
FITTING: Final = vec[i64]([15 << 4 * (k >> 2) | 0x1111111111 << (k & 3) for k in range(40)])

# The actions, in the order of their move texts. A sum is numbered by the sum, then the digit
# below, then both colours, so that those which fit a top card are neighbours.
SUM: Final = 40  # before it: play a number card, by kind
PAIRS: Final = 55  # two digits that add up to 9 at most
FIRSTS: Final = vec[i64]([a for t in range(10) for a in range(t + 1)])
SECONDS: Final = vec[i64]([t - a for t in range(10) for a in range(t + 1)])
DRAW: Final = 920
KEEP: Final = 921
SWAP_NUMBER: Final = 922
SWAP_ACTION: Final = 923
SWAP_NONE: Final = 924
DO_REVERSE: Final = 925
DO_SKIP: Final = 926
DO_PLUS2: Final = 927
DO_GIFT: Final = 928
DO_RESET: Final = 929  # + seat
ACCEPT: Final = 937
LAY: Final = 938  # + kind
PICK: Final = 985  # + seat
DECLINE: Final = 993
PASS: Final = 994


def count_shift(kind: i64) -> i64:
    """The lowest of the three bits that count an action card in a hand."""
    return 3 * kind - 80


def has_card(one: i64, kind: i64) -> bool:
    """Whether a hand, by its first number, has a card."""
    if kind < NUMBER_KINDS:
        return one >> kind & 1 != 0
    return one >> count_shift(kind) & 7 != 0


def count_copies(one: i64, two: i64, kind: i64) -> i64:
    """How many cards of a kind a hand has."""
    if kind < NUMBER_KINDS:
        return (one >> kind & 1) + (two >> kind & 1)
    return one >> count_shift(kind) & 7


def hand_of_one(kind: i64) -> i64:
    """The first number of a hand of one card."""
    if kind < NUMBER_KINDS:
        return bit(kind)
    return bit(count_shift(kind))


def is_code_hand(one: i64, two: i64, code: i64) -> bool:
    """Whether all cards of a hand serve a code: jokers, and digits of it once each.

    Four such cards win (CD-20). Of more than four, any four would.
    """
    if two != 0 or one & ~(CODE_KINDS[code] | JOKERS) != 0:
        return False
    x = one & NUMBERS
    alike = (x >> 1 & 0x7777777777) | (x >> 2 & 0x3333333333) | (x >> 3 & ONE_COLOUR)
    return x & alike == 0


def count_per_digit(numbers: i64) -> i64:
    """How many bits each group of four has, in four bits each."""
    x = (numbers & 0x5555555555) + (numbers >> 1 & 0x5555555555)
    return (x & 0x3333333333) + (x >> 2 & 0x3333333333)


def count_wanted_digits(one: i64, two: i64, code: i64) -> i64:
    """How many cards of each digit of the code a hand has, in four bits each."""
    wanted = CODE_KINDS[code]
    return count_per_digit(one & wanted) + count_per_digit(two & wanted)


def present_digits(counts: i64) -> i64:
    """The digits of which there is a card, a bit each, at the first of its four."""
    return (counts | counts >> 1 | counts >> 2 | counts >> 3) & ONE_COLOUR


def count_gathered(one: i64, two: i64, code: i64) -> i64:
    """How many cards of a hand serve its code: digits once each, and jokers. Above 4: spare."""
    counts = count_wanted_digits(one, two, code)
    return popcount(present_digits(counts)) + (one >> count_shift(JOKER) & 7)


def missing_cards(one: i64, two: i64, code: i64) -> i64:
    """The number cards, as a mask of kinds, whose digit the code has and the hand has not."""
    return CODE_KINDS[code] & ~(present_digits(count_wanted_digits(one, two, code)) * 15)


def serving_cards(one: i64, code: i64) -> i64:
    """CD-20: the mask of the kinds in a hand, by its first number, that serve a code."""
    found = one & CODE_KINDS[code]
    if has_card(one, JOKER):
        found |= bit(JOKER)
    return found


def card_for_digit(one: i64, digit: i64) -> i64:
    """CD-20: the kind that stands for a digit in a hand that wins: a number card, or a joker."""
    mine = one >> (digit << 2) & 15
    if mine == 0:
        return JOKER
    return digit << 2 | lowest_bit(mine)


def raise_penalty(penalty: i64) -> i64:
    """CD-14: the cards that are asked for after one more plus2."""
    return penalty + 2


def pair_count(one: i64, two: i64, total: i64) -> i64:
    """CD-8: how many pairs of cards in a hand add up to a number, either one on top."""
    digits = count_per_digit(one & NUMBERS)
    n: i64 = 0
    a: i64 = 0
    b = total << 2
    while a < b:
        n += (digits >> a & 15) * (digits >> b & 15)
        a += 4
        b -= 4
    n += n
    if a == b:
        k = digits >> a & 15
        n += k * (k - 1) + (count_per_digit(two) >> a & 15)
    return n


def first_sum(total: i64) -> i64:
    """The first of the actions that lay two cards of this sum."""
    return SUM + (total * (total + 1) << 3)


def below_of(action: i64) -> i64:
    """The kind of the card that lies below in a sum."""
    k = action - SUM
    return FIRSTS[k >> 4] << 2 | (k >> 2 & 3)


def above_of(action: i64) -> i64:
    """The kind of the card that lies on top in a sum."""
    k = action - SUM
    return SECONDS[k >> 4] << 2 | (k & 3)


def byte_bit(seat: i64) -> i64:
    """One, in the byte of a seat."""
    return bit(seat << 3)
