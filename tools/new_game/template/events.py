"""Demo Cards: what happens, told from two views of one seat."""

from pioche.games.demo_cards.schema import DemoCardsEvent, DemoCardsView


def build_events(
    before: DemoCardsView, who: int, move: str | None, after: DemoCardsView
) -> list[DemoCardsEvent]:
    """A deal; or a card played, and the trick that it completed."""
    if move is None:
        return [{"type": "dealt", "seat": after["turn"]}]
    card = int(move.split()[1])
    events: list[DemoCardsEvent] = [{"type": "played", "seat": who, "card": card}]
    for seat, points in enumerate(after["points"]):
        if points > before["points"][seat]:
            events.append({"type": "won", "seat": seat, "points": points})
    return events
