"""Code: what a seat sees happen, told from two of its views."""

from collections import Counter

from pioche.core.game import Event, Json


def build_events(before: Json, who: int, move: str | None, after: Json) -> list[Event]:
    """The move or the shuffle; then what it led to."""
    told = (
        build_shuffle_events(before, after)
        if move is None
        else build_move_events(before, who, move, after)
    )
    return [*told, *build_end_events(before, after)]


def build_shuffle_events(before: Json, after: Json) -> list[Event]:
    """The first deal, or a new pile and the rest of what it interrupted."""
    if "resetting" in before:
        to = before["resetting"]
        return [{"type": "codes-shuffled"}, *build_new_code_events(to, after)]
    if "drawing" not in before:
        return [
            {"type": "dealt", "seat": after["turn"]},
            {"type": "turned", "card": after["top"]},
        ]
    seat = before["turn"] if before["robbed"] is None else before["robbed"]
    drawn = build_draw_events(seat, before, after)
    cards = after["draw_count"] + after["hands_count"][seat] - before["hands_count"][seat]
    return [{"type": "shuffled", "n": cards}, *drawn]


def build_move_events(before: Json, who: int, move: str, after: Json) -> list[Event]:
    """What a move did."""
    verb, *arguments = move.split()
    if verb == "play":
        return [{"type": "played", "seat": who, "card": arguments[0]}]
    if verb == "sum":
        return [{"type": "paired", "seat": who, "cards": arguments}]
    if verb in ("draw", "accept"):
        return [*build_draw_events(who, before, after), *build_pile_empty_events(after)]
    if verb in ("keep", "pass", "reverse", "gift"):
        return [{"type": PLAIN_EVENTS[verb], "seat": who}]
    if verb == "swap":
        return [build_swap_event(who, arguments[0], before)]
    if verb == "skip":
        return [{"type": "skipped", "seat": who, "to": find_skipped_seat(before)}]
    if verb == "plus2":
        return [{"type": "plus2", "seat": who, "penalty": before["raised_penalty"]}]
    if verb == "reset":
        return build_reset_events(who, int(arguments[0][1:]), after)
    return build_gift_events(before, who, verb, arguments, after)


PLAIN_EVENTS = {"keep": "kept", "pass": "passed", "reverse": "reversed", "gift": "gift"}


def build_draw_events(seat: int, before: Json, after: Json) -> list[Event]:
    """CD-9: how many cards somebody drew; to themselves, which ones."""
    n = after["hands_count"][seat] - before["hands_count"][seat]
    if n == 0:
        return [] if "drawing" in after else [{"type": "drew-none", "seat": seat}]
    if seat != after["seat"]:
        return [{"type": "drew", "seat": seat, "n": n}]
    new = Counter(after["hands"][seat]) - Counter(before["hands"][seat])
    return [{"type": "you-drew", "seat": seat, "cards": list(new.elements())}]


def build_pile_empty_events(after: Json) -> list[Event]:
    """CD-11: a shuffle is needed to go on."""
    return [{"type": "pile-empty"}] if "drawing" in after else []


def build_swap_event(who: int, pile: str, before: Json) -> Event:
    """CD-15: everybody saw the card that was taken."""
    if pile == "none":
        return {"type": "swapped-nothing", "seat": who}
    return {"type": "swapped", "seat": who, "card": before[f"{pile}s"][-1]}


def find_skipped_seat(before: Json) -> int:
    """CD-17: who misses a turn."""
    seat: int = (before["turn"] + before["direction"]) % before["players"]
    return seat


def build_reset_events(who: int, to: int, after: Json) -> list[Event]:
    """CD-19: a reset, and the new code if it could be drawn at once."""
    told: list[Event] = [{"type": "reset", "seat": who, "to": to}]
    if "resetting" in after:
        return told
    return [*told, *build_new_code_events(to, after)]


def build_new_code_events(to: int, after: Json) -> list[Event]:
    """CD-19: only its owner sees the new code."""
    if to != after["seat"]:
        return []
    return [{"type": "new-code", "seat": to, "code": after["codes"][to]}]


def build_gift_events(
    before: Json, who: int, verb: str, arguments: list[str], after: Json
) -> list[Event]:
    """CD-18: a card laid, taken or not, and the robbed player who does not draw."""
    if verb == "lay":
        return [build_lay_event(who, arguments), *build_reveal_events(after)]
    if verb == "pick":
        owner = int(arguments[0][1:])
        card = before["laid"][owner]
        return [{"type": "picked", "seat": who, "from": owner, "card": card}]
    kind = "picked-nothing" if before["phase"] == "pick" else "drew-nothing"
    return [{"type": kind, "seat": who}]


def build_lay_event(who: int, arguments: list[str]) -> Event:
    """CD-18: others see only that a card was laid."""
    if not arguments:
        return {"type": "laid", "seat": who}
    return {"type": "you-laid", "seat": who, "card": arguments[0]}


def build_reveal_events(after: Json) -> list[Event]:
    """CD-18: once all are laid the cards are turned over."""
    if after["phase"] != "pick":
        return []
    cards = enumerate(after["laid"])
    return [{"type": "shown", "seat": p, "card": card} for p, card in cards if card is not None]


def build_end_events(before: Json, after: Json) -> list[Event]:
    """CD-20, CD-22: somebody has won, or nobody ever will."""
    if not after["over"] or before["over"]:
        return []
    seat = after["winner"]
    if seat is None:
        return [{"type": "out-of-turns", "n": after["turns"]}]
    cards, code = after["hands"][seat], after["codes"][seat]
    return [{"type": "won", "seat": seat, "cards": cards, "code": code}]
