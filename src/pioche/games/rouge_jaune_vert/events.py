"""Rouge Jaune Vert: what a seat sees happen, told from two of its views."""

from pioche.games.rouge_jaune_vert.schema import (
    RougeJauneVertBroke,
    RougeJauneVertCounted,
    RougeJauneVertEvent,
    RougeJauneVertHeld,
    RougeJauneVertKeptAll,
    RougeJauneVertReturned,
    RougeJauneVertStands,
    RougeJauneVertStarted,
    RougeJauneVertTook,
    RougeJauneVertTookCard,
    RougeJauneVertView,
)


def build_events(
    before: RougeJauneVertView, who: int, move: str | None, after: RougeJauneVertView
) -> list[RougeJauneVertEvent]:
    """A deal, a move of the race, the end of a race with its count, or a choice."""
    if move is None:
        return build_deal_events(after)
    verb, _, argument = move.partition(" ")
    if verb == "time":
        return [{"type": "time-up"}, *build_race_end_events(before, who, after)]
    if verb == "choose":
        return [
            {"type": "chose", "seat": who, "value": int(argument)},
            *build_round_end_events(after),
        ]
    if verb == "grab":
        return [build_grab_event(who, get_held(after, who))]
    if verb == "place":
        return build_place_events(before, who, after)
    return [build_return_event(before, who, after)]


def build_deal_events(after: RougeJauneVertView) -> list[RougeJauneVertEvent]:
    """RJV-4, RJV-5: the start cards and what there is to win."""
    starts: list[RougeJauneVertStarted] = [
        {"type": "started", "seat": seat, "card": series[0]}
        for seat, series in enumerate(after["series"])
    ]
    return [
        {"type": "dealt", "round": after["round"], "target": after["target"]},
        *starts,
        {"type": "turned-up", "points": after["points"]},
    ]


def build_grab_event(
    who: int, hand: RougeJauneVertHeld
) -> RougeJauneVertTook | RougeJauneVertTookCard:
    """RJV-6: the card is told to whoever may know it."""
    if "card" in hand:
        return {"type": "took-card", "seat": who, "slot": hand["slot"], "card": hand["card"]}
    return {"type": "took", "seat": who, "slot": hand["slot"]}


def build_return_event(
    before: RougeJauneVertView, who: int, after: RougeJauneVertView
) -> RougeJauneVertReturned:
    """RJV-7: now everybody sees it."""
    slot = get_held(before, who)["slot"]
    entry = after["slots"][slot]
    assert entry is not None, "the card lies there again"
    return {"type": "returned", "seat": who, "slot": slot, "card": entry["card"]}


def get_held(view: RougeJauneVertView, seat: int) -> RougeJauneVertHeld:
    """The card in a hand that is not empty."""
    hand = view["held"][seat]
    assert hand is not None, "the hand is empty"
    return hand


def build_place_events(
    before: RougeJauneVertView, who: int, after: RougeJauneVertView
) -> list[RougeJauneVertEvent]:
    """RJV-7, RJV-11: a longer series; the last card stops the round."""
    series, target = after["series"][who], after["target"]
    events: list[RougeJauneVertEvent] = [
        {
            "type": "placed",
            "seat": who,
            "card": series[-1],
            "length": len(series),
            "target": target,
        }
    ]
    if after["phase"] == "race":
        return events
    return [*events, {"type": "stopped", "seat": who}, *build_race_end_events(before, who, after)]


def build_race_end_events(
    before: RougeJauneVertView, who: int, after: RougeJauneVertView
) -> list[RougeJauneVertEvent]:
    """RJV-11, RJV-13 to RJV-15: hands emptied, series counted, the best card taken."""
    count = after["count"]
    assert count is not None, "series are counted when the race is over"
    events: list[RougeJauneVertEvent] = [
        {"type": "let-go", "seat": seat, "slot": hand["slot"]}
        for seat, hand in enumerate(before["held"])
        if hand is not None and seat != who
    ]
    order = sorted(range(after["players"]), key=lambda seat: count[seat]["place"])
    events += [build_count_event(seat, count[seat], after["series"][seat]) for seat in order]
    first = order[0]
    return [*events, {"type": "won", "seat": first, "value": after["won"][first][-1]}]


def build_count_event(
    seat: int, count: RougeJauneVertCounted, series: list[str]
) -> RougeJauneVertKeptAll | RougeJauneVertBroke:
    """What a seat keeps, and which two neighbours broke its series."""
    kept, times = count["kept"], count["times"]
    if count["broke"] is None:
        return {"type": "kept-all", "seat": seat, "kept": kept, "times": times}
    return {
        "type": "broke",
        "seat": seat,
        "kept": kept,
        "times": times,
        "cards": series[kept - 1 : kept + 1],
        "lost": len(series) - kept,
    }


def build_round_end_events(after: RougeJauneVertView) -> list[RougeJauneVertStands]:
    """After the last choice, how everybody stands."""
    if after["choosing"]:
        return []
    return [
        {"type": "stands", "seat": seat, "round": after["round"], "score": score}
        for seat, score in enumerate(after["scores"])
    ]
