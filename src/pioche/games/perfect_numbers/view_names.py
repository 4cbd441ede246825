"""Perfect Numbers: cards, colours, actions and series by the names that views have for them."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import lowest_bit
from pioche.games.perfect_numbers.names import CARDS, LETTERS, STORABLE
from pioche.games.perfect_numbers.rules.cards import CARD_BITS, CARD_MASK, COLOURS
from pioche.games.perfect_numbers.schema import PerfectNumbersSeriesName

FACES: Final = list(CARDS)
COLOUR_LETTERS: Final = list(LETTERS)
ACTION_NAMES: Final = list(STORABLE)


def name_series(place: i64) -> PerfectNumbersSeriesName:
    """A series by its seat and colour."""
    return {"seat": place // COLOURS, "colour": COLOUR_LETTERS[place % COLOURS]}


def unpack_cards(packed: i64) -> list[str]:
    """The cards of a packed hand.

    >>> unpack_cards(33 << 6 | 4)
    ['R5', 'J4']
    """
    cards: list[str] = []
    while packed != 0:
        cards.append(FACES[(packed & CARD_MASK) - 1])
        packed >>= CARD_BITS
    return cards


def action_names(mask: i64) -> list[str]:
    """The names of a set of actions."""
    names: list[str] = []
    while mask != 0:
        names.append(ACTION_NAMES[lowest_bit(mask)])
        mask &= mask - 1
    return names


def colour_letters(mask: i64) -> list[str]:
    """The letters of a mask of colours."""
    letters: list[str] = []
    while mask != 0:
        letters.append(COLOUR_LETTERS[lowest_bit(mask)])
        mask &= mask - 1
    return letters
