"""How a game ended."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """Ranks per seat (1 = best, equal ranks shared), scores per seat, and what ended the game."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
