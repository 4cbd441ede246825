"""The tensor of Rouge Jaune Vert, told from a seat's view alone: a second reading of its fields."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, combinations
from typing import Any

COLOURS = "BRYGK"
KINDS = [frozenset((*pair, times)) for pair in combinations(COLOURS, 2) for times in "1234"]
VALUES = range(-4, 11)

View = dict[str, Any]


def numbers(view: View) -> dict[str, list[int]]:
    """The numbers of each field, by its name."""
    n, seat = view["players"], view["seat"]
    around = [(seat + i) % n for i in range(n)]

    def seats(number: Callable[[int], Any]) -> list[int]:
        return [int(number(p) or 0) for p in around] + [0] * (6 - n)

    def rows(row: Callable[[int], list[int]]) -> list[int]:
        found = [row(p) for p in around]
        return flat(found) + [0] * (len(found[0]) * (6 - n))

    series, held, won, waiting = view["series"], view["held"], view["won"], view["choosing"]
    count = view["count"] or [dict.fromkeys(("kept", "times", "broke", "place"), 0)] * n
    return {
        "players": [int(n == number) for number in range(2, 7)],
        "round_seconds": [view["options"]["round_seconds"]],
        "round": [view["round"]],
        "phase": [int(phase(view) == name) for name in ("race", "points", "chance", "over")],
        "acting": seats(lambda p: p in view["actors"]),
        "wins_ties": seats(lambda p: p == (view["round"] - 1) % n),
        "target": [view["target"]],
        "slots": flat(map(face, view["slots"])),
        "open": by_kind(slot["card"] for slot in view["slots"] if slot and slot["up"]),
        "hidden": hidden(view),
        "series": rows(lambda p: flat(map(traits, [*series[p], *[None] * 11][:11]))),
        "ends": rows(lambda p: traits(series[p][-1] if series[p] else None)),
        "held": rows(lambda p: face(held[p])),
        "held_slots": seats(lambda p: held[p] and held[p]["slot"] + 1),
        "lengths": seats(lambda p: len(series[p])),
        "missing": seats(lambda p: view["target"] - len(series[p])),
        "stopped_by": seats(lambda p: p == view["stopped_by"]),
        "kept": seats(lambda p: count[p]["kept"]),
        "times": seats(lambda p: count[p]["times"]),
        "broken": seats(lambda p: bool(count[p]["broke"])),
        "places": seats(lambda p: count[p]["place"]),
        "choosing": seats(lambda p: waiting.index(p) + 1 if p in waiting else 0),
        "points": by_value(view["points"]),
        "point_draw": point_draw(view),
        "point_draw_count": [view["point_draw_count"]],
        "won": rows(lambda p: by_value(won[p])),
        "scores": seats(lambda p: sum(won[p])),
    }


def flat(rows: Iterable[list[int]]) -> list[int]:
    """One row after the other."""
    return list(chain.from_iterable(rows))


def phase(view: View) -> str:
    """What goes on; a shuffle that is due or the end comes before the name of the phase."""
    if view["over"]:
        return "over"
    return "chance" if "chance" in view else str(view["phase"])


def traits(card: str | None) -> list[int]:
    """RJV-9: the two colours and the times."""
    if card is None:
        return [0] * 9
    return [int(mark in card) for mark in COLOURS + "1234"]


def face(entry: View | None) -> list[int]:
    """A slot or a hand: face down, face up, and what is seen of it."""
    if entry is None:
        return [0] * 11
    return [int(not entry["up"]), int(entry["up"]), *traits(entry.get("card"))]


def by_kind(cards: Iterable[str]) -> list[int]:
    """Cards by their two colours, whichever is named, and their times."""
    found = Counter(frozenset(card) for card in cards)
    return [found[kind] for kind in KINDS]


def by_value(points: list[int]) -> list[int]:
    """Point cards by value."""
    return [points.count(value) for value in VALUES]


def hidden(view: View) -> list[int]:
    """Two cards of each kind, less those in sight; before the first deal there are no cards."""
    if not any(view["series"]):
        return [0] * 40
    places = [*view["slots"], *view["held"]]
    shown = [place["card"] for place in places if place and "card" in place]
    seen = by_kind([*shown, *(card for series in view["series"] for card in series)])
    return [2 - number for number in seen]


def point_draw(view: View) -> list[int]:
    """Two point cards of each value, less those turned up; no pile before the first deal."""
    if not any(view["series"]):
        return [0] * 15
    return [2 - number for number in by_value(flat([*view["won"], view["points"]]))]
