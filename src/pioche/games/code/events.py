"""Code: what a seat sees happen, told from two of its views."""

from collections import Counter

from pioche.games.code.reading import (
    find_laid_card,
    find_next_seat,
    find_swapped_card,
    get_open_hand,
)
from pioche.games.code.schema import CodeEvent, CodeView


def build_events(before: CodeView, who: int, move: str | None, after: CodeView) -> list[CodeEvent]:
    """The move or the shuffle; then what it led to."""
    told = (
        build_shuffle_events(before, after)
        if move is None
        else build_move_events(before, who, move, after)
    )
    return [*told, *build_end_events(before, after)]


def build_shuffle_events(before: CodeView, after: CodeView) -> list[CodeEvent]:
    """The first deal, or a new pile and the rest of what it interrupted."""
    if "resetting" in before:
        to = before["resetting"]
        return [{"type": "codes-shuffled"}, *build_new_code_events(to, after)]
    if "drawing" not in before:
        assert after["top"] is not None, "a deal turns up a card"
        return [
            {"type": "dealt", "seat": after["turn"]},
            {"type": "turned", "card": after["top"]},
        ]
    seat = before["turn"] if before["robbed"] is None else before["robbed"]
    drawn = build_draw_events(seat, before, after)
    cards = after["draw_count"] + after["hands_count"][seat] - before["hands_count"][seat]
    return [{"type": "shuffled", "n": cards}, *drawn]


def build_move_events(before: CodeView, who: int, move: str, after: CodeView) -> list[CodeEvent]:
    """What a move did."""
    verb, *arguments = move.split()
    if verb == "play":
        return [{"type": "played", "seat": who, "card": arguments[0]}]
    if verb == "sum":
        return [{"type": "paired", "seat": who, "cards": arguments}]
    if verb in ("draw", "accept"):
        return [*build_draw_events(who, before, after), *build_pile_empty_events(after)]
    if verb == "keep":
        return [{"type": "kept", "seat": who}]
    if verb == "pass":
        return [{"type": "passed", "seat": who}]
    if verb in ("gift", "lay", "pick", "decline"):
        return build_gift_events(before, who, verb, arguments, after)
    if verb == "reset":
        return build_reset_events(who, int(arguments[0][1:]), after)
    return [build_action_event(before, who, verb, arguments)]


def build_draw_events(seat: int, before: CodeView, after: CodeView) -> list[CodeEvent]:
    """CD-9: how many cards somebody drew; to themselves, which ones."""
    n = after["hands_count"][seat] - before["hands_count"][seat]
    if n == 0:
        return [] if "drawing" in after else [{"type": "drew-none", "seat": seat}]
    if seat != after["seat"]:
        return [{"type": "drew", "seat": seat, "n": n}]
    new = Counter(get_open_hand(after, seat)[0]) - Counter(get_open_hand(before, seat)[0])
    return [{"type": "you-drew", "seat": seat, "cards": list(new.elements())}]


def build_pile_empty_events(after: CodeView) -> list[CodeEvent]:
    """CD-11: a shuffle is needed to go on."""
    return [{"type": "pile-empty"}] if "drawing" in after else []


def build_action_event(before: CodeView, who: int, verb: str, arguments: list[str]) -> CodeEvent:
    """CD-14 to CD-17: a plus2, a swap, a reverse or a skip. Everybody sees what a swap takes."""
    if verb == "plus2":
        return {"type": "plus2", "seat": who, "penalty": before["raised_penalty"]}
    if verb == "reverse":
        return {"type": "reversed", "seat": who}
    if verb == "skip":
        return {"type": "skipped", "seat": who, "to": find_next_seat(before)}
    card = find_swapped_card(before, arguments[0])
    if card is None:
        return {"type": "swapped-nothing", "seat": who}
    return {"type": "swapped", "seat": who, "card": card}


def build_reset_events(who: int, to: int, after: CodeView) -> list[CodeEvent]:
    """CD-19: a reset, and the new code if it could be drawn at once."""
    told: list[CodeEvent] = [{"type": "reset", "seat": who, "to": to}]
    if "resetting" in after:
        return told
    return [*told, *build_new_code_events(to, after)]


def build_new_code_events(to: int, after: CodeView) -> list[CodeEvent]:
    """CD-19: only its owner sees the new code."""
    if to != after["seat"]:
        return []
    return [{"type": "new-code", "seat": to, "code": get_open_hand(after, to)[1]}]


def build_gift_events(
    before: CodeView, who: int, verb: str, arguments: list[str], after: CodeView
) -> list[CodeEvent]:
    """CD-18: a gift, a card laid for it, taken or not, and the robbed player who does not draw."""
    if verb == "gift":
        return [{"type": "gift", "seat": who}]
    if verb == "lay":
        return [build_lay_event(who, arguments), *build_reveal_events(after)]
    if verb == "pick":
        owner = int(arguments[0][1:])
        card = find_laid_card(before, owner)
        return [{"type": "picked", "seat": who, "from": owner, "card": card}]
    if before["phase"] == "pick":
        return [{"type": "picked-nothing", "seat": who}]
    return [{"type": "drew-nothing", "seat": who}]


def build_lay_event(who: int, arguments: list[str]) -> CodeEvent:
    """CD-18: others see only that a card was laid."""
    if not arguments:
        return {"type": "laid", "seat": who}
    return {"type": "you-laid", "seat": who, "card": arguments[0]}


def build_reveal_events(after: CodeView) -> list[CodeEvent]:
    """CD-18: once all are laid the cards are turned over."""
    if after["phase"] != "pick":
        return []
    cards = enumerate(after["laid"])
    return [{"type": "shown", "seat": p, "card": card} for p, card in cards if card is not None]


def build_end_events(before: CodeView, after: CodeView) -> list[CodeEvent]:
    """CD-20, CD-22: somebody has won, or nobody ever will."""
    if not after["over"] or before["over"]:
        return []
    seat = after["winner"]
    if seat is None:
        return [{"type": "out-of-turns", "n": after["turns"]}]
    cards, code = get_open_hand(after, seat)
    return [{"type": "won", "seat": seat, "cards": cards, "code": code}]
