"""The tensor of Demo Cards, told from a seat's view alone: a second reading of its fields."""

from typing import Any


def numbers(view: dict[str, Any]) -> dict[str, Any]:
    """The numbers of each field, by its name."""
    n, seat = view["players"], view["seat"]
    around = [(seat + i) % n for i in range(n)]
    empty = [0] * (4 - n)
    cards = range(1, 21)
    dealt = "chance" not in view
    return {
        "players": [int(n == count) for count in range(2, 5)],
        "tricks": [view["options"]["tricks"]],
        "turn": [int(dealt and view["turn"] == p) for p in around] + empty,
        "hand": [int(card in view["hands"][seat]) for card in cards],
        "played": [int(card in view["played"]) for card in cards],
        "trick": [int(view["trick"][p] == card) for p in around for card in cards] + empty * 20,
        "hands_count": [view["hands_count"][p] for p in around] + empty,
        "points": [view["points"][p] for p in around] + empty,
    }
