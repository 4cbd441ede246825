"""Rouge Jaune Vert read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]

CLOCK = -2
FULL = {2: 11, 3: 10, 4: 9, 5: 8, 6: 7}


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat, and of the clock, that has one."""
    if p["over"] or p.get("chance"):
        return {}
    if p["phase"] == "points":
        return {p["choosing"][0]: [f"choose {value}" for value in sorted(set(p["points"]))]}
    grabs = [f"grab {slot}" for slot, card in enumerate(p["slots"]) if card is not None]
    moves = {s: ["place", "return"] if p["held"][s] else grabs for s in range(p["players"])}
    return {**moves, CLOCK: ["time"]}


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    verb, *words = text.split()
    held = p["held"][seat] if seat >= 0 else None
    if verb == "grab":
        slot = int(words[0])
        p["held"][seat] = {**p["slots"][slot], "slot": slot}
        p["slots"][slot] = None
    elif verb == "return":
        p["slots"][held["slot"]] = {"card": held["card"], "up": True}
        p["held"][seat] = None
    elif verb == "place":
        p["series"][seat].append(held["card"])
        p["held"][seat] = None
        if len(p["series"][seat]) == FULL[p["players"]]:
            p["stopped_by"] = seat
            count(p)
    elif verb == "time":
        count(p)
    else:
        p["points"].remove(int(words[0]))
        p["won"][seat].append(int(words[0]))
        p["choosing"].pop(0)
        if not p["choosing"]:
            p["over" if p["round"] == 5 else "chance"] = True
    return p


def common(a: str, b: str) -> bool:
    """RJV-9."""
    return a[2] == b[2] or bool(set(a[:2]) & set(b[:2]))


def kept(series: list[str]) -> int:
    """RJV-13."""
    for i in range(1, len(series)):
        if common(series[i - 1], series[i]):
            return i
    return len(series)


def count(p: Position) -> None:
    """RJV-11, RJV-13 to RJV-15."""
    for seat, held in enumerate(p["held"]):
        if held is not None:
            p["slots"][held["slot"]] = {"card": held["card"], "up": held["up"]}
            p["held"][seat] = None
    p["phase"] = "points"
    p["kept"] = [kept(series) for series in p["series"]]
    sums = [sum(int(c[2]) for c in s[:k]) for s, k in zip(p["series"], p["kept"], strict=True)]
    n = p["players"]
    start = (p["round"] - 1) % n if p["stopped_by"] is None else p["stopped_by"]
    ranked = sorted(range(n), key=lambda s: (-p["kept"][s], -sums[s], (s - start) % n))
    p["won"][ranked[0]].append(p["points"].pop(0))
    p["choosing"] = ranked[1:]


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: RJV-16."""
    keys = [(sum(won), max(won)) for won in p["won"]]
    return [1 + sum(other > key for other in keys) for key in keys], [key[0] for key in keys]
