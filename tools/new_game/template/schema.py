"""Demo Cards: what its positions, views and events hold.

Moves: `play 7`.
"""

from typing import Literal, TypedDict

from pioche.core.schema import Position, View


class DemoCardsTable(TypedDict):
    """What lies open to all; positions and views have it."""

    turn: int  # whose turn it is
    trick: list[int | None]  # per seat the card it has played to the trick
    played: list[int]  # the cards of finished tricks, ascending
    points: list[int]  # per seat the tricks it has won


class DemoCardsPosition(Position, DemoCardsTable):
    """A game of Demo Cards with all that is hidden."""

    hands: list[list[int]]  # per seat, ascending
    aside: list[int]  # the cards that were not dealt, ascending


class DemoCardsView(View, DemoCardsTable):
    """A game of Demo Cards as a seat sees it."""

    hands: list[list[int] | None]  # per seat; None where they are hidden
    hands_count: list[int]  # per seat how many cards it holds
    aside_count: int  # how many cards were not dealt


class DemoCardsDealt(TypedDict):
    """The game begins."""

    type: Literal["dealt"]
    seat: int  # who begins


class DemoCardsPlayed(TypedDict):
    """Somebody played a card."""

    type: Literal["played"]
    seat: int
    card: int


class DemoCardsWon(TypedDict):
    """Somebody won a trick."""

    type: Literal["won"]
    seat: int
    points: int  # the tricks of that seat, this one included


DemoCardsEvent = DemoCardsDealt | DemoCardsPlayed | DemoCardsWon
