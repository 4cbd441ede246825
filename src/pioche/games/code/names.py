"""Code: the names of cards and phases, and the moves as texts."""

from typing import get_args

from pioche.games.code.rules.cards import (
    CODES,
    COLOURS,
    COPIES,
    NUMBER_KINDS,
    PAIRS,
    RESET,
    SUM,
    above_of,
    below_of,
)
from pioche.games.code.schema import CodePhase

PHASES: tuple[CodePhase, ...] = get_args(CodePhase)  # in the order of their numbers
ACTION_CARDS = ("joker", "plus2", "swap", "reverse", "gift", "skip", "reset")
CARDS = [f"{COLOURS[k & 3]}{k >> 2}" for k in range(NUMBER_KINDS)] + list(ACTION_CARDS)
KIND = {card: kind for kind, card in enumerate(CARDS)}
CODE = {code: i for i, code in enumerate(CODES)}
UNKNOWN = "?"  # a card that is there and can't be seen
SEATS = 8


def count_copies_by_card(reset: bool) -> dict[str, int]:
    """CD-2: how many of each card there are."""
    return {card: COPIES[k] for k, card in enumerate(CARDS) if reset or k != RESET}


def list_move_texts() -> list[str]:
    """The text of every action, in the order of the action numbers."""
    sums = range(SUM, SUM + 16 * PAIRS)
    return [
        *(f"play {card}" for card in CARDS[:NUMBER_KINDS]),
        *(f"sum {CARDS[below_of(a)]} {CARDS[above_of(a)]}" for a in sums),
        *("draw", "keep", "swap number", "swap action", "swap none"),
        *("reverse", "skip", "plus2", "gift"),
        *(f"reset @{seat}" for seat in range(SEATS)),
        "accept",
        *(f"lay {card}" for card in CARDS),
        *(f"pick @{seat}" for seat in range(SEATS)),
        *("decline", "pass"),
    ]
