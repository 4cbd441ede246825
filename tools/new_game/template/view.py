"""Demo Cards: what a seat, or a spectator, sees."""

from mypy_extensions import i64

from pioche.core.native.bits import members, popcount
from pioche.games.demo_cards.rules import DemoCardsState
from pioche.games.demo_cards.schema import DemoCardsTable, DemoCardsView


def build_open_view(s: DemoCardsState) -> DemoCardsView:
    """DC-3: the hands and what was put aside stay hidden."""
    sizes: list[int] = []
    for p in range(s.players):
        sizes.append(popcount(s.hands[p]))
    return {
        **s.build_common_view(),
        **build_table(s),
        "hands": build_hands(s, -1),
        "hands_count": sizes,
        "aside_count": popcount(s.aside),
    }


def add_own_view(s: DemoCardsState, seat: int, view: DemoCardsView) -> None:
    """DC-3: the own hand."""
    view["hands"] = build_hands(s, seat)


def build_hands(s: DemoCardsState, viewer: i64) -> list[list[int] | None]:
    """The hand of a seat, and none of the others."""
    hands: list[list[int] | None] = []
    for p in range(s.players):
        hands.append(s.hand_cards(p) if p == viewer else None)
    return hands


def build_table(s: DemoCardsState) -> DemoCardsTable:
    """What lies open to all, for views and positions alike."""
    trick: list[int | None] = []
    points: list[int] = []
    for p in range(s.players):
        card = s.trick[p]
        trick.append(int(card) if card > 0 else None)
        points.append(s.points[p])
    return {"turn": s.turn, "trick": trick, "played": members(s.played), "points": points}
