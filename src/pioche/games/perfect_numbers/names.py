"""Perfect Numbers: the names of cards, colours and phases, by their numbers in the rules."""

from pioche.games.perfect_numbers.rules.cards import CARD_BITS, HAND_BITS

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


def pack_cards(cards: list[str]) -> int:
    """A hand as the rules keep it; the cards may come in any order."""
    kinds = sorted(KIND[card] for card in cards)
    return sum((kind + 1) << (CARD_BITS * i) for i, kind in enumerate(kinds))


def pack_hands(hands: list[list[str]]) -> int:
    """Hands of the set-up one after another, the first lowest."""
    return sum(pack_cards(hand) << (HAND_BITS * i) for i, hand in enumerate(hands))
