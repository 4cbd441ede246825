"""Code: which cards a seat sees; for a spectator the seat is -1."""

from mypy_extensions import i64

from pioche.games.code.rules.table import IN_PICK, CodeTableState


def sees_hand(t: CodeTableState, seat: i64, p: i64) -> bool:
    """CD-4, CD-20: whether a seat sees the hand and the code of p: its own, and the winner's."""
    return p == seat or (t.over and p == t.winner)


def sees_laid(t: CodeTableState, seat: i64, p: i64) -> bool:
    """CD-18: whether a seat sees the card that p has laid: its own, and all once all are laid."""
    return p == seat or t.phase == IN_PICK


def sees_drawn(t: CodeTableState, seat: i64) -> bool:
    """CD-9: whether a seat sees the card just drawn: only the player who drew it does."""
    return seat == t.turn
