"""Gap: cards by name, as positions, views and moves write them."""

from pioche.core.bits import members
from pioche.games.gap.rules_cards import NUMBERS

LETTERS = "RYGBV"
NAMES = [f"{letter}{number}" for letter in LETTERS for number in range(NUMBERS)]
CODES = {name: card for card, name in enumerate(NAMES)}


def names(mask: int) -> list[str]:
    """The cards of a set, by colour and then by number.

    >>> names(0b100_0000000000_0000001001)
    ['R0', 'R3', 'G2']
    """
    return [NAMES[card] for card in members(mask)]


def letters(mask: int) -> list[str]:
    """The colours of a set, in the order of the rulebook.

    >>> letters(0b10001)
    ['R', 'V']
    """
    return [LETTERS[colour] for colour in members(mask)]
