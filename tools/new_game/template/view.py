"""Demo Cards: what a seat, or a spectator, sees."""

from mypy_extensions import i64

from pioche.core.native.bits import members, popcount
from pioche.games.demo_cards.rules import DemoCardsState
from pioche.games.demo_cards.schema import DemoCardsTable, DemoCardsView


def build_view(s: DemoCardsState, seat: int | None) -> DemoCardsView:
    """DC-3: the other hands and what was put aside stay hidden."""
    viewer: i64 = -1
    if seat is not None:
        viewer = seat
    hands: list[list[int] | None] = []
    sizes: list[int] = []
    for p in range(s.players):
        hands.append(s.hand_cards(p) if p == viewer else None)
        sizes.append(popcount(s.hands[p]))
    return {
        **s.build_common_view(seat),
        **build_table(s),
        "hands": hands,
        "hands_count": sizes,
        "aside_count": popcount(s.aside),
    }


def build_table(s: DemoCardsState) -> DemoCardsTable:
    """What lies open to all, for views and positions alike."""
    trick: list[int | None] = []
    points: list[int] = []
    for p in range(s.players):
        card = s.trick[p]
        trick.append(int(card) if card > 0 else None)
        points.append(s.points[p])
    return {"turn": s.turn, "trick": trick, "played": members(s.played), "points": points}
