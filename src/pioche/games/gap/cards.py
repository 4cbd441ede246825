"""Gap: cards by name, as positions, views and moves write them."""

from pioche.games.gap.rules.cards import NUMBERS

LETTERS = "RYGBV"
NAMES = [f"{letter}{number}" for letter in LETTERS for number in range(NUMBERS)]
CODES = {name: card for card, name in enumerate(NAMES)}
