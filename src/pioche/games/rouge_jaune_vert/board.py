"""Rouge Jaune Vert: the table as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import paint
from pioche.games.rouge_jaune_vert.cards import LETTERS

View = Mapping[str, Any]
Say = Mapping[str, Any]

ROW = 8  # slots in a line of the spread; ten would not fit into 80 columns
WIDE = 5  # a card with its symbol and four letters


def draw(view: View, names: Sequence[str], words: Say) -> list[str]:
    """What can be won, the spread, a line a player, and how to read the cards."""
    say = words["board"]
    points = numbers(view["points"])
    top = say["head"].format(round=view["round"], target=view["target"], points=points)
    lines = [top, "", *spread(view, words), ""]
    scores = [score(view, seat) for seat in range(len(names))]
    width, wide = max(map(len, names)), max(map(len, scores))
    for seat, name in enumerate(names):
        head = f"{mark(view, seat)} {name:{width}}  {scores[seat]:{wide}}"
        lines.append("  ".join([head, series(view, seat, words), *hand(view, seat, words)]))
    return [*lines, "", legend(words)]


def spread(view: View, words: Say) -> list[str]:
    """The slots: face up as a card, face down as their number, empty as a dot."""
    cells = [cell(slot, entry, words) for slot, entry in enumerate(view["slots"])]
    return [" ".join(cells[i : i + ROW]) for i in range(0, len(cells), ROW)]


def cell(slot: int, entry: View | None, words: Say) -> str:
    """One slot: its number, to grab it by, and what lies there."""
    if entry is None:
        return f"[dim]{slot:2} {'·':{WIDE}}[/]"
    if not entry["up"]:
        return f"{slot:2} [dim]{'▒▒▒▒':{WIDE}}[/]"
    return f"{slot:2} {face(entry['card'], words, WIDE)}"


def face(card: str, words: Say, width: int = 0) -> str:
    """The initial of the colour named, as often as the card says, in the colour printed."""
    text = words["initials"][card[0]] * int(card[2])
    return paint(card[1], text) + " " * (width - 1 - len(text))


def mark(view: View, seat: int) -> str:
    """Who may act; in the race that is everybody, so it is left out."""
    return "▶" if view["phase"] == "points" and seat in view["actors"] else " "


def score(view: View, seat: int) -> str:
    """A seat's sum and the point cards it is made of."""
    return f"{view['scores'][seat]:3} ({numbers(view['won'][seat])})"


def series(view: View, seat: int, words: Say) -> str:
    """The cards in a row; after the count a bar stands where the series broke."""
    cards = [face(card, words) for card in view["series"][seat]]
    count = view["count"]
    if count is not None and count[seat]["broke"]:
        cards.insert(count[seat]["kept"], "[bold]✗[/]")
    return " ".join(cards) or "–"


def hand(view: View, seat: int, words: Say) -> list[str]:
    """The card in a hand, as far as it is known."""
    held = view["held"][seat]
    if held is None:
        return []
    card = face(held["card"], words) if "card" in held else "▒▒▒▒"
    return [words["board"]["hand"].format(card=card, slot=held["slot"])]


def legend(words: Say) -> str:
    """Symbol, initial and name of each colour."""
    initials, colours = words["initials"], words["colours"]
    return "  ".join(paint(c, f" {initials[c]} {colours[c]}") for c in LETTERS)


def numbers(values: Sequence[int]) -> str:
    """Point cards with their signs.

    >>> numbers([10, 0, -4])
    '+10 0 −4'
    """
    return " ".join(f"{v:+}".replace("-", "−") if v else "0" for v in values) or "–"
