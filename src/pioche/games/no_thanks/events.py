"""No Thanks!: what happens, told from two views of one seat."""

from pioche.games.no_thanks.schema import NoThanksEvent, NoThanksTurned, NoThanksView


def build_events(
    before: NoThanksView, who: int, move: str | None, after: NoThanksView
) -> list[NoThanksEvent]:
    """A deal, a refusal, a card taken; then what is turned up or how the round ended."""
    if move is None:
        return [
            {"type": "dealt", "round": after["round"], "seat": after["first"]},
            build_turned_event(after),
        ]
    card, pot = before["card"], before["pot"]
    assert card is not None, "somebody moved, so a card was up"
    if move == "pass":
        return [{"type": "refused", "seat": who, "card": card, "pot": pot + 1}]
    events: list[NoThanksEvent] = [{"type": "taken", "seat": who, "card": card, "pot": pot}]
    if after["card"] is not None:
        return [*events, build_turned_event(after)]
    return [*events, *build_score_events(before, after)]


def build_turned_event(view: NoThanksView) -> NoThanksTurned:
    """The next card is turned up."""
    assert view["card"] is not None
    return {"type": "turned", "card": view["card"], "left": view["draw_count"]}


def build_score_events(before: NoThanksView, after: NoThanksView) -> list[NoThanksEvent]:
    """NT-14, NT-15: what the round counted; all chips lie open now."""
    events: list[NoThanksEvent] = []
    for seat, chips in enumerate(after["chips"]):
        assert chips is not None
        points = after["totals"][seat] - before["totals"][seat]
        cost = after["costs"][seat]
        events.append(
            {"type": "scored", "seat": seat, "points": points, "cost": cost, "chips": chips}
        )
    return events
