"""Gap: what a row promises, and what a card would make of it."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import lowest_bit, popcount
from pioche.core.native.vectors import vec
from pioche.games.gap.rules.cards import NUMBERS, find_takes, lower_neighbours, upper_neighbours
from pioche.games.gap.rules.scoring import score_tally, tally, tally_card
from pioche.games.gap.rules.state import PLAY, Gap

POINT: Final = 100  # promises are counted in hundredths of a point
WORST: Final = -1000000

# How much of a point each counts, fitted to the scores of rounds played by these very
# weights: the row as it scores now, by the cards left in hand, …
NOW: Final = vec[i64]([100, 40, 12, 3, 3, 3])
# … and a card more of the largest, the second and the third colour of row and hand
# together, by the number of players: a second large colour is what makes a good round, and
# with the three colours of two players the third is the smallest.
FIRST: Final = vec[i64]([0, 0, 30, 25, 5, 20, 20])
SECOND: Final = vec[i64]([0, 0, 65, 80, 85, 60, 60])
THIRD: Final = vec[i64]([0, 0, -30, 25, 45, 40, 40])


def expected_row_score(row: i64, rest: i64, left: i64, players: i64) -> i64:
    """What a row is likely to score in the end, with the tally of the cards left in hand."""
    if left == 0:
        return POINT * score_tally(row)
    both = row + rest
    first: i64 = 0
    second: i64 = 0
    third: i64 = 0
    while both != 0:
        n = both & 15
        both >>= NUMBERS
        if n > first:
            third = second
            second = first
            first = n
        elif n > second:
            third = second
            second = n
        elif n > third:
            third = n
    ahead = FIRST[players] * first + SECOND[players] * second + THIRD[players] * third
    return NOW[left] * score_tally(row) + ahead


def find_best_choice(row: i64, options: i64, rest: i64, left: i64, players: i64) -> i64:
    """Of the cards to choose from, the one that makes a row promise most."""
    best: i64 = WORST
    chosen: i64 = 0
    while options != 0:
        card = lowest_bit(options)
        worth = expected_row_score(row + tally_card(card), rest, left, players)
        if worth > best:
            best = worth
            chosen = card
        options &= options - 1
    return chosen


def promising_tally_after(
    middle: i64, card: i64, row: i64, rest: i64, left: i64, players: i64
) -> i64:
    """As `tally_after`, but of several neighbours the one that makes the row promise most."""
    taken = find_takes(middle, card)
    if taken == 0:
        return row
    row += tally_card(card)
    lower = taken & lower_neighbours(card)
    upper = taken & upper_neighbours(card)
    if lower | upper == 0:
        return row + tally(taken)
    if lower != 0:
        row += tally_card(find_best_choice(row, lower, rest, left, players))
    if upper != 0:
        row += tally_card(find_best_choice(row, upper, rest, left, players))
    return row


def write_move_values(table: Gap, out: vec[i64]) -> i64:
    """Write what each open card would make the row promise, ascending by card; how many."""
    me = table.turn
    row = tally(table.rows[me])
    rest = tally(table.hands[me])
    left = popcount(table.hands[me])
    players = table.players
    mask = table.open_cards()
    playing = table.phase == PLAY
    if playing:
        left -= 1
    else:
        row += tally_card(table.played)
    middle = table.middle
    n: i64 = 0
    while mask != 0:
        card = lowest_bit(mask)
        if playing:
            after = rest - tally_card(card)
            made = promising_tally_after(middle, card, row, after, left, players)
            out[n] = expected_row_score(made, after, left, players)
        else:
            out[n] = expected_row_score(row + tally_card(card), rest, left, players)
        n += 1
        mask &= mask - 1
    return n
