"""Gap: what a row is worth, and who leads."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import bit, lowest_bit
from pioche.core.native.vectors import vec
from pioche.games.gap.rules.cards import (
    NUMBERS,
    ZEROS,
    find_takes,
    lower_neighbours,
    upper_neighbours,
)

SCORE_RANGE: Final = 256  # more than there are scores of one round, from -LEVELS // 2 on
MOST_ROUNDS: Final = 16777216  # more than any game lasts
POINT_BITS: Final = 8  # of the cards that count, in one number with their colours
POINT_MASK: Final = 255
FIRST_COLOUR: Final = 256


def tally(row: i64) -> i64:
    """Cards by colour, colour c counted from bit NUMBERS * c on: all five added up at once."""
    counts: i64 = 0
    for number in range(NUMBERS):
        counts += row >> number & ZEROS
    return counts


def tally_card(card: i64) -> i64:
    """The tally of one card."""
    return bit(card - card % NUMBERS)


def count_tally(counts: i64) -> i64:
    """How many cards a tally counts."""
    n: i64 = 0
    while counts != 0:
        n += counts & 15
        counts >>= NUMBERS
    return n


def find_colours(counts: i64) -> i64:
    """The mask of the colours that a tally has cards of."""
    mask: i64 = 0
    colour: i64 = 1
    while counts != 0:
        if counts & 15 != 0:
            mask |= colour
        colour += colour
        counts >>= NUMBERS
    return mask


def find_largest(counts: i64) -> i64:
    """GAP-16: the largest colour of a tally, all of them where several tie.

    Their cards from bit 0 on, and the colours as a mask from bit POINT_BITS on.
    """
    most: i64 = 1
    found: i64 = 0
    colour: i64 = FIRST_COLOUR
    while counts != 0:
        n = counts & 15
        if n > most:
            most = n
            found = colour + n
        elif n == most:
            found += colour + n
        colour += colour
        counts >>= NUMBERS
    return found


def find_smallest(counts: i64) -> i64:
    """GAP-17: the smallest other colour of a tally, as `find_largest`; 0 if there is none."""
    most: i64 = 0
    least: i64 = NUMBERS
    found: i64 = 0
    colour: i64 = FIRST_COLOUR
    while counts != 0:
        n = counts & 15
        if n > most:
            most = n
        if n == least:
            found += colour + n
        elif 0 < n < least:
            least = n
            found = colour + n
        colour += colour
        counts >>= NUMBERS
    if least == most:
        return 0
    return found


def positive_points(counts: i64) -> i64:
    """GAP-16: what counts for a tally."""
    return find_largest(counts) & POINT_MASK


def negative_points(counts: i64) -> i64:
    """GAP-17: what counts against a tally."""
    return find_smallest(counts) & POINT_MASK


def positive_colours(counts: i64) -> i64:
    """GAP-16: the mask of the colours that count for a tally."""
    return find_largest(counts) >> POINT_BITS


def negative_colours(counts: i64) -> i64:
    """GAP-17: the mask of the colours that count against a tally."""
    return find_smallest(counts) >> POINT_BITS


def score_tally(counts: i64) -> i64:
    """GAP-18: what a tally scores."""
    return positive_points(counts) - negative_points(counts)


def tally_after(middle: i64, card: i64, row: i64) -> i64:
    """The tally of a row once a card was played; of several neighbours, what scores most then."""
    taken = find_takes(middle, card)
    if taken == 0:
        return row
    row += tally_card(card)
    lower = taken & lower_neighbours(card)
    upper = taken & upper_neighbours(card)
    if lower | upper == 0:
        return row + tally(taken)
    return tally_with_best(tally_with_best(row, lower), upper)


def tally_with_best(row: i64, choices: i64) -> i64:
    """The tally of a row and of the one of some cards that makes it score most; none adds none."""
    best: i64 = -SCORE_RANGE
    found = row
    while choices != 0:
        made = row + tally_card(lowest_bit(choices))
        points = score_tally(made)
        if points > best:
            best = points
            found = made
        choices &= choices - 1
    return found


def total_score(scores: vec[i64], players: i64, seat: i64) -> i64:
    """The rounds of a seat added up."""
    points: i64 = 0
    for round in range(len(scores) // players):
        points += scores[round * players + seat]
    return points


def tie_break_key(scores: vec[i64], players: i64, seat: i64) -> i64:
    """GAP-20 as one number: the total, then the best single round, then how early it came."""
    best: i64 = -SCORE_RANGE // 2
    came: i64 = 0
    for round in range(len(scores) // players):
        points = scores[round * players + seat]
        if points > best:
            best = points
            came = round
    return (
        total_score(scores, players, seat) * SCORE_RANGE + best + SCORE_RANGE // 2
    ) * MOST_ROUNDS - came
