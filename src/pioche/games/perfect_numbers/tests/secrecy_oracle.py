"""What is secret in Perfect Numbers, told from the position without the game's own view."""

from typing import Any

# What random play hardly reaches; the tests of this game do.
RARE: dict[str, set[str]] = {
    "events": set(),
    "refusals": {"same-stored", "two-stored", "no-room-for-stolen"},
    "reasons": set(),
}


def secrets(position: dict[str, Any], seat: int | None) -> list[str]:
    """PN-4: only the pile is hidden. Of a kind that is there with all its copies none was seen."""
    options, draw = position["options"], position["draw"]
    return [card for card in set(draw) if draw.count(card) == copies(card, options)]


def copies(card: str, options: dict[str, Any]) -> int:
    """PN-2"""
    if card in ("move", "protect", "steal"):
        return int(options["actions"])
    return 1 if card[0] == "J" else int(options["copies"])


def in_sight(position: dict[str, Any]) -> list[str]:
    """Every card that lies open or is known to lie face down."""
    shown = [position["stolen"], *position["pending"]]
    shown += [card for group in position["market"] for card in group or []]
    shown += [card for hand in position["setup_hands"] for card in hand]
    shown += [card for names in position["stored"] for card in names]
    for collection in position["series"]:
        shown += [entry["card"] for cards in collection.values() for entry in cards]
    return [card for card in shown if card is not None]


def cards_in(view: dict[str, Any]) -> list[str]:
    """Every card a view or a list of events shows."""
    if "events" not in view:
        return in_sight(view)
    shown = [event.get("card") for event in view["events"]]
    shown += [card for event in view["events"] for card in event.get("cards", [])]
    return [card for card in shown if card is not None]
