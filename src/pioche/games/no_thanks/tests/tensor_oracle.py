"""The tensor of No Thanks!, told from a seat's view alone: a second reading of its fields."""

from typing import Any


def numbers(view: dict[str, Any]) -> dict[str, Any]:
    """The numbers of each field, by its name."""
    n, seat = view["players"], view["seat"]
    around = [(seat + i) % n for i in range(n)]
    empty = [0] * (7 - n)
    return {
        "players": [int(n == count) for count in range(3, 8)],
        "rounds": [view["options"]["rounds"]],
        "round": [view["round"]],
        "card": [int(view["card"] == card) for card in range(3, 36)],
        "pot": [view["pot"]],
        "draw_count": [view["draw_count"]],
        "turn": [int(view["turn"] == p) for p in around] + empty,
        "first": [int(view["first"] == p) for p in around] + empty,
        "taken": [int(c in view["taken"][p]) for p in around for c in range(3, 36)] + empty * 33,
        "costs": [view["costs"][p] for p in around] + empty,
        "chips_known": [int(view["chips"][p] is not None) for p in around] + empty,
        "chips": [view["chips"][p] or 0 for p in around] + empty,
        "totals": [view["totals"][p] for p in around] + empty,
    }
