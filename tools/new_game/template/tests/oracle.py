"""Demo Cards read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    return {p["turn"]: [f"play {card}" for card in p["hands"][p["turn"]]]}


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    card = int(text.split()[1])
    p["hands"][seat].remove(card)
    p["trick"][seat] = card
    if None in p["trick"]:
        p["turn"] = (seat + 1) % p["players"]
        return p
    winner = p["trick"].index(max(p["trick"]))
    p["played"] = sorted(p["played"] + p["trick"])
    p["trick"] = [None] * p["players"]
    p["points"][winner] += 1
    p["turn"] = winner
    p["over"] = not any(p["hands"])
    return p


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: DC-6."""
    return [1 + sum(o > points for o in p["points"]) for points in p["points"]], p["points"]
