"""What is secret in Rouge Jaune Vert, told from the position without the game's own view."""

import re
from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {
    "events": set(),
    "refusals": {"not-for-the-clock", "no-race"},  # only the clock is told these
    "reasons": set(),
}

CARD = re.compile(r"[BRYGK]{2}[1-4]")


def secrets(position: dict[str, Any], seat: int | None) -> list[str]:
    """RJV-6: what lies face down, or did before somebody else took it."""
    places = [*position["slots"], *(h for p, h in enumerate(position["held"]) if p != seat)]
    return [place["card"] for place in places if place is not None and not place["up"]]


def cards_in(view: Any) -> list[str]:
    """Every card that stands anywhere in a view or a list of events."""
    if isinstance(view, dict):
        return [card for value in view.values() for card in cards_in(value)]
    if isinstance(view, list):
        return [card for value in view for card in cards_in(value)]
    return [view] if isinstance(view, str) and CARD.fullmatch(view) else []
