"""Rouge Jaune Vert: what a seat sees happen, told from two of its views."""

from pioche.core.game import Event, Json


def build_events(before: Json, who: int, move: str | None, after: Json) -> list[Event]:
    """A deal, a move of the race, the end of a race with its count, or a choice."""
    if move is None:
        return build_deal_events(after)
    verb, _, argument = move.partition(" ")
    if verb == "time":
        return [{"type": "time-up"}, *build_race_end_events(before, who, after)]
    if verb == "choose":
        chose = {"type": "chose", "seat": who, "value": int(argument)}
        return [chose, *build_round_end_events(after)]
    if verb == "grab":
        return [build_grab_event(who, int(argument), after)]
    return (
        build_place_events(before, who, after)
        if verb == "place"
        else [build_return_event(before, who, after)]
    )


def build_deal_events(after: Json) -> list[Event]:
    """RJV-4, RJV-5: the start cards and what there is to win."""
    dealt = {"type": "dealt", "round": after["round"], "target": after["target"]}
    starts: list[Event] = [
        {"type": "started", "seat": seat, "card": series[0]}
        for seat, series in enumerate(after["series"])
    ]
    return [dealt, *starts, {"type": "turned-up", "points": after["points"]}]


def build_grab_event(who: int, slot: int, after: Json) -> Event:
    """RJV-6: the card is told to whoever may know it."""
    hand = after["held"][who]
    if "card" in hand:
        return {"type": "took-card", "seat": who, "slot": slot, "card": hand["card"]}
    return {"type": "took", "seat": who, "slot": slot}


def build_return_event(before: Json, who: int, after: Json) -> Event:
    """RJV-7: now everybody sees it."""
    slot = before["held"][who]["slot"]
    card = after["slots"][slot]["card"]
    return {"type": "returned", "seat": who, "slot": slot, "card": card}


def build_place_events(before: Json, who: int, after: Json) -> list[Event]:
    """RJV-7, RJV-11: a longer series; the last card stops the round."""
    series, target = after["series"][who], after["target"]
    length = len(series)
    card = series[-1]
    placed = {"type": "placed", "seat": who, "card": card, "length": length, "target": target}
    if after["phase"] == "race":
        return [placed]
    return [placed, {"type": "stopped", "seat": who}, *build_race_end_events(before, who, after)]


def build_race_end_events(before: Json, who: int, after: Json) -> list[Event]:
    """RJV-11, RJV-13 to RJV-15: hands emptied, series counted, the best card taken."""
    events: list[Event] = [
        {"type": "let-go", "seat": seat, "slot": hand["slot"]}
        for seat, hand in enumerate(before["held"])
        if hand is not None and seat != who
    ]
    order = sorted(range(after["players"]), key=lambda seat: after["count"][seat]["place"])
    events += [build_count_event(after, seat) for seat in order]
    first = order[0]
    return [*events, {"type": "won", "seat": first, "value": after["won"][first][-1]}]


def build_count_event(after: Json, seat: int) -> Event:
    """What a seat keeps, and which two neighbours broke its series."""
    count, series = after["count"][seat], after["series"][seat]
    kept = count["kept"]
    event: Event = {"type": "kept-all", "seat": seat, "kept": kept, "times": count["times"]}
    if count["broke"] is None:
        return event
    neighbours = series[kept - 1 : kept + 1]
    return {**event, "type": "broke", "cards": neighbours, "lost": len(series) - kept}


def build_round_end_events(after: Json) -> list[Event]:
    """After the last choice, how everybody stands."""
    if after["choosing"]:
        return []
    return [
        {"type": "stands", "seat": seat, "round": after["round"], "score": score}
        for seat, score in enumerate(after["scores"])
    ]
