"""The tensor of Gap, told from a seat's view alone: a second reading of its fields."""

from collections import Counter
from typing import Any

View = dict[str, Any]

CARDS = [f"{colour}{number}" for colour in "RYGBV" for number in range(10)]


def numbers(view: View) -> dict[str, Any]:
    """The numbers of each field, by its name."""
    n, seat = view["players"], view["seat"]
    around = [(seat + i) % n for i in range(n)]
    empty = [0] * (6 - n)
    phase = view["phase"] if view["actors"] == [view["turn"]] else None
    hauls, gains = prospects(view) if view["actors"] == [seat] else ({}, {})
    columns = [[points[p] for points in view["scores"]] for p in around]
    counts = [view["counts"][p].get(colour, 0) for p in around for colour in "RYGBV"]
    return {
        "players": [int(n == count) for count in range(2, 7)],
        "target": [view["options"]["target"]],
        "rounds": [view["options"]["rounds"]],
        "minutes": [view["options"]["minutes"]],
        "time_up": [int(view.get("last") is not None)],
        "round": [min(view["round"], 1000)],
        "extra": [extra(view)],
        "colours": [int(colour in view["colours"]) for colour in "RYGBV"],
        "phase": [int(phase == word) for word in ("play", "lower", "upper")],
        "turn": [int(phase is not None and view["turn"] == p) for p in around] + empty,
        "first": [int(view["first"] == p) for p in around] + empty,
        "hand": among(view["hands"][seat]),
        "middle": among(view["middle"]),
        "played": among([view["played"]]),
        "choices": among(view["choices"]),
        "unseen": among(unseen(view)),
        "draw_count": [view["draw_count"]],
        "hauls": [hauls.get(card, 0) for card in CARDS],
        "gains": [gains.get(card, 0) for card in CARDS],
        "rows": [here for p in around for here in among(view["rows"][p])] + empty * 50,
        "counts": counts + empty * 5,
        "plus": [view["plus"][p] for p in around] + empty,
        "minus": [view["minus"][p] for p in around] + empty,
        "hands_count": [view["hands_count"][p] for p in around] + empty,
        "totals": [max(-3000, view["totals"][p]) for p in around] + empty,
        "best": [max(column, default=0) for column in columns] + empty,
        "best_round": [min(1000, best_round(column)) for column in columns] + empty,
        "tied": [int(p in view["tied"]) for p in around] + empty,
    }


def among(cards: list[str]) -> list[int]:
    return [int(card in cards) for card in CARDS]


def unseen(view: View) -> list[str]:
    """Cards in play that lie nowhere to be seen."""
    open_rows = [card for row in view["rows"] for card in row]
    seen = [*view["hands"][view["seat"]], *view["middle"], view["played"], *open_rows]
    return [card for card in CARDS if card[0] in view["colours"] and card not in seen]


def extra(view: View) -> int:
    """GAP-19, GAP-20: the rounds that came after the one that should have been the last."""
    agreed, target = view["options"]["rounds"], view["options"]["target"]
    if view["options"]["minutes"]:
        last = view["last"] or len(view["scores"]) + 1
        return int(view["round"]) - last if last <= len(view["scores"]) else 0
    totals = [0] * view["players"]
    for number, points in enumerate(view["scores"], 1):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        if number == agreed if agreed else max(totals) >= target:
            return int(view["round"]) - number
    return 0


def best_round(column: list[int]) -> int:
    """The first round that brought the most, counted from 1."""
    return column.index(max(column)) + 1 if column else 0


def prospects(view: View) -> tuple[dict[str, int], dict[str, int]]:
    """Of the cards that can be played or taken: cards they bring, points they add."""
    row = view["rows"][view["seat"]]
    made = {card: [*row, view["played"], card] for card in view["choices"]}
    hauls = {}
    for card, take in view["takes"].items():
        made[card] = row if take["joins"] else laid(row, card, take)
        hauls[card] = len(made[card]) - len(row)
    return hauls, {card: worth(cards) - worth(row) for card, cards in made.items()}


def laid(row: list[str], card: str, take: View) -> list[str]:
    """A row with what a card takes; of several neighbours the one that scores most then."""
    cards = [*row, card, *(c for c in take["sure"] if c[1] == card[1])]
    for side, step in (("lower", 9), ("upper", 1)):
        number = str((int(card[1]) + step) % 10)
        choices = take[side] or [c for c in take["sure"] if c[1] == number]
        if choices:
            cards.append(max(choices, key=lambda choice: worth([*cards, choice])))
    return cards


def worth(row: list[str]) -> int:
    """GAP-16 to GAP-18."""
    sizes = list(Counter(card[0] for card in row).values())
    largest = max(sizes, default=0)
    smallest = min((n for n in sizes if n < largest), default=0)
    return largest * sizes.count(largest) - smallest * sizes.count(smallest)
