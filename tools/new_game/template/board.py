"""Demo Cards: the table in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_card_row, build_text_row
from pioche.games.demo_cards.schema import DemoCardsView


def build_board(view: DemoCardsView, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """A line a player, then the hands that can be seen."""
    say = words["board"]
    width = max(len(name) for name in names)
    players = [
        build_player_row(view, seat, f"{name:{width}}", say) for seat, name in enumerate(names)
    ]
    hands = [
        build_card_row(
            say["hand"], [Cell(str(card), (f"play {card}",), card=True) for card in hand]
        )
        for hand in view["hands"]
        if hand is not None
    ]
    return [*players, build_text_row(""), *hands]


def build_player_row(view: DemoCardsView, seat: int, name: str, say: Mapping[str, str]) -> Row:
    """Whose turn it is, the points, and the card played to the trick."""
    mark = "▶" if seat in view["actors"] else " "
    card = view["trick"][seat]
    points = say["points"].format(points=view["points"][seat])
    faces = [] if card is None else [Cell(str(card), card=True)]
    return build_card_row(f"{mark} {name}  {points}", faces)
