"""No Thanks!: what a seat, or a spectator, sees."""

from mypy_extensions import i64

from pioche.core.native.bits import members
from pioche.games.no_thanks.rules import (
    CARDS,
    DRAWN,
    NoThanks,
    cost,
    find_neighbours,
    list_runs,
)
from pioche.games.no_thanks.schema import NoThanksReveal, NoThanksTable, NoThanksView


def build_open_view(s: NoThanks) -> NoThanksView:
    """NT-3, NT-5: the pile, the nine and the chips stay hidden while it matters."""
    costs: list[int] = []
    runs: list[list[list[int]]] = []
    neighbours: list[list[int]] = []
    for p in range(s.players):
        cards = s.cards[p]
        costs.append(cost(cards))
        runs.append(list_runs(cards))
        neighbours.append(members(find_neighbours(cards, s.card)) if s.turn >= 0 else [])
    return {
        **s.build_common_view(),
        **build_table(s),
        "draw_count": draw_count(s),
        "chips": build_chips(s, -1),
        "points": build_points(s, -1),
        "costs": costs,
        "runs": runs,
        "neighbours": neighbours,
        **reveal_removed(s),
    }


def add_own_view(s: NoThanks, seat: int, view: NoThanksView) -> None:
    """NT-5: the own chips."""
    view["chips"] = build_chips(s, seat)
    view["points"] = build_points(s, seat)


def build_chips(s: NoThanks, eyes: i64) -> list[int | None]:
    """The chips of all players, where a seat may see them."""
    chips: list[int | None] = []
    for p in range(s.players):
        chips.append(int(s.chips_of(p)) if s.shows_chips(p, eyes) else None)
    return chips


def build_points(s: NoThanks, eyes: i64) -> list[int | None]:
    """What the round counts so far; who sees the chips of a player knows it."""
    points: list[int | None] = []
    for p in range(s.players):
        points.append(int(s.round_points(p)) if s.shows_chips(p, eyes) else None)
    return points


def reveal_removed(s: NoThanks) -> NoThanksReveal:
    """NT-3: the nine stay unseen until the end."""
    if s.over:
        return {"removed": removed_cards(s)}
    return {}


def build_table(s: NoThanks) -> NoThanksTable:
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
