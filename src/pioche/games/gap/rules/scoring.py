"""Gap: what a row is worth, and who leads."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.games.gap.rules.cards import NUMBERS, ZEROS

SCORE_RANGE: Final = 256  # more than there are scores of one round, from -LEVELS // 2 on
MOST_ROUNDS: Final = 16777216  # more than any game lasts


def tally(row: i64) -> i64:
    """Cards by colour, colour c counted from bit NUMBERS * c on: all five added up at once."""
    counts: i64 = 0
    for number in range(NUMBERS):
        counts += row >> number & ZEROS
    return counts


def positive_points(counts: i64) -> i64:
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


def negative_points(counts: i64) -> i64:
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
