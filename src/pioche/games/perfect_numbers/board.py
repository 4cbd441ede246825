"""Perfect Numbers: the table as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.core.colours import COLOURS, paint


def draw(view: Mapping[str, Any], names: Sequence[str], words: Mapping[str, Any]) -> list[str]:
    """The Market, then each player's Collection, then what the player to act has at hand."""
    say = words["board"]
    top = say["piles"].format(
        round=view["round"], left=view["draw_count"], discards=view["discard_count"]
    )
    lines = [top, "", market(view, words), ""]
    for seat, name in enumerate(names):
        lines += collection(view, seat, name, words)
    return lines + at_hand(view, words)


def market(view: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """The four groups, each under the number to take it by."""
    groups = [
        f"[dim]{i}:[/] " + ("–" if group is None else " ".join(face(card, words) for card in group))
        for i, group in enumerate(view["market"], 1)
    ]
    return f"{words['board']['market']}   " + "   ".join(groups)


def collection(
    view: Mapping[str, Any], seat: int, name: str, words: Mapping[str, Any]
) -> list[str]:
    """A player's score, series and actions."""
    say = words["board"]
    mark = "▶" if view["turn"] == seat and not view["over"] else " "
    lines = [f"{mark} {name}   {say['score'].format(score=view['score'][seat])}"]
    for letter, cards in view["series"][seat].items():
        lines.append(
            f"    {paint(letter, '')}  " + " ".join(series_face(card, words) for card in cards)
        )
    if view["stored"][seat]:
        lines.append(f"    {say['stored']}  {', '.join(action_names(view, seat, words))}")
    return lines


def action_names(view: Mapping[str, Any], seat: int, words: Mapping[str, Any]) -> list[str]:
    """The actions a player has stored."""
    return [words["cards"][action] for action in view["stored"][seat]]


def at_hand(view: Mapping[str, Any], words: Mapping[str, Any]) -> list[str]:
    """What is still to be added, and a perfect number that waits for its answer."""
    say = words["board"]
    cards = view["pending"] or view["setup_hands"][view["turn"]]
    lines = []
    if view["stolen"] is not None:
        lines.append(f"{say['stolen']}  {face(view['stolen'], words)}")
    if cards:
        lines.append(f"{say['hand']}  " + " ".join(face(card, words) for card in cards))
    if view["perfect"] is not None:
        lines.append(say["perfect"].format(colour=paint(view["perfect"]["colour"], "")))
    return ["", *lines] if lines else []


def series_face(entry: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """A card in a series; face down in brackets."""
    card = face(entry["card"], words)
    return card if entry["up"] else f"[dim]({card})[/]"


def face(card: str, words: Mapping[str, Any]) -> str:
    """A card: symbol and number, a joker with its own sign, an action by its name."""
    if card[0] in COLOURS:
        return paint(card[0], card[1:])
    if card[0] == "J":
        return f"[bold]☆{card[1:]}[/]"
    return str(words["cards"][card])
