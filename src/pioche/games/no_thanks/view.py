"""No Thanks!: what a seat, or a spectator, sees."""

from mypy_extensions import i64

from pioche.core.game import Json
from pioche.core.native.bits import members
from pioche.games.no_thanks.rules import (
    CARDS,
    DRAWN,
    NoThanks,
    cost,
    find_neighbours,
    list_runs,
)


def build_view(s: NoThanks, seat: int | None) -> Json:
    """NT-3, NT-5: the pile, the nine and the others' chips stay hidden while it matters."""
    eyes: i64 = -1
    if seat is not None:
        eyes = seat
    seen = build_public_fields(s)
    seen["draw_count"] = draw_count(s)
    add_chips(s, eyes, seen)
    add_runs(s, seen)
    if s.over:
        seen["removed"] = removed_cards(s)
    return seen


def add_chips(s: NoThanks, eyes: i64, seen: Json) -> None:
    """NT-5: chips, and the points of the round that follow from them, where they are open."""
    chips: list[int | None] = []
    points: list[int | None] = []
    for p in range(s.players):
        shown = s.shows_chips(p, eyes)
        chips.append(int(s.chips_of(p)) if shown else None)
        points.append(int(s.round_points(p)) if shown else None)
    seen["chips"] = chips
    seen["points"] = points


def add_runs(s: NoThanks, seen: Json) -> None:
    """NT-14: the runs, what they cost, and the cards that the one that is up would join."""
    costs: list[int] = []
    runs: list[list[list[int]]] = []
    neighbours: list[list[int]] = []
    for p in range(s.players):
        cards = s.cards[p]
        costs.append(cost(cards))
        runs.append(list_runs(cards))
        neighbours.append(members(find_neighbours(cards, s.card)) if s.turn >= 0 else [])
    seen["costs"] = costs
    seen["runs"] = runs
    seen["neighbours"] = neighbours


def build_public_fields(s: NoThanks) -> Json:
    """What lies open to all, for views and positions alike."""
    up = s.turn >= 0
    taken: list[list[int]] = []
    totals: list[int] = []
    for p in range(s.players):
        taken.append(members(s.cards[p]))
        totals.append(s.totals[p])
    return {
        "round": s.round,
        "first": s.first,
        "turn": int(s.turn) if up else None,
        "card": int(s.card) if up else None,
        "pot": s.pot,
        "taken": taken,
        "totals": totals,
    }


def draw_count(s: NoThanks) -> i64:
    """How many cards are left to turn up; there is no pile before the first deal."""
    if s.next == 0:
        return 0
    return DRAWN - s.next


def removed_cards(s: NoThanks) -> list[int]:
    """NT-3: the nine that leave the game, ascending."""
    cards: list[int] = []
    for i in range(DRAWN, CARDS):
        cards.append(s.deck[i])
    cards.sort()
    return cards
