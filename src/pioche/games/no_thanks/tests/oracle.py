"""No Thanks! read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    return {p["turn"]: ["take", "pass"] if p["chips"][p["turn"]] else ["take"]}


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    if text == "pass":
        p["chips"][seat] -= 1
        p["pot"] += 1
        p["turn"] = (seat + 1) % p["players"]
        return p
    p["taken"][seat] = sorted([*p["taken"][seat], p["card"]])
    p["chips"][seat] += p["pot"]
    p["pot"] = 0
    if p["draw"]:
        p["card"] = p["draw"].pop(0)
        return p
    p["card"] = p["turn"] = None
    for s, cards in enumerate(p["taken"]):
        p["totals"][s] += sum(c for c in cards if c - 1 not in cards) - p["chips"][s]
    if p["round"] == p["options"]["rounds"]:
        p["over"] = True
    else:
        p["chance"] = True
    return p


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: NT-16."""
    return [1 + sum(o < points for o in p["totals"]) for points in p["totals"]], p["totals"]
