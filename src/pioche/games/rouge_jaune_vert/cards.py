"""Rouge Jaune Vert: the cards as texts."""

from pioche.games.rouge_jaune_vert.rules.cards import COLOURS, LOWEST, VALUES

LETTERS = "BRYGK"  # in the order of the rules: blue, red, yellow, green, black
assert len(LETTERS) == COLOURS

# By card: the colour named, the colour printed, the times.
CARDS = [
    f"{named}{printed}{times}"
    for named in LETTERS
    for printed in LETTERS
    if printed != named
    for times in range(1, 5)
]
NUMBER = {card: number for number, card in enumerate(CARDS)}
POINTS = range(LOWEST, LOWEST + VALUES)


def find_common(card: str, other: str) -> tuple[list[str], int | None]:
    """RJV-9: the colours that two cards share, and their times where that is the same.

    >>> find_common("BR3", "GB3"), find_common("BR3", "GY1")
    ((['B'], 3), ([], None))
    """
    colours = [letter for letter in LETTERS if letter in card[:2] and letter in other[:2]]
    return colours, int(card[2]) if card[2] == other[2] else None
