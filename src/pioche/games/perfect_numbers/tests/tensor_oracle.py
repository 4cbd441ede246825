"""The tensor of Perfect Numbers, told from a seat's view alone: a second reading of its fields."""

from collections import Counter
from typing import Any

COLOURS = "RYGBV"
NUMBERED = [f"{letter}{number}" for letter in COLOURS + "J" for number in range(2, 8)]
ACTIONS = ["move", "protect", "steal"]
CARDS = NUMBERED + ACTIONS
NO_CARD = {"card": "", "up": False}


def numbers(view: dict[str, Any]) -> dict[str, Any]:
    """The numbers of each field, by its name."""
    n, seat, options = view["players"], view["seat"], view["options"]
    around = [(seat + i) % n for i in range(n)]
    empty = [0] * (4 - n)
    rows = [view["series"][p].get(colour, []) for p in around for colour in COLOURS]
    ends = [row[-1] if row else NO_CARD for row in rows]
    places = [entry for row in rows for entry in (row + [NO_CARD] * 13)[:13]]
    perfect = view["perfect"] or {"seat": None, "colour": None}
    closing = (perfect["seat"], perfect["colour"])
    shut = view["protected"]
    return {
        "players": [int(n == count) for count in (2, 3, 4)],
        "seat": [int(seat == p) for p in range(4)],
        "copies": [options["copies"]],
        "actions": [options["actions"]],
        "interactive": [int(options["interactive"])],
        "round": [view["round"]],
        "draw_count": [view["draw_count"]],
        "markets_left": [len(range(8, view["draw_count"] + 1, 8))],
        "discard_count": [view["discard_count"]],
        "phase": [int(view["phase"] == it) for it in ("setup", "turn", "perfect", "stolen")],
        "turn": [int(p in view["actors"]) for p in around] + empty,
        "first": [int(view["first"] == p) for p in around] + empty,
        "taken": [int(view["taken"])],
        "unseen": unseen(view),
        "market": [n for group in view["market"] for n in counts(group or [])],
        "to_add": [n for p in around for n in counts(at_hand(view, p))] + empty * 39,
        "stolen": [int(view["stolen"] == card) for card in NUMBERED],
        "perfect": [int(closing == (p, c)) for p in around for c in COLOURS] + empty * 5,
        "score": [view["score"][p] for p in around] + empty,
        "room": [int(view["room"][p]) for p in around] + empty,
        "stored": [int(it in view["stored"][p]) for p in around for it in ACTIONS] + empty * 3,
        "protected": [int(c in shut[p]) for p in around for c in COLOURS] + empty * 5,
        "sizes": [len(row) for row in rows] + empty * 5,
        "last": [number(entry) for entry in ends] + empty * 5,
        "last_joker": [joker(entry) for entry in ends] + empty * 5,
        "numbers": [number(entry) for entry in places] + empty * 65,
        "jokers": [joker(entry) for entry in places] + empty * 65,
        "down": [down(entry) for entry in places] + empty * 65,
    }


def counts(cards: list[str]) -> list[int]:
    """How many there are of each kind."""
    found = Counter(cards)
    return [found[card] for card in CARDS]


def at_hand(view: dict[str, Any], seat: int) -> list[str]:
    """What a seat has still to add or use."""
    pending: list[str] = view["pending"] if seat == view["turn"] else []
    return pending + list(view["setup_hands"][seat])


def unseen(view: dict[str, Any]) -> list[int]:
    """PN-2: what there is of each kind, less what the view shows."""
    shown = [card for group in view["market"] for card in group or []]
    shown += view["pending"] + [view["stolen"]]
    for p in range(view["players"]):
        shown += view["setup_hands"][p] + view["stored"][p]
        shown += [entry["card"] for row in view["series"][p].values() for entry in row]
    copies, actions = view["options"]["copies"], view["options"]["actions"]
    there = [copies] * 30 + [1] * 6 + [actions] * 3
    return [n - seen for n, seen in zip(there, counts(shown), strict=True)]


def number(entry: dict[str, Any]) -> int:
    """PN-15: a card face down has none."""
    return int(entry["card"][1:]) if entry["up"] else 0


def joker(entry: dict[str, Any]) -> int:
    """Whether a card face up is a joker."""
    return int(entry["up"] and entry["card"].startswith("J"))


def down(entry: dict[str, Any]) -> int:
    """1 for a protect face down, 2 for another card face down."""
    if entry["up"] or not entry["card"]:
        return 0
    return 1 if entry["card"] == "protect" else 2
