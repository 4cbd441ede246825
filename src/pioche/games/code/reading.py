"""Code: what follows from a view, for those who read one."""

from pioche.games.code.rules.table import seat_after
from pioche.games.code.schema import CodeView


def find_next_seat(view: CodeView) -> int:
    """Who comes after the player whose turn it is, and misses a turn by a skip (CD-17)."""
    return seat_after(view["turn"], 1, view["direction"], view["players"])


def find_swapped_card(view: CodeView, pile: str) -> str | None:
    """CD-15: the card that `swap number` or `swap action` takes; None for `swap none`."""
    if pile == "none":
        return None
    return view["numbers" if pile == "number" else "actions"][-1]


def find_laid_card(view: CodeView, seat: int) -> str:
    """CD-18: the card that a seat has laid for a gift."""
    card = view["laid"][seat]
    assert card is not None, "only a card that was laid can be picked"
    return card


def get_open_hand(view: CodeView, seat: int) -> tuple[list[str], str]:
    """A hand and its code, one's own or the winner's."""
    hand, code = view["hands"][seat], view["codes"][seat]
    assert hand is not None, "this hand is hidden"
    assert code is not None, "this code is hidden"
    return hand, code
