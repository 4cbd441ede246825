"""Perfect Numbers: the names of cards, colours and phases, by their numbers in the rules."""

from pioche.games.perfect_numbers.rules_cards import CARD_BITS, CARD_MASK, COLOURS, HAND_BITS

LETTERS = "RYGBV"
REPLACEABLE = (*LETTERS, "A")  # what can be replaced: a colour, or the series of actions
STORABLE = ("move", "protect", "steal")
CARDS = [
    *(f"{letter}{number}" for letter in LETTERS for number in range(2, 8)),
    *(f"J{number}" for number in range(2, 8)),
    *STORABLE,
]
KIND = {card: kind for kind, card in enumerate(CARDS)}
PHASES = ("setup", "turn", "perfect", "stolen")


def unpack(packed: int) -> list[str]:
    """The cards of a packed hand.

    >>> unpack(pack(["J4", "R5"]))
    ['R5', 'J4']
    """
    cards = []
    while packed:
        cards.append(CARDS[(packed & CARD_MASK) - 1])
        packed >>= CARD_BITS
    return cards


def pack(cards: list[str]) -> int:
    """The inverse of `unpack`; any order will do."""
    kinds = sorted(KIND[card] for card in cards)
    return sum((kind + 1) << (CARD_BITS * i) for i, kind in enumerate(kinds))


def pack_hands(hands: list[list[str]]) -> int:
    """Hands of the set-up one after another, the first lowest."""
    return sum(pack(hand) << (HAND_BITS * i) for i, hand in enumerate(hands))


def actions_of(mask: int) -> list[str]:
    """The names of a set of actions."""
    return [name for i, name in enumerate(STORABLE) if mask >> i & 1]


def colours_of(mask: int) -> list[str]:
    """The letters of a mask of colours."""
    return [LETTERS[c] for c in range(COLOURS) if mask >> c & 1]
