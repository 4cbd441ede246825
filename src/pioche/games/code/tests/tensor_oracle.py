"""The tensor of Code, told from a seat's view alone: a second reading of its fields."""

from collections import Counter
from typing import Any

NUMBERS = [colour + digit for digit in "0123456789" for colour in "BRYV"]
PLAYED = {"plus2": 4, "swap": 6, "reverse": 5, "gift": 4, "skip": 6, "reset": 1}
DECK = Counter({**dict.fromkeys(NUMBERS, 2), "joker": 4, **PLAYED})
CODES = ["0269", "0345", "0478", "0567", "1258", "1279", "1368", "1469", "2347", "3589"]
PHASES = ["turn", "drawn", "penalty", "gift", "pick", "robbed"]


def numbers(view: dict[str, Any]) -> dict[str, Any]:
    """The numbers of each field, by its name."""
    return {**course(view), **own(view), **piles(view), **seats(view)}


def one(value: Any, values: Any) -> list[int]:
    """1 for the value that it is."""
    return [int(value == other) for other in values]


def around(view: dict[str, Any]) -> list[int | str]:
    """The seats clockwise from the own one, then those that nobody has taken."""
    n, seat = view["players"], view["seat"]
    return [*range(seat, n), *range(seat), *["nobody"] * (8 - n)]


def course(view: dict[str, Any]) -> dict[str, Any]:
    """How far the game has come."""
    turns, most = view["turns"], view["options"]["max_turns"]
    return {
        "players": one(view["players"], range(2, 9)),
        "seat": one(view["seat"], range(8)),
        "reset": [view["options"]["reset"]],
        "max_turns": [most],
        "turns": [turns],
        "turns_left": [most - turns],
        "phase": one(view["phase"], PHASES),
        "actors": [int(p in view["actors"]) for p in around(view)],
        "turn": one(view["turn"], around(view)),
        "direction": [view["direction"]],
        "robbed": one(view["robbed"], around(view)),
        "resetting": one(view.get("resetting"), around(view)),
        "winner": one(view["winner"], around(view)),
        "penalty": [view["penalty"]],
        "drawing": [view.get("drawing", 0)],
        "draw_count": [view["draw_count"]],
        "codes_aside_count": [view["codes_aside_count"]],
        "codes_out_count": [view["codes_out_count"]],
    }


def own(view: dict[str, Any]) -> dict[str, Any]:
    """The own code and hand, and what is left for the others."""
    code = view["codes"][view["seat"]]
    hand = view["hands"][view["seat"]] or []
    digits = [] if code is None else [int(digit) for digit in code]
    missing = view["missing"] or []
    have = min(4, len(digits) - len(missing) + (view["jokers"] or 0))
    visible = [card for cards in view["hands"] for card in cards or []]
    visible += view["numbers"] + view["actions"] + view["laid"]
    deck = DECK if view["options"]["reset"] else DECK - Counter(["reset"])
    unseen = deck - Counter(visible)
    return {
        "code": one(code, CODES),
        "code_digits": [int(digit in digits) for digit in range(10)],
        "missing": [int(digit in missing) for digit in range(10)],
        "gathered": [have],
        "spare": [len(hand) - have],
        "drawn": one(view["drawn"], DECK),
        "hand": [hand.count(card) for card in DECK],
        "unseen": [unseen[card] for card in DECK],
    }


def piles(view: dict[str, Any]) -> dict[str, Any]:
    """What lies open in the middle."""
    laid, played = view["numbers"], view["actions"]
    tops = [*laid[::-1], *[None] * 7][:7]
    return {
        "numbers_count": [len(laid)],
        "top": [number for card in tops for number in one(card, NUMBERS)],
        "numbers": [laid.count(card) for card in NUMBERS],
        "actions_count": [len(played)],
        "top_action": one(played[-1] if played else None, PLAYED),
        "actions": [played.count(card) for card in PLAYED],
    }


def seats(view: dict[str, Any]) -> dict[str, Any]:
    """The hands, and what was laid for a gift."""
    sizes = {**dict(enumerate(view["hands_count"])), "nobody": 0}
    laid = {**dict(enumerate(view["laid"])), "nobody": None}
    return {
        "hands_count": [sizes[p] for p in around(view)],
        "has_laid": [int(laid[p] is not None) for p in around(view)],
        "laid": [number for p in around(view) for number in one(laid[p], DECK)],
    }
