"""Hands and eyes: how long things take where everybody acts at once."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.rng import Rng
from pioche.core.state import State

# No hand is quicker, whatever a bot says. To see something and to move a finger takes people
# 0.2 s at the least; a hand already under way may land a little sooner.
MIN_REACTION_SECONDS: Final = 0.15
DEFAULT_REACTION_SECONDS: Final = 1.5  # of a bot that has no notion of time
MICROSECONDS: Final = 1000000  # in a second
SPREAD: Final = 500  # thousandths: how much longer or shorter than usual things take, at most


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class ReactionTimes:
    """The times of a player who races, in microseconds; a game in real time has its own."""

    __slots__ = ()

    def after_deal(self, state: State, seat: i64) -> i64:
        """From the deal until the eyes have found their way about the table."""
        raise NotImplementedError

    def before_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the decision until the move is made."""
        raise NotImplementedError

    def after_move(self, state: State, seat: i64, action: i64) -> i64:
        """From the move until what it brought has been taken in; the state is that after it."""
        raise NotImplementedError

    def after_late_move(self, state: State, seat: i64, action: i64) -> i64:
        """From a move that came too late until that has been noticed."""
        raise NotImplementedError


def limit_reaction(seconds: float) -> float:
    """How long a bot takes that says so."""
    if seconds > MIN_REACTION_SECONDS:
        return seconds
    return MIN_REACTION_SECONDS


def draw_duration(usual: i64, rng: Rng) -> i64:
    """How long something takes this time."""
    return usual * (1000 - SPREAD + rng.below(2 * SPREAD + 1)) // 1000
