"""Hands and eyes: how long things take where everybody acts at once."""

from mypy_extensions import i64, mypyc_attr

from pioche.core.state import State


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
