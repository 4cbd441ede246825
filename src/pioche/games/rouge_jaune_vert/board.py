"""Rouge Jaune Vert: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_text_row
from pioche.core.views.colours import paint
from pioche.games.rouge_jaune_vert.cards import LETTERS
from pioche.games.rouge_jaune_vert.schema import RougeJauneVertSlot, RougeJauneVertView

Say = Mapping[str, Any]

CARD_WIDTH = 5  # a card with its symbol and four letters


def build_board(view: RougeJauneVertView, names: Sequence[str], words: Say) -> list[Row]:
    """What can be won, the spread, a line a player, and how to read the cards."""
    rows = [
        build_head_row(view, words),
        build_text_row(""),
        build_spread_row(view, words),
        build_text_row(""),
    ]
    scores = [format_score(view, seat) for seat in range(len(names))]
    width, wide = max(map(len, names)), max(map(len, scores))
    for seat, name in enumerate(names):
        label = f"{format_mark(view, seat)} {name:{width}}  {scores[seat]:{wide}} "
        faces = [*format_series(view, seat, words), *format_hand(view, seat, words)]
        rows.append(Row((Cell(label), *map(Cell, faces))))
    return [*rows, build_text_row(""), build_text_row(format_legend(words))]


def build_head_row(view: RougeJauneVertView, words: Say) -> Row:
    """The round, and the point cards, to be chosen when it is over."""
    top = words["board"]["head"].format(round=view["round"], target=view["target"])
    values = [Cell(format_points([value]), (f"choose {value}",)) for value in view["points"]]
    return Row((Cell(top), *values))


def build_spread_row(view: RougeJauneVertView, words: Say) -> Row:
    """The slots: face up as a card, face down as their number, empty as a dot."""
    cells = [
        Cell(format_slot(slot, entry, words), list_slot_moves(view, slot))
        for slot, entry in enumerate(view["slots"])
    ]
    return Row(cells, most=10)


def list_slot_moves(view: RougeJauneVertView, slot: int) -> tuple[str, ...]:
    """What can be done at a slot: take the card; with it in hand, place it or put it back."""
    own = None if view["seat"] is None else view["held"][view["seat"]]
    if own is not None and own["slot"] == slot:
        return ("place", "return", f"grab {slot}")
    return (f"grab {slot}",)


def format_slot(slot: int, entry: RougeJauneVertSlot | None, words: Say) -> str:
    """One slot: its number, to grab it by, and what lies there."""
    if entry is None:
        return f"[dim]{slot:2} {'·':{CARD_WIDTH}}[/]"
    if not entry["up"]:
        return f"{slot:2} [dim]{'░░░░':{CARD_WIDTH}}[/]"
    return f"{slot:2} {format_card(entry['card'], words, CARD_WIDTH)}"


def format_card(card: str, words: Say, width: int = 0) -> str:
    """The initial of the colour named, as often as the card says, in the colour printed."""
    text = words["initials"][card[0]] * int(card[2])
    return paint(card[1], text) + " " * (width - 1 - len(text))


def format_mark(view: RougeJauneVertView, seat: int) -> str:
    """Who may act; in the race that is everybody, so it is left out."""
    return "▶" if view["phase"] == "points" and seat in view["actors"] else " "


def format_score(view: RougeJauneVertView, seat: int) -> str:
    """A seat's sum and the point cards it is made of."""
    return f"{view['scores'][seat]:3} ({format_points(view['won'][seat])})"


def format_series(view: RougeJauneVertView, seat: int, words: Say) -> list[str]:
    """The cards in a row; after the count a bar stands where the series broke."""
    cards = [format_card(card, words) for card in view["series"][seat]]
    count = view["count"]
    if count is not None and count[seat]["broke"]:
        cards.insert(count[seat]["kept"], "[bold]✗[/]")
    return cards or ["–"]


def format_hand(view: RougeJauneVertView, seat: int, words: Say) -> list[str]:
    """The card in a hand, as far as it is known."""
    held = view["held"][seat]
    if held is None:
        return []
    card = format_card(held["card"], words) if "card" in held else "░░░░"
    if seat == view["seat"]:
        card = f"[reverse] {card} [/]"
    return [words["board"]["hand"].format(card=card, slot=held["slot"])]


def format_legend(words: Say) -> str:
    """Symbol, initial and name of each colour."""
    initials, colours = words["initials"], words["colours"]
    return "  ".join(paint(c, f" {initials[c]} {colours[c]}") for c in LETTERS)


def format_points(values: Sequence[int]) -> str:
    """Point cards with their signs.

    >>> format_points([10, 0, -4])
    '+10 0 −4'
    """
    return " ".join(f"{v:+}".replace("-", "−") if v else "0" for v in values) or "–"
