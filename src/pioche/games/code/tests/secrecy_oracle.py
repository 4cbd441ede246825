"""What is secret in Code, told from the position without the game's own view."""

from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {
    "events": {"drew-none", "passed"},
    "refusals": {"nothing-laid", "no-pair-on-nothing", "no-number-to-take", "nothing-to-draw"},
    "reasons": set(),
}

OPENLY = {"swapped", "picked"}  # events of cards that lay open before they went into a hand


def secrets(position: dict[str, Any], seat: int | None) -> list[str]:
    """Cards of the others' hands, of the draw pile and laid face down; codes of the others.

    A card of which the seat sees the other copy is left out.
    """
    winner = winner_of(position)
    known = {seat, winner} - {None}
    hidden, seen = list(position["draw"]), position["numbers"] + position["actions"]
    hidden += position["codes_aside"] + position["codes_out"]
    for p in range(position["players"]):
        cards = [*position["hands"][p], position["codes"][p]]
        (seen if p in known else hidden).extend(cards)
        open_card = p in known or position["phase"] == "pick"
        (seen if open_card else hidden).append(position["laid"][p])
    return [card for card in hidden if card is not None and card not in seen]


def winner_of(position: dict[str, Any]) -> int | None:
    """CD-20: the seat whose hand and code are shown."""
    if not position["over"]:
        return None
    n = position["players"]
    for i in range(n):
        seat = (position["turn"] + i * position["direction"]) % n
        digits = list(position["codes"][seat])
        cards = [card for card in position["hands"][seat] if card != "joker"]
        jokers = len(position["hands"][seat]) - len(cards)
        for card in cards:
            if card[1:] in digits:
                digits.remove(card[1:])
        if len(cards) + jokers == 4 and len(digits) == jokers:
            return seat
    return None


def cards_in(view: dict[str, Any]) -> list[str]:
    """Every card and every code a view or a list of events shows."""
    shown = [view.get("drawn"), view.get("top"), *view.get("codes", []), *view.get("laid", [])]
    shown += view.get("numbers", []) + view.get("actions", [])
    shown += [card for cards in view.get("hands", []) for card in cards or []]
    for event in view.get("events", []):
        if event["type"] not in OPENLY:
            shown += [event.get("card"), event.get("code"), *event.get("cards", [])]
    return [card for card in shown if card not in (None, "?")]
