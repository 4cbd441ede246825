"""Gap: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_card_row, build_text_row
from pioche.core.views.colours import paint
from pioche.games.gap.schema import GapView


def build_board(view: GapView, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """The middle, what is to be chosen, a line a player, and the own hand."""
    say = words["board"]
    width = max(len(name) for name in names)
    last = f"   [bold]{say['last']}[/]" if view.get("last") == view["round"] else ""
    rows = [
        build_text_row(say["round"].format(round=view["round"], left=view["draw_count"]) + last),
        build_card_row(say["middle"], [build_card_cell(name, "take") for name in view["middle"]]),
    ]
    if view["played"] is not None:
        played, choices = format_cards([view["played"]]), format_cards(view["choices"])
        rows.append(build_text_row(say["choices"].format(card=played, cards=choices)))
    rows.append(build_text_row(""))
    rows += [build_player_row(view, seat, f"{n:{width}}", say) for seat, n in enumerate(names)]
    if view["seat"] is not None:
        rows += [build_text_row(""), build_hand_row(view, view["seat"], say)]
    return rows


def build_hand_row(view: GapView, seat: int, say: Mapping[str, str]) -> Row:
    """The hand of the seat that looks."""
    hand = view["hands"][seat]
    assert hand is not None, "everybody sees their own hand"
    return build_card_row(say["hand"], [build_card_cell(name, "play") for name in hand])


def build_player_row(view: GapView, seat: int, name: str, say: Mapping[str, str]) -> Row:
    """One player: cards in hand, the row by colour, what it is worth now, the total."""
    mark = "▶" if seat in view["actors"] else " "
    left = say["left"].format(cards=view["hands_count"][seat])
    plus, minus = view["plus"][seat], view["minus"][seat]
    worth = say["worth"].format(plus=plus, minus=minus, points=view["points"][seat])
    total = say["total"].format(total=view["totals"][seat])
    label = (
        f"{mark} {name}  {left}  {format_counts(view['counts'][seat])}  {total}  [dim]{worth}[/]"
    )
    hand = view["hands"][seat]
    if hand is None or seat == view["seat"]:
        return build_text_row(label)
    return Row((Cell(label), Cell(format_cards(hand))))


def format_counts(counts: Mapping[str, int]) -> str:
    """How many cards of each colour, as wide with none as with some."""
    return " ".join(paint(colour, f"{n or '–':<2}") for colour, n in counts.items())


def build_card_cell(name: str, verb: str) -> Cell:
    """A card, and what is done with it."""
    return Cell(paint(name[0], f" {name[1]}"), (f"{verb} {name}",), card=True)


def format_cards(names: Sequence[str]) -> str:
    """Cards by symbol and number.

    >>> format_cards(["R3", "R7"])
    '[bold red]♥3[/] [bold red]♥7[/]'
    """
    return " ".join(paint(name[0], name[1]) for name in names) or "–"
