"""Gap read a second time: slow, straight from the position's JSON.

Knows nothing of the engine. The conformance suite holds the engine against it.
"""

import copy
from typing import Any

Position = dict[str, Any]
STEP = {"lower": -1, "upper": 1}


def legal(p: Position) -> dict[int, list[str]]:
    """The moves of every seat that has one."""
    if p["over"] or p.get("chance"):
        return {}
    if p["phase"] == "play":
        return {p["turn"]: [f"play {card}" for card in p["hands"][p["turn"]]]}
    return {p["turn"]: [f"take {card}" for card in neighbours(p, p["played"], p["phase"])]}


def neighbours(p: Position, card: str, side: str) -> list[str]:
    """The cards of the middle just below or above a card, in a circle of ten."""
    number = (int(card[1]) + STEP[side]) % 10
    return [other for other in p["middle"] if int(other[1]) == number]


def after(p: Position, seat: int, text: str) -> Position:
    """The position after a legal move."""
    p = copy.deepcopy(p)
    verb, card = text.split()
    if verb == "take":
        take(p, seat, [card])
        return settle(p, seat, p["played"], ["upper"] if p["phase"] == "lower" else [])
    p["hands"][seat].remove(card)
    alike = [other for other in p["middle"] if other[1] == card[1]]
    if alike:
        take(p, seat, alike)
        return settle(p, seat, card, [])
    if neighbours(p, card, "lower") or neighbours(p, card, "upper"):
        return settle(p, seat, card, ["lower", "upper"])
    p["middle"] = in_order([*p["middle"], card])
    return next_turn(p, seat)


def take(p: Position, seat: int, cards: list[str]) -> None:
    """From the middle to the row."""
    p["middle"] = [card for card in p["middle"] if card not in cards]
    p["rows"][seat] = in_order(p["rows"][seat] + cards)


def settle(p: Position, seat: int, card: str, sides: list[str]) -> Position:
    """Take the neighbours about which there is no choice, up to the first choice."""
    for side in sides:
        found = neighbours(p, card, side)
        if len(found) > 1:
            return p | {"phase": side, "played": card}
        take(p, seat, found)
    p["rows"][seat] = in_order([*p["rows"][seat], card])
    return next_turn(p | {"phase": "play", "played": None}, seat)


def next_turn(p: Position, seat: int) -> Position:
    """Fill up the middle; then the next player, or the end of the round."""
    missing = max(0, 4 - len(p["middle"]))
    p["middle"] = in_order(p["middle"] + p["draw"][:missing])
    p["draw"] = p["draw"][missing:]
    if any(p["hands"]):
        return p | {"turn": (seat + 1) % p["players"]}
    p["scores"].append([score(row) for row in p["rows"]])
    return p | ({"over": True} if is_over(p) else {"chance": True})


def score(row: list[str]) -> int:
    """The largest colours less the smallest of the others."""
    sizes = [sum(card[0] == colour for card in row) for colour in {card[0] for card in row}]
    others = [n for n in sizes if n < max(sizes)]
    return sum(n for n in sizes if n == max(sizes)) - sum(n for n in others if n == min(others))


def is_over(p: Position) -> bool:
    """The end was reached, and one player leads or ten extra rounds were played."""
    scores, rounds, target = p["scores"], p["options"]["rounds"], p["options"]["target"]
    for n in range(1, len(scores) + 1):
        best = max(sum(column) for column in zip(*scores[:n], strict=True))
        if n == rounds if rounds else best >= target:
            keys = [standing(column) for column in zip(*scores, strict=True)]
            return keys.count(max(keys)) == 1 or len(scores) == n + 10
    return False


def standing(column: tuple[int, ...]) -> tuple[int, int, int]:
    """The total, the best round, and how early it came."""
    return sum(column), max(column), -column.index(max(column))


def in_order(cards: list[str]) -> list[str]:
    """By colour, then by number."""
    return sorted(cards, key=lambda card: ("RYGBV".index(card[0]), card[1]))
