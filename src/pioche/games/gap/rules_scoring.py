"""Gap: what a row is worth, and who leads."""

from typing import Final

from mypy_extensions import i64

from pioche.core.vecs import vec
from pioche.games.gap.rules_cards import NUMBERS, ZEROS

LEVELS: Final = 256  # more than there are scores of one round, from -LEVELS // 2 on
MOST_ROUNDS: Final = 16777216  # more than any game lasts


def tally(row: i64) -> i64:
    """Cards by colour, colour c counted from bit NUMBERS * c on: all five added up at once."""
    counts: i64 = 0
    for number in range(NUMBERS):
        counts += row >> number & ZEROS
    return counts


def positive(counts: i64) -> i64:
    """GAP-16: the largest colour of a tally, all of them where several tie."""
    most: i64 = 1
    points: i64 = 0
    while counts != 0:
        n = counts & 15
        if n > most:
            most = n
            points = n
        elif n == most:
            points += n
        counts >>= NUMBERS
    return points


def negative(counts: i64) -> i64:
    """GAP-17: the smallest other colour of a tally, all of them where several tie."""
    most: i64 = 0
    least: i64 = NUMBERS
    points: i64 = 0
    while counts != 0:
        n = counts & 15
        if n > most:
            most = n
        if n == least:
            points += n
        elif 0 < n < least:
            least = n
            points = n
        counts >>= NUMBERS
    if least == most:  # no other colour
        return 0
    return points


def total(scores: vec[i64], players: i64, seat: i64) -> i64:
    """The rounds of a seat added up."""
    points: i64 = 0
    for round in range(len(scores) // players):
        points += scores[round * players + seat]
    return points


def standing(scores: vec[i64], players: i64, seat: i64) -> i64:
    """GAP-20 as one number: the total, then the best single round, then how early it came."""
    best: i64 = -LEVELS // 2
    came: i64 = 0
    for round in range(len(scores) // players):
        points = scores[round * players + seat]
        if points > best:
            best = points
            came = round
    return (total(scores, players, seat) * LEVELS + best + LEVELS // 2) * MOST_ROUNDS - came
