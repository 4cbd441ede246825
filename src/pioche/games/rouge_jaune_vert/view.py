"""Rouge Jaune Vert: what a seat, or a spectator, sees."""

from typing import Final

from mypy_extensions import i64

from pioche.games.rouge_jaune_vert.cards import CARDS, find_common
from pioche.games.rouge_jaune_vert.rules.cards import CARD, GONE, LOWEST, SLOTS, UP, VALUES
from pioche.games.rouge_jaune_vert.rules.state import (
    LONGEST_SERIES,
    ROUNDS,
    RougeJauneVert,
    target_length,
)
from pioche.games.rouge_jaune_vert.schema import (
    RougeJauneVertBreak,
    RougeJauneVertCounted,
    RougeJauneVertHeld,
    RougeJauneVertSlot,
    RougeJauneVertTable,
    RougeJauneVertView,
)

FACES: Final = list(CARDS)


def build_open_view(s: RougeJauneVert) -> RougeJauneVertView:
    """The open table, the hands as far as everybody knows them, and how everybody stands.

    Whether a held card fits is never told: finding that out is the game.
    """
    scores: list[int] = []
    for p in range(s.players):
        scores.append(s.score(p))
    return {
        **s.build_common_view(),
        **build_table(s),
        "slots": spread_slots(s),
        "held": held_cards(s, -1),
        "point_draw_count": point_draw_count(s),
        "rounds": ROUNDS,
        "target": target_length(s.players),
        "scores": scores,
        "count": None if s.racing else count_round(s),
    }


def spread_slots(s: RougeJauneVert) -> list[RougeJauneVertSlot | None]:
    """The slots: what a card is only where it lies face up."""
    slots = s.slots
    shown: list[RougeJauneVertSlot | None] = []
    for i in range(SLOTS):
        slot = slots[i]
        if slot & GONE != 0:
            shown.append(None)
        elif slot & UP != 0:
            shown.append({"up": True, "card": FACES[slot & CARD]})
        else:
            shown.append({"up": False})
    return shown


def add_own_view(s: RougeJauneVert, seat: int, view: RougeJauneVertView) -> None:
    """RJV-6: the card in the own hand."""
    view["held"] = held_cards(s, seat)


def held_cards(s: RougeJauneVert, eyes: i64) -> list[RougeJauneVertHeld | None]:
    """The cards in all hands, as a seat sees them."""
    held: list[RougeJauneVertHeld | None] = []
    for p in range(s.players):
        held.append(held_card(s, p, eyes))
    return held


def held_card(s: RougeJauneVert, holder: i64, seat: i64) -> RougeJauneVertHeld | None:
    """RJV-6: a card in hand as a seat sees it."""
    slot = s.held_slot(holder)
    if slot < 0:
        return None
    face_up = s.slots[slot] & UP != 0
    if s.knows_held_card(holder, seat):
        return {"slot": slot, "up": face_up, "card": card_at(s, slot)}
    return {"slot": slot, "up": face_up}


def point_draw_count(s: RougeJauneVert) -> i64:
    """How many point cards are left to draw; there are none before the first deal."""
    if s.drawn == 0:
        return 0
    n: i64 = len(s.pile)
    return n - s.drawn


# -- what lies open to all -----------------------------------------------------------------


def build_table(s: RougeJauneVert) -> RougeJauneVertTable:
    """For views and positions alike."""
    series: list[list[str]] = []
    won: list[list[int]] = []
    for p in range(s.players):
        series.append(series_cards(s, p))
        won.append(won_points(s, p))
    return {
        "round": s.round,
        "phase": "race" if s.racing else "points",
        "series": series,
        "kept": None if s.racing else list_kept(s),
        "stopped_by": None if s.stopped_by < 0 else int(s.stopped_by),
        "points": open_points(s),
        "won": won,
        "choosing": unpack_seats(s.choosing),
    }


def card_at(s: RougeJauneVert, slot: i64) -> str:
    """The card of a slot, or of the hand that took it from there."""
    return FACES[s.slots[slot] & CARD]


def series_cards(s: RougeJauneVert, seat: i64) -> list[str]:
    """A seat's series, left to right."""
    series = s.series
    start = seat * LONGEST_SERIES
    cards: list[str] = []
    for i in range(start, start + s.series_length(seat)):
        cards.append(FACES[series[i]])
    return cards


def list_kept(s: RougeJauneVert) -> list[int]:
    """RJV-13: what each seat keeps."""
    kept: list[int] = []
    for p in range(s.players):
        kept.append(s.count_kept(p))
    return kept


def unpack_seats(packed: i64) -> list[int]:
    """The seats of `choosing` or of `order`.

    >>> unpack_seats(0x213)
    [2, 0, 1]
    """
    seats: list[int] = []
    while packed != 0:
        seats.append((packed & 15) - 1)
        packed >>= 4
    return seats


def won_points(s: RougeJauneVert, seat: i64) -> list[int]:
    """A seat's point cards in the order won."""
    cards: list[int] = []
    won = s.won[seat]
    while won != 0:
        cards.append((won & 15) - 1 + LOWEST)
        won >>= 4
    cards.reverse()
    return cards


def open_points(s: RougeJauneVert) -> list[int]:
    """The point cards that lie face up, highest first."""
    cards: list[int] = []
    v: i64 = VALUES - 1
    while v >= 0:
        for i in range(s.points >> (2 * v) & 3):
            cards.append(v + LOWEST)
        v -= 1
    return cards


# -- the count -----------------------------------------------------------------------------


def count_round(s: RougeJauneVert) -> list[RougeJauneVertCounted]:
    """RJV-13, RJV-14: for each seat what it keeps, its place in the order, where it broke."""
    order = unpack_seats(s.pack_order())
    told: list[RougeJauneVertCounted] = []
    for p in range(s.players):
        told.append(
            {
                "place": order.index(p) + 1,
                "kept": s.count_kept(p),
                "times": s.sum_times(p),
                "broke": find_break(s, p),
            }
        )
    return told


def find_break(s: RougeJauneVert, seat: i64) -> RougeJauneVertBreak | None:
    """The first wrong card of a series and what it has in common with the one before it."""
    kept = s.count_kept(seat)
    if kept == s.series_length(seat):
        return None
    at = seat * LONGEST_SERIES + kept
    colours, times = find_common(FACES[s.series[at - 1]], FACES[s.series[at]])
    return {"index": kept, "colours": colours, "times": times}
