"""Gap: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import paint
from pioche.core.table import Cell, Row, cards, line

View = Mapping[str, Any]


def draw(view: View, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """The middle, what is to be chosen, a line a player, and the own hand."""
    say = words["board"]
    width = max(len(name) for name in names)
    last = f"   [bold]{say['last']}[/]" if view.get("last") == view["round"] else ""
    rows = [
        line(say["round"].format(round=view["round"], left=view["draw_count"]) + last),
        cards(say["middle"], [card(name, "take") for name in view["middle"]]),
    ]
    if view["choices"]:
        played, choices = faces([view["played"]]), faces(view["choices"])
        rows.append(line(say["choices"].format(card=played, cards=choices)))
    rows.append(line(""))
    rows += [player(view, seat, f"{n:{width}}", say) for seat, n in enumerate(names)]
    if view["seat"] is not None:
        hand = [card(name, "play") for name in view["hands"][view["seat"]]]
        rows += [line(""), cards(say["hand"], hand)]
    return rows


def player(view: View, seat: int, name: str, say: Mapping[str, str]) -> Row:
    """One player: cards in hand, the row by colour, what it is worth now, the total."""
    mark = "▶" if seat in view["actors"] else " "
    left = say["left"].format(cards=view["hands_count"][seat])
    plus, minus = view["plus"][seat], view["minus"][seat]
    worth = say["worth"].format(plus=plus, minus=minus, points=plus - minus)
    total = say["total"].format(total=view["totals"][seat])
    label = f"{mark} {name}  {left}  {columns(view['counts'][seat])}  {total}  [dim]{worth}[/]"
    hand = view["hands"][seat]
    if hand is None or seat == view["seat"]:
        return line(label)
    return Row((Cell(label), Cell(faces(hand))))


def columns(counts: Mapping[str, int]) -> str:
    """How many cards of each colour, as wide with none as with some."""
    return " ".join(paint(colour, f"{n or '–':<2}") for colour, n in counts.items())


def card(name: str, verb: str) -> Cell:
    """A card, and what is done with it."""
    return Cell(paint(name[0], f" {name[1]}"), (f"{verb} {name}",), card=True)


def faces(names: Sequence[str]) -> str:
    """Cards by symbol and number.

    >>> faces(["R3", "R7"])
    '[bold red]♥3[/] [bold red]♥7[/]'
    """
    return " ".join(paint(name[0], name[1]) for name in names) or "–"
