"""Rouge Jaune Vert: the cards, the slots they lie in, and drawing anew those nobody sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.core.rng import Generator

SLOTS: Final = 80  # RJV-2, RJV-4: one for each colour card
COLOURS: Final = 5
LOWEST: Final = -4  # RJV-3: point cards are kept as value - LOWEST
VALUES: Final = 15
POINT_CARDS: Final = 30

# A slot is its card and these two. The card of a slot that is held stays on record there;
# a slot whose card was placed is GONE and nothing else.
CARD: Final = 127
UP: Final = 128
GONE: Final = 256

ALL_CARDS: Final = vec[i64](list(range(SLOTS)))
EMPTY: Final = vec[i64]([GONE] * SLOTS)
ALL_POINTS: Final = vec[i64]([i // 2 for i in range(POINT_CARDS)])

# RJV-2: cards in the order of the colour named, the colour printed, the times; of each the
# bits 0 … 4 for its two colours and 5 … 8 for its times, so that one AND tells RJV-9.
TRAITS: Final = vec[i64](
    [
        2**named | 2**printed | 2 ** (COLOURS + times)
        for named in range(COLOURS)
        for printed in range(COLOURS)
        if printed != named
        for times in range(4)
    ]
)


def cards_fit(a: i64, b: i64) -> bool:
    """RJV-9: whether two cards have nothing in common."""
    return TRAITS[a] & TRAITS[b] == 0


def lies_open(slot: i64) -> bool:
    """RJV-7: whether the card of a slot lies there, face up."""
    return slot & (UP | GONE) == UP


def highest_point(points: i64) -> i64:
    """RJV-15: the highest of some point cards, two bits a value; there must be one."""
    v: i64 = VALUES - 1
    while points >> (2 * v) & 3 == 0:
        v -= 1
    return v


def redraw_places(slots: vec[i64], places: vec[i64], n: i64, rng: Generator) -> None:
    """Shuffle the cards of the first n places, whatever their order was before."""
    hidden = vec[i64]([0] * SLOTS)
    for i in range(n):
        hidden[slots[places[i]] & CARD] = 1
    k: i64 = 0
    for card in range(SLOTS):  # k never passes card, so no mark is lost
        if hidden[card] == 1:
            hidden[k] = card
            k += 1
    rng.shuffle(hidden, 0, n, n)
    for i in range(n):
        slot = places[i]
        slots[slot] = slots[slot] & GONE | hidden[i]


def redraw_pile(pile: vec[i64], drawn: i64, rng: Generator) -> None:
    """Shuffle the point cards from place `drawn` on, whatever their order was before."""
    left = vec[i64]([0] * VALUES)
    for i in range(drawn, POINT_CARDS):
        left[pile[i]] += 1
    k = drawn
    for v in range(VALUES):
        for i in range(left[v]):
            pile[k] = v
            k += 1
    rng.shuffle(pile, drawn, POINT_CARDS, POINT_CARDS)


def standing_key(won: i64) -> i64:
    """RJV-16 as one number: the sum, then the highest single card."""
    return (sum_points(won) << 4) + find_best_point(won)


def sum_points(won: i64) -> i64:
    """The sum of point cards won: four bits each, value - LOWEST + 1, the latest lowest."""
    total: i64 = 0
    while won != 0:
        total += (won & 15) - 1 + LOWEST
        won >>= 4
    return total


def find_best_point(won: i64) -> i64:
    """The highest point card won, as it is packed; 0: none."""
    best: i64 = 0
    while won != 0:
        if won & 15 > best:
            best = won & 15
        won >>= 4
    return best
