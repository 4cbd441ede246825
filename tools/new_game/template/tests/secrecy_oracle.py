"""What is secret in Demo Cards, told from the position without the game's own view."""

from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {"events": set(), "refusals": set(), "reasons": set()}


def secrets(position: dict[str, Any], seat: int | None) -> list[int]:
    """DC-3: the other hands, and what was put aside."""
    others = [hand for p, hand in enumerate(position["hands"]) if p != seat]
    return [card for cards in [*others, position["aside"]] for card in cards]


def cards_in(view: dict[str, Any]) -> list[int]:
    """Every card a view or a list of events shows."""
    shown = [*view.get("trick", []), *view.get("played", [])]
    shown += [card for hand in view.get("hands", []) for card in hand or []]
    shown += [event.get("card") for event in view.get("events", [])]
    return [card for card in shown if card is not None]
