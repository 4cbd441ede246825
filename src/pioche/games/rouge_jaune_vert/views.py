"""Rouge Jaune Vert: what a seat, or a spectator, sees."""

from pioche.core.game import Json
from pioche.games.rouge_jaune_vert import position
from pioche.games.rouge_jaune_vert.cards import in_common
from pioche.games.rouge_jaune_vert.position import card_at, seats_of, series_of
from pioche.games.rouge_jaune_vert.rules import RougeJauneVert, series_to_reach
from pioche.games.rouge_jaune_vert.rules_cards import GONE, SLOTS, UP


def show(s: RougeJauneVert, seat: int | None) -> Json:
    """The open table, the hands as far as the seat knows them, and how everybody stands.

    Whether a held card fits is never told: finding that out is the game.
    """
    seats = range(s.players)
    return {
        **position.table(s),
        "slots": [show_slot(s, slot) for slot in range(SLOTS)],
        "held": [show_hand(s, s.slot_held(p), p == seat) for p in seats],
        "point_draw_count": len(position.point_draw(s)),
        "target": series_to_reach(s.players),
        "scores": [s.score(p) for p in seats],
        "count": None if s.racing else count(s),
    }


def show_slot(s: RougeJauneVert, slot: int) -> Json | None:
    """A card of the spread: what it is only where it lies face up."""
    if s.slots[slot] & GONE:
        return None
    if s.slots[slot] & UP:
        return {"up": True, "card": card_at(s, slot)}
    return {"up": False}


def show_hand(s: RougeJauneVert, slot: int, own: bool) -> Json | None:
    """RJV-6: a card in hand; if it lay face down only its holder knows it."""
    if slot < 0:
        return None
    face_up = bool(s.slots[slot] & UP)
    hand: Json = {"slot": slot, "up": face_up}
    return {**hand, "card": card_at(s, slot)} if own or face_up else hand


def count(s: RougeJauneVert) -> list[Json]:
    """RJV-13, RJV-14: for each seat what it keeps, its place in the order, where it broke."""
    order = seats_of(s.order())
    return [
        {
            "place": order.index(p) + 1,
            "kept": s.kept(p),
            "times": s.times(p),
            "broke": broke(series_of(s, p), s.kept(p)),
        }
        for p in range(s.players)
    ]


def broke(series: list[str], kept: int) -> Json | None:
    """The first wrong card of a series and what it has in common with the one before it."""
    if kept == len(series):
        return None
    colours, times = in_common(series[kept - 1], series[kept])
    return {"index": kept, "colours": colours, "times": times}
