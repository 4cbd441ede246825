"""What is secret in Gap, told from the position without the game's own view."""

from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {
    "events": {"tied"},
    "refusals": {"lower-first", "one-of-each", "no-clock", "time-up-already"},
    "reasons": {"tie-broken", "still-tied"},
}


def secrets(position: dict[str, Any], seat: int | None) -> list[str]:
    """GAP-5: the pile and the hands of the others."""
    hands = [hand for p, hand in enumerate(position["hands"]) if p != seat]
    return position["draw"] + [card for hand in hands for card in hand]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Every card a view or a list of events shows, wherever in it."""
    return list(cards(view))


def cards(value: Any) -> set[str]:
    """Every text in a JSON value that has the form of a card."""
    if isinstance(value, dict):
        return cards(list(value)) | cards(list(value.values()))
    if isinstance(value, list):
        return set().union(*(cards(entry) for entry in value))
    named = isinstance(value, str) and len(value) == 2 and value[0] in "RYGBV"
    return {value} if named and value[1].isdigit() else set()
