"""Gap read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from collections import Counter
from typing import Any

Position = dict[str, Any]

CLOCK = -2
COLOURS = "RYGBV"


def order(card: str) -> tuple[int, int]:
    return COLOURS.index(card[0]), int(card[1])


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    clock = {CLOCK: ["time"]} if p["options"]["minutes"] and p["last"] is None else {}
    if p["phase"] == "play":
        return {p["turn"]: [f"play {card}" for card in p["hands"][p["turn"]]], **clock}
    number = neighbour(p["played"], p["phase"])
    return {p["turn"]: [f"take {card}" for card in p["middle"] if card[1] == number], **clock}


def neighbour(card: str, side: str) -> str:
    """GAP-10."""
    return str((int(card[1]) + (1 if side == "upper" else 9)) % 10)


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    if text == "time":
        p["last"] = p["round"]
        return p
    verb, card = text.split()
    if verb == "take":
        collect(p, [card])
        sides = ["upper"] if p["phase"] == "lower" else []
    else:
        p["hands"][seat].remove(card)
        p["played"] = card
        same = [c for c in p["middle"] if c[1] == card[1]]
        around = {neighbour(card, "lower"), neighbour(card, "upper")}
        sides = ["lower", "upper"]
        if same:
            collect(p, same)
            sides = []
        elif not any(c[1] in around for c in p["middle"]):
            p["middle"].append(card)
            p["played"] = None
            sides = []
    settle(p, sides)
    for cards in [*p["hands"], *p["rows"], p["middle"]]:
        cards.sort(key=order)
    return p


def collect(p: Position, cards: list[str]) -> None:
    for card in cards:
        p["middle"].remove(card)
        p["rows"][p["turn"]].append(card)


def settle(p: Position, sides: list[str]) -> None:
    """GAP-9, then the end of the turn."""
    for side in sides:
        found = [c for c in p["middle"] if c[1] == neighbour(p["played"], side)]
        if len(found) > 1:
            p["phase"] = side
            return
        collect(p, found)
    p["phase"] = "play"
    if p["played"] is not None:
        p["rows"][p["turn"]].append(p["played"])
        p["played"] = None
    while len(p["middle"]) < 4 and p["draw"]:
        p["middle"].append(p["draw"].pop(0))
    if any(p["hands"]):
        p["turn"] = (p["turn"] + 1) % p["players"]
        return
    p["scores"].append([score(row) for row in p["rows"]])
    if ended(p):
        p["over"] = True
    else:
        p["chance"] = True


def score(row: list[str]) -> int:
    """GAP-16 to GAP-18."""
    sizes = list(Counter(card[0] for card in row).values())
    if not sizes:
        return 0
    largest = max(sizes)
    rest = [n for n in sizes if n != largest]
    return sum(n for n in sizes if n == largest) - sum(n for n in rest if n == min(rest))


def ended(p: Position) -> bool:
    """GAP-19, GAP-20."""
    scores, done, last = p["scores"], len(p["scores"]), last_agreed(p)
    if last is None or last > done:
        return False
    keys = [standing([row[s] for row in scores]) for s in range(p["players"])]
    return keys.count(max(keys)) == 1 or done - last == 10


def last_agreed(p: Position) -> int | None:
    """GAP-4, GAP-19: the round that ends the game unless there is a tie, if it is known."""
    options, scores = p["options"], p["scores"]
    if options["minutes"]:
        return p["last"]
    if options["rounds"]:
        return int(options["rounds"])
    for k in range(1, len(scores) + 1):
        if max(sum(column) for column in zip(*scores[:k], strict=True)) >= options["target"]:
            return k
    return None


def standing(column: list[int]) -> tuple[int, int, int]:
    return sum(column), max(column), -column.index(max(column))


def outcome(p: Position) -> tuple[list[int], list[int]]:
    """Ranks and scores of a finished game: GAP-20."""
    columns = [list(column) for column in zip(*p["scores"], strict=True)]
    totals, keys = [sum(column) for column in columns], [standing(c) for c in columns]
    winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
    ranks = []
    for seat, points in enumerate(totals):
        ahead = {s for s, other in enumerate(totals) if other > points} | set(winners)
        ranks.append(1 if seat in winners else 1 + len(ahead))
    return ranks, totals
