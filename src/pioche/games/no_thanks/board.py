"""No Thanks!: the table as lines of text."""

from collections.abc import Mapping, Sequence
from typing import Any


def draw(view: Mapping[str, Any], names: Sequence[str], words: Mapping[str, Any]) -> list[str]:
    """The card that is up, then a line a player: chips, cards with runs joined, cost."""
    say = words["board"]
    lines = [say["card"].format(card=card_face(view), pot=view["pot"], left=view["draw_count"]), ""]
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        mark = "▶" if view["turn"] == seat else " "
        chips = view["chips"][seat]
        hidden = say["chips"].format(chips="?" if chips is None else chips)
        cost = say["cost"].format(cost=view["costs"][seat])
        cards = runs(view["taken"][seat]) or "–"
        lines.append(f"{mark} {name:{width}}  {hidden:>9}  {cards}  [dim]{cost}[/]")
    return lines


def card_face(view: Mapping[str, Any]) -> str:
    """The card that is up, if any."""
    card = view["card"]
    return "–" if card is None else f"[bold reverse] {card} [/]"


def runs(cards: Sequence[int]) -> str:
    """Cards with those of a run joined, as they overlap on a table.

    >>> runs([8, 9, 10, 21])
    '8–9–10  21'
    """
    text = ""
    for i, card in enumerate(cards):
        joined = i > 0 and cards[i - 1] == card - 1
        text += ("–" if joined else "  " if i else "") + str(card)
    return text
