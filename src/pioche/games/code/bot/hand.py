"""Code: what a hand is worth for a code: what it has gathered, and which cards may go."""

from mypy_extensions import i64

from pioche.core.native.bits import bit, lowest_bit, popcount
from pioche.games.code.rules.cards import (
    CODE_KINDS,
    CODE_SIZE,
    FITTING,
    JOKER,
    NUMBERS,
    ONE_COLOUR,
    PLUS2,
    RESET,
    REVERSE,
    SKIP,
    count_shift,
    count_wanted_digits,
    first_sum,
    present_digits,
)


def repeated_digits(counts: i64) -> i64:
    """The digits of which there are two cards or more."""
    return (counts >> 1 | counts >> 2 | counts >> 3) & ONE_COLOUR


def free_cards(one: i64, two: i64, code: i64) -> i64:
    """The number cards of a hand, as a mask, each of which the code can do without."""
    counts = count_wanted_digits(one, two, code)
    if popcount(present_digits(counts)) + (one >> count_shift(JOKER) & 7) > CODE_SIZE:
        return one & NUMBERS
    return one & NUMBERS & ~(CODE_KINDS[code] & ~(repeated_digits(counts) * 15))


def is_spare(kind: i64, free: i64) -> bool:
    """Whether a hand whose free number cards these are can do without a card."""
    return kind > JOKER or (kind < JOKER and free >> kind & 1 != 0)


def helps_code(kind: i64, lacking: i64) -> bool:
    """Whether a card brings a code nearer."""
    return lacking != 0 and (kind == JOKER or (kind < JOKER and lacking >> kind & 1 != 0))


def count_spare_actions(one: i64) -> i64:
    """How many action cards of a hand bring no digits: all but swaps, gifts and jokers."""
    n = (one >> count_shift(REVERSE) & 7) + (one >> count_shift(SKIP) & 7)
    return n + (one >> count_shift(PLUS2) & 7) + (one >> count_shift(RESET) & 7)


def colour_mask(cards: i64) -> i64:
    """The colours among number cards, four bits."""
    y = cards | cards >> 20
    return (y | y >> 4 | y >> 8 | y >> 12 | y >> 16) & 15


def fit_chance(free: i64) -> float:
    """How likely one of these cards fits on a number card turned up by chance."""
    digits = present_digits(free)
    n: i64 = popcount(digits)
    k: i64 = popcount(colour_mask(free))
    return 1.0 - float((4 - k) * (10 - n)) / 40.0


def next_fit_chance(free: i64, top: i64, near: float) -> float:
    """How likely one of these cards fits next time, after this top card.

    The others lay by colour more often than by number, so the colour tends to stay: `near`
    is how much of the next top card is still this one.
    """
    fit = FITTING[top] & free
    stay = 0.0
    if colour_mask(free) >> (top & 3) & 1 != 0:
        stay = 1.0
    elif fit != 0:
        stay = 0.5
    return near * stay + (1.0 - near) * fit_chance(free)


def find_best_single(mask: i64, one: i64, two: i64, code: i64, near: float) -> i64:
    """Of the cards of a mask, the one without which the rest is easiest to get rid of."""
    if mask & (mask - 1) == 0:
        return lowest_bit(mask)
    best = -1.0
    found: i64 = -1
    while mask != 0:
        kind = lowest_bit(mask)
        mask &= mask - 1
        b = bit(kind)
        # Of two copies the second number of the hand tells, of one the first.
        copy = two & b
        rest = free_cards(one ^ (b ^ copy), two ^ copy, code)
        worth = next_fit_chance(rest, kind, near) + 0.001 * float(kind >> 2)
        if worth > best:
            best = worth
            found = kind
    return found


def find_free_pair(top: i64, one: i64, two: i64, code: i64, must: i64, near: float) -> i64:
    """A sum of two cards that the code can do without, or -1; `must` is one of them, or -1."""
    total = top >> 2
    free = free_cards(one, two, code)
    best = -1.0
    found: i64 = -1
    for b in range(total + 1):
        a = total - b
        below = pair_colours(free, a, b, must)
        above = pair_colours(free, b, a, must)
        if below == 0 or above == 0:
            continue
        if a == b:
            twins = find_free_twins(a, one, two, code, must)
            if twins >= 0 and best < 0.0:
                best = 0.0
                found = first_sum(total) + (a << 4) + twins
            continue
        x = lowest_bit(below)
        while above != 0:
            y = lowest_bit(above)
            above &= above - 1
            rest = free & ~bit(b << 2 | y) & ~bit(a << 2 | x)
            worth = next_fit_chance(rest, b << 2 | y, near) - 0.002 * float(b)
            if worth > best:
                best = worth
                found = first_sum(total) + (a << 4) + (x << 2 | y)
    return found


def pair_colours(free: i64, digit: i64, other: i64, must: i64) -> i64:
    """The colours, four bits, in which a digit may be part of a pair with the other one."""
    colours = free >> (digit << 2) & 15
    if must < 0 or must >> 2 == other:
        return colours
    if must >> 2 == digit:
        return colours & bit(must & 3)
    return 0


def find_free_twins(digit: i64, one: i64, two: i64, code: i64, must: i64) -> i64:
    """The colours of two cards of one digit that may go together, four bits, or -1."""
    if must >= 0 and must >> 2 != digit:
        return -1
    at = digit << 2
    ones = one >> at & 15
    twos = two >> at & 15
    spare = popcount(ones) + popcount(twos)
    if CODE_KINDS[code] >> at & 1 != 0:
        spare -= 1
    if spare < 2:
        return -1
    x = lowest_bit(ones)
    if must >= 0:
        x = must & 3
    if twos >> x & 1 != 0:
        return x << 2 | x
    ones &= ~bit(x)
    if ones == 0:
        return -1
    return x << 2 | lowest_bit(ones)
