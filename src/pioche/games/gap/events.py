"""Gap: what happens, told from two views of one seat."""

from pioche.games.gap.cards import LETTERS
from pioche.games.gap.schema import GapEvent, GapView


def build_events(before: GapView, who: int, move: str | None, after: GapView) -> list[GapEvent]:
    """A deal, a move, or the clock has said that this round is the last (GAP-4)."""
    if move is None:
        return build_deal_events(after)
    if move == "time":
        return [{"type": "time-up", "round": after["round"]}]
    return build_move_events(before, who, move, after)


def build_deal_events(view: GapView) -> list[GapEvent]:
    """A new round; before the first one, what leaves the game (GAP-3)."""
    gone = [letter for letter in LETTERS if letter not in view["colours"]]
    events: list[GapEvent] = []
    if gone and view["round"] == 1:
        events.append({"type": "removed", "cards": gone})
    events.append({"type": "dealt", "round": view["round"], "seat": view["first"]})
    events.append({"type": "middle", "cards": view["middle"]})
    return events


def build_move_events(before: GapView, who: int, move: str, after: GapView) -> list[GapEvent]:
    """A card played or chosen, what it took, the middle filled up, the round's end."""
    verb, card = move.split()
    events: list[GapEvent] = []
    if verb == "play":
        events.append({"type": "played", "seat": who, "card": card})
    events += build_take_events(before, who, card, after)
    events += build_refill_events(before, card, after)
    if len(after["scores"]) > len(before["scores"]):
        events += build_score_events(after)
    return events


def build_take_events(before: GapView, who: int, card: str, after: GapView) -> list[GapEvent]:
    """GAP-8 to GAP-11: cards taken, a choice to come, or a card for the middle."""
    if card in after["middle"]:
        return [{"type": "joined", "seat": who, "card": card}]
    events: list[GapEvent] = []
    taken = [c for c in before["middle"] if c in after["rows"][who]]
    if taken:
        events.append({"type": "took", "seat": who, "cards": taken})
    if after["choices"]:
        events.append({"type": "choosing", "seat": who, "cards": after["choices"]})
    return events


def build_refill_events(before: GapView, card: str, after: GapView) -> list[GapEvent]:
    """GAP-14: what came from the pile."""
    new = [c for c in after["middle"] if c not in before["middle"] and c != card]
    left = after["draw_count"]
    return [{"type": "refilled", "cards": new, "left": left}] if new else []


def build_score_events(after: GapView) -> list[GapEvent]:
    """GAP-18: the scores of a round; GAP-20: the tie that calls for one more."""
    events: list[GapEvent] = [
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
    if after["tied"]:
        events.append({"type": "tied", "seats": after["tied"]})
    return events
