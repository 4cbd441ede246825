"""Code: the table as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import COLOURS, paint


def draw(view: Mapping[str, Any], names: Sequence[str], words: Mapping[str, Any]) -> list[str]:
    """The piles, a line a player, then one's own code and hand."""
    say = words["board"]
    lines = [*piles(view, words), ""]
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        mark = "▶" if seat in view["actors"] else "·" if seat == view["turn"] else " "
        count = say["hand"].format(n=view["hands_count"][seat])
        line = f"{mark} {name:{width}}  {count}  {extras(view, seat, words)}"
        lines.append(line.rstrip())
    return [*lines, *own(view, words)]


def piles(view: Mapping[str, Any], words: Mapping[str, Any]) -> list[str]:
    """What lies in the middle, and which way play goes."""
    say = words["board"]
    top = face(view["top"], words)
    action = face(view["actions"][-1] if view["actions"] else None, words)
    way = say["clockwise"] if view["direction"] == 1 else say["counterclockwise"]
    line = say["piles"].format(top=top, action=action, left=view["draw_count"], way=way)
    if not view["penalty"]:
        return [line]
    return [line, say["penalty"].format(n=view["penalty"])]


def extras(view: Mapping[str, Any], seat: int, words: Mapping[str, Any]) -> str:
    """The card laid for a gift; of the winner, hand and code."""
    say = words["board"]
    card = view["laid"][seat]
    if card is not None:
        return str(say["laid"].format(card=face(card, words)))
    if seat == view["winner"]:
        cards = "  ".join(face(card, words) for card in view["hands"][seat])
        return str(say["won"].format(code=view["codes"][seat], cards=cards))
    return ""


def own(view: Mapping[str, Any], words: Mapping[str, Any]) -> list[str]:
    """One's own code, what is missing of it, and the hand."""
    seat, say = view["seat"], words["board"]
    if seat is None or view["codes"][seat] is None:
        return []
    lacking = " ".join(map(str, view["missing"])) or "–"
    cards = "  ".join(face(card, words) for card in view["hands"][seat]) or "–"
    return [
        "",
        say["code"].format(code=view["codes"][seat], missing=lacking, jokers=view["jokers"]),
        cards,
    ]


def face(card: str | None, words: Mapping[str, Any]) -> str:
    """A card, in its colour if it has one."""
    if card is None:
        return "–"
    if card[0] in COLOURS:
        return paint(card[0], card[1:])
    return str(words["cards"].get(card, card))
