"""Chance, draw by draw: a shuffle as a row of draws that somebody else decides."""

from typing import final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.core.rng import Generator
from pioche.core.state import State


class MissingDraw(Exception):
    """A draw that has not been given yet."""


@final
class GivenDraws(Generator):
    """A generator that gives draws it was given, and notes how large the first missing one is."""

    __slots__ = ("given", "next", "wanted")

    def __init__(self, given: list[int]) -> None:
        self.given = vec[i64](given)
        self.next: i64 = 0
        self.wanted: i64 = 0  # the missing draw is one of 0 … wanted-1; 0: none is missing

    def below(self, n: i64) -> i64:
        """The next draw. Where there is only one there is nothing to decide."""
        if n == 1:
            return 0
        if self.next == len(self.given):
            self.wanted = n
            raise MissingDraw
        self.next += 1
        return self.given[self.next - 1]


def count_draw_outcomes(state: State, given: list[int]) -> int:
    """How many ways the next draw of the shuffle that is due can go; 0 where none is missing."""
    draws = GivenDraws(given)
    try:
        state.clone().deal(draws)
    except MissingDraw:
        return draws.wanted
    return 0


def deal_with_draws(state: State, given: list[int]) -> None:
    """Do the shuffle that is due with all its draws."""
    state.deal(GivenDraws(given))
