"""Gap: what happens, told from two views of one seat."""

from pioche.core.game import Event, Json
from pioche.games.gap.cards import LETTERS


def build_deal_events(view: Json) -> list[Event]:
    """A new round; before the first one, what leaves the game (GAP-3)."""
    gone = [letter for letter in LETTERS if letter not in view["colours"]]
    events: list[Event] = []
    if gone and view["round"] == 1:
        events.append({"type": "removed", "cards": gone})
    start: Event = {"type": "dealt", "round": view["round"], "seat": view["first"]}
    return [*events, start, {"type": "middle", "cards": view["middle"]}]


def build_move_events(before: Json, who: int, move: str, after: Json) -> list[Event]:
    """A card played or chosen, what it took, the middle filled up, the round's end.

    Or the clock has said that this round is the last (GAP-4).
    """
    if move == "time":
        return [{"type": "time-up", "round": after["round"]}]
    verb, card = move.split()
    events: list[Event] = []
    if verb == "play":
        events.append({"type": "played", "seat": who, "card": card})
    events += [
        *build_take_events(before, who, card, after),
        *build_refill_events(before, card, after),
    ]
    if len(after["scores"]) > len(before["scores"]):
        events += build_score_events(after)
    return events


def build_take_events(before: Json, who: int, card: str, after: Json) -> list[Event]:
    """GAP-8 to GAP-11: cards taken, a choice to come, or a card for the middle."""
    if card in after["middle"]:
        return [{"type": "joined", "seat": who, "card": card}]
    events: list[Event] = []
    taken = [c for c in before["middle"] if c in after["rows"][who]]
    if taken:
        events.append({"type": "took", "seat": who, "cards": taken})
    if after["choices"]:
        events.append({"type": "choosing", "seat": who, "cards": after["choices"]})
    return events


def build_refill_events(before: Json, card: str, after: Json) -> list[Event]:
    """GAP-14: what came from the pile."""
    new = [c for c in after["middle"] if c not in before["middle"] and c != card]
    left = after["draw_count"]
    return [{"type": "refilled", "cards": new, "left": left}] if new else []


def build_score_events(after: Json) -> list[Event]:
    """GAP-18: the scores of a round; GAP-20: the tie that calls for one more."""
    events: list[Event] = [
        {
            "type": "scored",
            "seat": seat,
            "points": points,
            "plus": after["plus"][seat],
            "minus": after["minus"][seat],
            "total": after["totals"][seat],
            "row": after["rows"][seat],
            "counts": after["counts"][seat],
            "marks": after["marks"][seat],
        }
        for seat, points in enumerate(after["scores"][-1])
    ]
    return [*events, {"type": "tied", "seats": after["tied"]}] if after["tied"] else events
