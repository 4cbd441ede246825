"""Rouge Jaune Vert read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]

CLOCK = -2
TO_REACH = {2: 11, 3: 10, 4: 9, 5: 8, 6: 7}


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of everybody who has one."""
    if p["over"] or p.get("chance"):
        return {}
    if p["phase"] == "points":
        return {p["choosing"][0]: sorted({f"choose {value}" for value in p["points"]})}
    grabs = [f"grab {i}" for i, slot in enumerate(p["slots"]) if slot is not None]
    moves = {seat: ["place", "return"] if hand else grabs for seat, hand in enumerate(p["held"])}
    return {**moves, CLOCK: ["time"]}


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    verb, _, number = text.partition(" ")
    if verb == "time":
        stop(p, None)
    elif verb == "choose":
        choose(p, seat, int(number))
    elif verb == "grab":
        p["held"][seat] = {**p["slots"][int(number)], "slot": int(number)}
        p["slots"][int(number)] = None
    else:
        let_go(p, seat, verb)
    return p


def let_go(p: Position, seat: int, verb: str) -> None:
    """Place the held card, or put it back face up."""
    hand = p["held"][seat]
    p["held"][seat] = None
    if verb == "return":
        p["slots"][hand["slot"]] = {"card": hand["card"], "up": True}
        return
    p["series"][seat].append(hand["card"])
    if len(p["series"][seat]) == TO_REACH[p["players"]]:
        stop(p, seat)


def stop(p: Position, seat: int | None) -> None:
    """Hands go back, series are counted, the first takes the highest point card."""
    for other, hand in enumerate(p["held"]):
        if hand is not None:
            p["slots"][hand["slot"]] = {"card": hand["card"], "up": hand["up"]}
            p["held"][other] = None
    p.update(phase="points", stopped_by=seat, kept=[len(good(row)) for row in p["series"]])
    first, *p["choosing"] = ranking(p)
    p["won"][first].append(p["points"].pop(0))


def good(row: list[str]) -> list[str]:
    """The cards of a series before its first mistake."""
    for i in range(1, len(row)):
        if set(row[i - 1]) & set(row[i]):  # two colour letters and a digit: no confusion
            return row[:i]
    return row


def ranking(p: Position) -> list[int]:
    """Most kept, then most times, then clockwise from the stop or from seat 0."""
    start = p["stopped_by"] or 0
    clockwise = [(start + i) % p["players"] for i in range(p["players"])]
    times = [sum(int(card[2]) for card in good(row)) for row in p["series"]]
    return sorted(clockwise, key=lambda seat: (-p["kept"][seat], -times[seat]))


def choose(p: Position, seat: int, value: int) -> None:
    """A point card; after the last one the round is done."""
    p["points"].remove(value)
    p["won"][seat].append(value)
    p["choosing"].remove(seat)
    if not p["choosing"] and p["round"] == 5:
        p["over"] = True
    elif not p["choosing"]:
        p["chance"] = True
