"""Perfect Numbers: the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import COLOURS, paint
from pioche.core.table import Cell, Row, cards, line
from pioche.games.perfect_numbers.names import LETTERS, REPLACEABLE, STORABLE

View = Mapping[str, Any]
SYMBOLS = {"move": "↷", "protect": "▼", "steal": "☜"}


def draw(view: View, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
    """The Market, then each player's Collection, then what the player to act has at hand."""
    say = words["board"]
    top = say["piles"].format(
        round=view["round"], left=view["draw_count"], discards=view["discard_count"]
    )
    width = max(len(name) for name in names)
    rows = [line(top), market(view, words), line("")]
    rows += [collection(view, seat, f"{n:{width}}", words) for seat, n in enumerate(names)]
    return rows + at_hand(view, words)


def market(view: View, words: Mapping[str, Any]) -> Row:
    """The four groups, each under the number to take it by."""
    cells = [Cell(words["board"]["market"])]
    for i, group in enumerate(view["market"], 1):
        take = (f"take {i}",)
        cells.append(Cell(f"[dim]{i}[/]", take))
        cells += [Cell(face(card, words), take, card=True) for card in group or ()]
        if group is None:
            cells.append(Cell("–", take))
    return Row(cells)


def collection(view: View, seat: int, name: str, words: Mapping[str, Any]) -> Row:
    """A player's score, series and actions."""
    mark = "▶" if view["turn"] == seat and not view["over"] else " "
    score = words["board"]["score"].format(score=view["score"][seat])
    cells = [Cell(f"{mark} {name}  {score} ")]
    cells += [series(view, seat, letter) for letter in view["series"][seat]]
    cells += [stored(action, words) for action in view["stored"][seat]]
    return Row(cells)


def series(view: View, seat: int, letter: str) -> Cell:
    """One series: its symbol, its cards first to last, how many they are."""
    entries = view["series"][seat][letter]
    numbers = " ".join(number(entry) for entry in entries)
    face = f"{paint(letter, '')} {numbers} [dim]({len(entries)})[/] "
    return Cell(face, series_moves(view, seat, letter))


def series_moves(view: View, seat: int, letter: str) -> list[str]:
    """What can be done with a series: answer a perfect number, steal from others, use one's own."""
    answers = ["close", "keep"] if view["perfect"] == {"seat": seat, "colour": letter} else []
    if view["seat"] is not None and seat != view["seat"]:
        return [*answers, f"steal @{seat} {letter}"]
    pairs = [f"protect {letter} {other}" for other in LETTERS]
    return [*answers, f"move {letter}", f"protect {letter}", *pairs]


def number(entry: Mapping[str, Any]) -> str:
    """A card in a series; a joker with its star, a card face down shaded."""
    card = entry["card"]
    if not entry["up"]:
        return "[dim]▒[/]"
    return f"☆{card[1:]}" if card[0] == "J" else str(card[1:])


def stored(action: str, words: Mapping[str, Any]) -> Cell:
    """A stored action."""
    return Cell(face(action, words), uses(action))


def at_hand(view: View, words: Mapping[str, Any]) -> list[Row]:
    """What is still to be added, and a perfect number that waits for its answer."""
    say = words["board"]
    hand = view["pending"] or view["setup_hands"][view["turn"]]
    rows = []
    if view["stolen"] is not None:
        stolen = Cell(face(view["stolen"], words), (*uses(view["stolen"]), "discard"), card=True)
        rows.append(cards(say["stolen"], [stolen]))
    if hand:
        found = [Cell(face(card, words), uses(card), card=True) for card in hand]
        rows.append(cards(say["hand"], found))
    if view["perfect"] is not None:
        text = say["perfect"].format(colour=paint(view["perfect"]["colour"], ""))
        rows.append(line(text, ("close", "keep")))
    return [line(""), *rows] if rows else []


def uses(card: str) -> list[str]:
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


def face(card: str, words: Mapping[str, Any]) -> str:
    """A card: symbol and number, a joker with its own sign, an action by its name."""
    if card[0] in COLOURS:
        return paint(card[0], f" {card[1:]}")
    if card[0] == "J":
        return f"[bold]☆ {card[1:]}[/]"
    return f"{SYMBOLS[card]} {words['cards'][card]}"
