"""Gap: the table as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import paint


def draw(view: Mapping[str, Any], names: Sequence[str], words: Mapping[str, Any]) -> list[str]:
    """The middle, what is to be chosen, a line a player, and the own hand."""
    say = words["board"]
    lines = [
        say["round"].format(round=view["round"], left=view["draw_count"]),
        say["middle"].format(cards=cards(view["middle"])),
    ]
    if view["choices"]:
        played, choices = cards([view["played"]]), cards(view["choices"])
        lines.append(say["choices"].format(card=played, cards=choices))
    width = max(len(name) for name in names)
    lines += ["", *(player(view, seat, f"{n:{width}}", say) for seat, n in enumerate(names))]
    if view["seat"] is not None:
        lines += ["", say["hand"].format(cards=cards(view["hands"][view["seat"]]))]
    return lines


def player(view: Mapping[str, Any], seat: int, name: str, say: Mapping[str, str]) -> str:
    """One player: cards in hand, the row by colour, what it is worth now, the total."""
    mark = "▶" if seat in view["actors"] else " "
    left = say["left"].format(cards=view["hands_count"][seat])
    plus, minus = view["plus"][seat], view["minus"][seat]
    worth = say["worth"].format(plus=plus, minus=minus, points=plus - minus)
    total = say["total"].format(total=view["totals"][seat])
    return f"{mark} {name}  {left}  {columns(view['counts'][seat])}  [dim]{worth}[/]  {total}"


def columns(counts: Mapping[str, int]) -> str:
    """How many cards of each colour, as wide with none as with some."""
    return " ".join(paint(colour, f"{n or '–':<2}") for colour, n in counts.items())


def cards(names: Sequence[str]) -> str:
    """Cards by symbol and number.

    >>> cards(["R3", "R7"])
    '[bold red]♥3[/] [bold red]♥7[/]'
    """
    return " ".join(paint(card[0], card[1]) for card in names) or "–"
