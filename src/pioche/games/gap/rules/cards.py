"""Gap: the cards, and sets of them as the bits of one number."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import popcount
from pioche.core.native.vectors import vec

COLOURS: Final = 5  # GAP-2: card = NUMBERS * colour + number, one of each
NUMBERS: Final = 10
CARDS: Final = 50
ALL_CARDS: Final = vec[i64](list(range(CARDS)))
ALL_COLOURS: Final = vec[i64](list(range(COLOURS)))
EVERY_COLOUR: Final = 31  # mask
ZEROS: Final = 0x10040100401  # the five cards numbered 0


def count_removed_colours(players: i64) -> i64:
    """GAP-3: how many colours leave the game."""
    if players == 2:
        return 2
    if players == 3:
        return 1
    return 0


def hand_size(players: i64) -> i64:
    """GAP-5: cards in each hand at the start of a round."""
    if players > 4:
        return 5
    return 6


def count_plays(players: i64) -> i64:
    """GAP-15: how many cards are played in a round."""
    return players * hand_size(players)


def same_number(card: i64) -> i64:
    """GAP-8: the mask of the cards of its number."""
    mask: i64 = ZEROS
    mask <<= card % NUMBERS
    return mask


def lower_neighbours(card: i64) -> i64:
    """GAP-9, GAP-10: the mask of its lower neighbours; 9 is below 0."""
    return same_number(card % NUMBERS + 9)


def upper_neighbours(card: i64) -> i64:
    """GAP-9, GAP-10: the mask of its upper neighbours; 0 is above 9."""
    return same_number(card % NUMBERS + 1)


def has_choice(mask: i64) -> bool:
    """Whether there is a choice: more than one card."""
    return mask & (mask - 1) != 0


def find_takes(middle: i64, card: i64) -> i64:
    """GAP-8 to GAP-11: the cards of the middle that a card takes, or one of several of them.

    Those of its number, or else its neighbours; 0 if there are none and it joins the middle.
    """
    found = middle & same_number(card)
    if found == 0:
        found = middle & (lower_neighbours(card) | upper_neighbours(card))
    return found


def find_choices(takes: i64, card: i64) -> i64:
    """GAP-9, GAP-10: of what `find_takes` has found, the neighbours that one is chosen of."""
    if not has_choice(takes):
        return 0
    found: i64 = 0
    lower = takes & lower_neighbours(card)
    if has_choice(lower):
        found = lower
    upper = takes & upper_neighbours(card)
    if has_choice(upper):
        found |= upper
    return found


def cards_of(colours: i64) -> vec[i64]:
    """All cards of some colours, ascending; the caller's own."""
    if colours == EVERY_COLOUR:
        return ALL_CARDS[:]
    cards = vec[i64]([0] * (popcount(colours) * NUMBERS))
    k: i64 = 0
    for card in range(CARDS):
        if colours >> card // NUMBERS & 1:
            cards[k] = card
            k += 1
    return cards
