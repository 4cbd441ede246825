"""What is secret in No Thanks!, told from the position without the game's own view."""

from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {"events": set(), "refusals": {"no-chip"}, "reasons": set()}


def secrets(position: dict[str, Any], seat: int | None) -> list[int]:
    """NT-3: the pile and the nine, until the game is over."""
    if position["over"] or position["turn"] is None:
        return []
    return position["draw"] + position["removed"]


def cards_in(view: dict[str, Any]) -> list[int]:
    """Every card a view or a list of events shows."""
    shown = [view.get("card"), *view.get("removed", [])]
    shown += [card for cards in view.get("taken", []) for card in cards]
    shown += [event.get("card") for event in view.get("events", [])]
    return [card for card in shown if card is not None]
