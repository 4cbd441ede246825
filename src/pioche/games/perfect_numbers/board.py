"""Perfect Numbers: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.views.board import Cell, Row, build_card_row, build_text_row
from pioche.core.views.colours import COLOURS, paint
from pioche.games.perfect_numbers.names import LETTERS, REPLACEABLE, STORABLE
from pioche.games.perfect_numbers.schema import PerfectNumbersLaid, PerfectNumbersView

SYMBOLS = {"move": "↷", "protect": "▼", "steal": "☜"}


def build_board(
    view: PerfectNumbersView, names: Sequence[str], words: Mapping[str, Any]
) -> list[Row]:
    """The Market, then each player's Collection, then what the player to act has at hand."""
    say = words["board"]
    top = say["piles"].format(
        round=view["round"], left=view["draw_count"], discards=view["discard_count"]
    )
    width = max(len(name) for name in names)
    rows = [build_text_row(top), build_market_row(view, words), build_text_row("")]
    rows += [build_player_row(view, seat, f"{n:{width}}", words) for seat, n in enumerate(names)]
    return rows + build_hand_rows(view, words)


def build_market_row(view: PerfectNumbersView, words: Mapping[str, Any]) -> Row:
    """The four groups, each under the number to take it by."""
    cells = [Cell(words["board"]["market"])]
    for i, group in enumerate(view["market"], 1):
        take = (f"take {i}",)
        cells.append(Cell(f"[dim]{i}[/]", take))
        cells += [Cell(format_card(card, words), take, card=True) for card in group or ()]
        if group is None:
            cells.append(Cell("–", take))
    return Row(cells)


def build_player_row(
    view: PerfectNumbersView, seat: int, name: str, words: Mapping[str, Any]
) -> Row:
    """A player's score, series and actions."""
    mark = "▶" if view["turn"] == seat and not view["over"] else " "
    score = words["board"]["score"].format(score=view["score"][seat])
    cells = [Cell(f"{mark} {name}  {score} ")]
    cells += [build_series_cell(view, seat, letter) for letter in view["series"][seat]]
    cells += [build_stored_cell(action, words) for action in view["stored"][seat]]
    return Row(cells)


def build_series_cell(view: PerfectNumbersView, seat: int, letter: str) -> Cell:
    """One series: its symbol, its cards first to last, how many they are."""
    entries = view["series"][seat][letter]
    numbers = " ".join(format_entry(entry) for entry in entries)
    face = f"{paint(letter, '')} {numbers} [dim]({len(entries)})[/] "
    return Cell(face, list_series_moves(view, seat, letter))


def list_series_moves(view: PerfectNumbersView, seat: int, letter: str) -> list[str]:
    """What can be done with a series: answer a perfect number, steal from others, use one's own."""
    answers = ["close", "keep"] if view["perfect"] == {"seat": seat, "colour": letter} else []
    if view["seat"] is not None and seat != view["seat"]:
        return [*answers, f"steal @{seat} {letter}"]
    pairs = [f"protect {letter} {other}" for other in LETTERS]
    return [*answers, f"move {letter}", f"protect {letter}", *pairs]


def format_entry(entry: PerfectNumbersLaid) -> str:
    """A card in a series; a joker with its star, a card face down shaded."""
    card = entry["card"]
    if not entry["up"]:
        return "[dim]▒[/]"
    return f"☆{card[1:]}" if card[0] == "J" else card[1:]


def build_stored_cell(action: str, words: Mapping[str, Any]) -> Cell:
    return Cell(format_card(action, words), list_card_moves(action))


def build_hand_rows(view: PerfectNumbersView, words: Mapping[str, Any]) -> list[Row]:
    """What is still to be added, and a perfect number that waits for its answer."""
    say = words["board"]
    hand = view["pending"] or view["setup_hands"][view["turn"]]
    rows = []
    if view["stolen"] is not None:
        stolen = Cell(
            format_card(view["stolen"], words),
            (*list_card_moves(view["stolen"]), "discard"),
            card=True,
        )
        rows.append(build_card_row(say["stolen"], [stolen]))
    if hand:
        found = [Cell(format_card(card, words), list_card_moves(card), card=True) for card in hand]
        rows.append(build_card_row(say["hand"], found))
    if view["perfect"] is not None:
        text = say["perfect"].format(colour=paint(view["perfect"]["colour"], ""))
        rows.append(build_text_row(text, ("close", "keep")))
    return [build_text_row(""), *rows] if rows else []


def list_card_moves(card: str) -> list[str]:
    """The moves that put a card somewhere."""
    if card in STORABLE:
        own = {
            "move": [f"move {letter}" for letter in LETTERS],
            "steal": [f"steal @{seat} {letter}" for seat in range(4) for letter in LETTERS],
            "protect": [f"protect {letter}" for letter in LETTERS]
            + [f"protect {source} {target}" for source in LETTERS for target in LETTERS],
        }[card]
        places = [f"replace {x} {card}" for x in REPLACEABLE]
        return [f"store {card}", *own, *places]
    if card[0] == "J":
        return [f"add {card} {letter}" for letter in LETTERS]
    gives = [f"give {card} @{seat}" for seat in range(4)]
    return [f"add {card}", *gives, *(f"replace {x} {card}" for x in REPLACEABLE if x != card[0])]


def format_card(card: str, words: Mapping[str, Any]) -> str:
    """A card: symbol and number, a joker with its own sign, an action by its name."""
    if card[0] in COLOURS:
        return paint(card[0], f" {card[1:]}")
    if card[0] == "J":
        return f"[bold]☆ {card[1:]}[/]"
    return f"{SYMBOLS[card]} {words['cards'][card]}"
