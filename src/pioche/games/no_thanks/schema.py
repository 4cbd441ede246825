"""No Thanks!: what its positions, views and events hold.

Moves: `take` · `pass`.
"""

from typing import Literal, TypedDict

from pioche.core.schema import Position, View


class NoThanksTable(TypedDict):
    """What lies open to all; positions and views have it."""

    round: int  # from 1
    first: int  # who began the round
    turn: int | None  # whose turn it is; None while no card is up
    card: int | None  # the card that is up
    pot: int  # the chips on that card
    taken: list[list[int]]  # per seat the cards it has taken, ascending
    totals: list[int]  # per seat the points of finished rounds


class NoThanksPosition(Position, NoThanksTable):
    """A game of No Thanks! with all that is hidden."""

    draw: list[int]  # the pile
    removed: list[int]  # the nine cards that left the game unseen, ascending
    chips: list[int]  # per seat


class NoThanksReveal(TypedDict, total=False):
    """What a view shows at the end."""

    removed: list[int]  # only when the game is over: the nine cards, ascending


class NoThanksView(View, NoThanksTable, NoThanksReveal):
    """A game of No Thanks! as a seat sees it."""

    draw_count: int  # how many cards are left in the pile
    chips: list[int | None]  # per seat; None where they are hidden
    points: list[int | None]  # per seat what the round counts by now; None where chips are hidden
    costs: list[int]  # per seat what its cards cost by now
    runs: list[list[list[int]]]  # per seat its cards by runs; the first card of a run counts
    neighbours: list[list[int]]  # per seat the cards that the card that is up would join


class NoThanksDealt(TypedDict):
    """A round begins."""

    type: Literal["dealt"]
    round: int
    seat: int  # who begins


class NoThanksTurned(TypedDict):
    """The next card is turned up."""

    type: Literal["turned"]
    card: int
    left: int  # cards left in the pile


class NoThanksRefused(TypedDict):
    """Somebody paid a chip to pass the card on."""

    type: Literal["refused"]
    seat: int
    card: int
    pot: int  # chips on the card, this one included


class NoThanksTaken(TypedDict):
    """Somebody took the card."""

    type: Literal["taken"]
    seat: int
    card: int
    pot: int  # the chips that came with it


class NoThanksScored(TypedDict):
    """What a round counted for one player."""

    type: Literal["scored"]
    seat: int
    points: int  # cost less chips
    cost: int
    chips: int


NoThanksEvent = NoThanksDealt | NoThanksTurned | NoThanksRefused | NoThanksTaken | NoThanksScored
