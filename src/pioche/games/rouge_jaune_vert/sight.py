"""Rouge Jaune Vert: what a seat, or a spectator, sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.game import Json
from pioche.games.rouge_jaune_vert.cards import CARDS, in_common
from pioche.games.rouge_jaune_vert.rules import ROOM, RougeJauneVert, series_to_reach
from pioche.games.rouge_jaune_vert.rules_cards import CARD, GONE, LOWEST, SLOTS, UP, VALUES

FACES: Final = list(CARDS)


def show(s: RougeJauneVert, seat: int | None) -> Json:
    """The open table, the hands as far as the seat knows them, and how everybody stands.

    Whether a held card fits is never told: finding that out is the game.
    """
    eyes: i64 = -1
    if seat is not None:
        eyes = seat
    held: list[Json | None] = []
    scores: list[int] = []
    for p in range(s.players):
        held.append(hand(s, s.slot_held(p), p == eyes))
        scores.append(s.score(p))
    seen = table(s)
    seen["slots"] = spread(s)
    seen["held"] = held
    seen["point_draw_count"] = point_draw_count(s)
    seen["target"] = series_to_reach(s.players)
    seen["scores"] = scores
    seen["count"] = None if s.racing else count(s)
    return seen


def spread(s: RougeJauneVert) -> list[Json | None]:
    """The slots: what a card is only where it lies face up."""
    slots = s.slots
    shown: list[Json | None] = []
    for i in range(SLOTS):
        slot = slots[i]
        if slot & GONE != 0:
            shown.append(None)
        elif slot & UP != 0:
            shown.append({"up": True, "card": FACES[slot & CARD]})
        else:
            shown.append({"up": False})
    return shown


def hand(s: RougeJauneVert, slot: i64, own: bool) -> Json | None:
    """RJV-6: a card in hand; if it lay face down only its holder knows it."""
    if slot < 0:
        return None
    face_up = s.slots[slot] & UP != 0
    if own or face_up:
        return {"slot": slot, "up": face_up, "card": card_at(s, slot)}
    return {"slot": slot, "up": face_up}


def point_draw_count(s: RougeJauneVert) -> i64:
    """How many point cards are left to draw; there are none before the first deal."""
    if s.drawn == 0:
        return 0
    n: i64 = len(s.pile)
    return n - s.drawn


# -- what lies open to all -----------------------------------------------------------------


def table(s: RougeJauneVert) -> Json:
    """For views and positions alike."""
    series: list[list[str]] = []
    won: list[list[int]] = []
    for p in range(s.players):
        series.append(series_of(s, p))
        won.append(won_by(s, p))
    return {
        "round": s.round,
        "phase": "race" if s.racing else "points",
        "series": series,
        "kept": None if s.racing else kept_by_all(s),
        "stopped_by": None if s.stopped_by < 0 else int(s.stopped_by),
        "points": points_up(s),
        "won": won,
        "choosing": seats_of(s.choosing),
    }


def card_at(s: RougeJauneVert, slot: i64) -> str:
    """The card of a slot, or of the hand that took it from there."""
    return FACES[s.slots[slot] & CARD]


def series_of(s: RougeJauneVert, seat: i64) -> list[str]:
    """A seat's series, left to right."""
    series = s.series
    start = seat * ROOM
    cards: list[str] = []
    for i in range(start, start + s.length(seat)):
        cards.append(FACES[series[i]])
    return cards


def kept_by_all(s: RougeJauneVert) -> list[int]:
    """RJV-13: what each seat keeps."""
    kept: list[int] = []
    for p in range(s.players):
        kept.append(s.kept(p))
    return kept


def seats_of(packed: i64) -> list[int]:
    """The seats of `choosing` or of `order`.

    >>> seats_of(0x213)
    [2, 0, 1]
    """
    seats: list[int] = []
    while packed != 0:
        seats.append((packed & 15) - 1)
        packed >>= 4
    return seats


def won_by(s: RougeJauneVert, seat: i64) -> list[int]:
    """A seat's point cards in the order won."""
    cards: list[int] = []
    won = s.won[seat]
    while won != 0:
        cards.append((won & 15) - 1 + LOWEST)
        won >>= 4
    cards.reverse()
    return cards


def points_up(s: RougeJauneVert) -> list[int]:
    """The point cards that lie face up, highest first."""
    cards: list[int] = []
    v: i64 = VALUES - 1
    while v >= 0:
        for i in range(s.points >> (2 * v) & 3):
            cards.append(v + LOWEST)
        v -= 1
    return cards


# -- the count -----------------------------------------------------------------------------


def count(s: RougeJauneVert) -> list[Json]:
    """RJV-13, RJV-14: for each seat what it keeps, its place in the order, where it broke."""
    order = seats_of(s.order())
    told: list[Json] = []
    for p in range(s.players):
        told.append(
            {
                "place": order.index(p) + 1,
                "kept": s.kept(p),
                "times": s.times(p),
                "broke": broke(s, p),
            }
        )
    return told


def broke(s: RougeJauneVert, seat: i64) -> Json | None:
    """The first wrong card of a series and what it has in common with the one before it."""
    kept = s.kept(seat)
    if kept == s.length(seat):
        return None
    at = seat * ROOM + kept
    colours, times = in_common(FACES[s.series[at - 1]], FACES[s.series[at]])
    return {"index": kept, "colours": colours, "times": times}
