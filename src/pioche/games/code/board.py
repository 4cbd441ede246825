"""Code: the table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_card_row, build_text_row
from pioche.core.views.colours import COLOURS, paint
from pioche.games.code.names import CARDS, list_move_texts
from pioche.games.code.reading import get_open_hand
from pioche.games.code.schema import CodeView

SYMBOLS = {
    "joker": "★",
    "plus2": "▲",
    "swap": "⇄",
    "reverse": "↺",
    "gift": "✿",
    "skip": "⊘",
    "reset": "✖",
    "?": "▒",
}


def build_board(view: CodeView, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """The piles, a line a player, then one's own code and hand."""
    width = max(len(name) for name in names)
    players = [build_player_row(view, seat, f"{n:{width}}", words) for seat, n in enumerate(names)]
    return [
        *build_pile_rows(view, words),
        build_text_row(""),
        *players,
        *build_own_rows(view, words),
    ]


def build_pile_rows(view: CodeView, words: Mapping[str, Any]) -> list[Row]:
    """What lies in the middle, and which way play goes."""
    say = words["board"]
    action = view["actions"][-1] if view["actions"] else None
    way = say["clockwise"] if view["direction"] == 1 else say["counterclockwise"]
    row = Row(
        (
            Cell(say["top"]),
            Cell(format_card(view["top"], words), ("swap number",), card=True),
            Cell(say["action"]),
            Cell(format_card(action, words), ("swap action",), card=True),
            Cell(say["pile"]),
            Cell(f"{view['draw_count']:^4}", ("draw", "accept"), card=True),
            Cell(way),
        )
    )
    if not view["penalty"]:
        return [row]
    return [row, build_text_row(say["penalty"].format(n=view["penalty"]))]


def build_player_row(view: CodeView, seat: int, name: str, words: Mapping[str, Any]) -> Row:
    """One player: the size of the hand, and whatever else is open."""
    mark = "▶" if seat in view["actors"] else "·" if seat == view["turn"] else " "
    count = words["board"]["hand"].format(n=view["hands_count"][seat])
    moves = () if seat == view["seat"] else (f"pick @{seat}", f"reset @{seat}")
    return Row((Cell(f"{mark} {name}  {count} ", moves), *build_extra_cells(view, seat, words)))


def build_extra_cells(view: CodeView, seat: int, words: Mapping[str, Any]) -> list[Cell]:
    """The card laid for a gift; the hand and code of the winner, or of others that are open."""
    say, card, code = words["board"], view["laid"][seat], view["codes"][seat]
    found = []
    if card is not None:
        found.append(Cell(say["laid"].format(card=format_card(card, words)), (f"pick @{seat}",)))
    if code is not None and (seat == view["winner"] or seat != view["seat"]):
        found.append(Cell(say["open"].format(code=code)))
        found += [Cell(format_card(card, words)) for card in view["hands"][seat] or ()]
    return found


def build_own_rows(view: CodeView, words: Mapping[str, Any]) -> list[Row]:
    """One's own code, what is missing of it, and the hand."""
    seat, say = view["seat"], words["board"]
    if seat is None or view["codes"][seat] is None:
        return []
    hand, code = get_open_hand(view, seat)
    lacking = " ".join(map(str, view["missing"] or ())) or "–"
    text = say["code"].format(code=code, missing=lacking, jokers=view["jokers"])
    cells = (Cell(format_card(card, words), MOVES[card], card=True) for card in hand)
    return [build_text_row(""), build_text_row(text), build_card_row(say["yours"], cells)]


def list_card_moves(card: str) -> Iterable[str]:
    """The moves that play a card: the obvious ones, the pairs, and what the action does."""
    texts = [text.split() for text in list_move_texts()]
    own = [t for t in texts if t[0] == card]
    pairs = [t for t in texts if t[0] == "sum" and card in t[1:]]
    return [f"play {card}"] * (card[0] in COLOURS) + [" ".join(t) for t in [*own, *pairs]]


# What each card in hand stands for; laying it for a gift comes last.
MOVES = {card: (*list_card_moves(card), f"lay {card}") for card in CARDS}


def format_card(card: str | None, words: Mapping[str, Any]) -> str:
    """A card, in its colour if it has one."""
    if card is None:
        return "–"
    if card[0] in COLOURS:
        return paint(card[0], f" {card[1:]}")
    return f"{SYMBOLS[card]} {words['cards'][card]}"
