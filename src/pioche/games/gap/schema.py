"""Gap: what its positions, views and events hold.

Moves: `play V7`; then, only where there is a choice, `take G6`, for the lower neighbour first.
From the clock, with the option `minutes` on, once: `time`.
"""

from typing import Literal, NotRequired, TypedDict

from pioche.core.schema import Position, View

GapPhase = Literal["play", "lower", "upper"]
GapMark = Literal["plus", "minus"]


class GapTable(TypedDict):
    """What lies open to all; positions and views have it."""

    colours: list[str]  # those in play, in the order R Y G B V; none before the first deal
    round: int  # from 1
    first: int  # who began the round
    turn: int  # whose turn it is
    phase: GapPhase  # to play a card, or to choose a lower or an upper neighbour
    played: str | None  # the card that waits for its choices, in no hand and no row; else None
    middle: list[str]  # sorted by colour and number
    rows: list[list[str]]  # per seat the cards in front of it, sorted by colour and number
    scores: list[list[int]]  # per finished round the points per seat
    last: NotRequired[int | None]  # only with `minutes` on: the round when time was up, else None


class GapPosition(Position, GapTable):
    """A game of Gap with all that is hidden."""

    hands: list[list[str]]  # per seat, sorted by colour and number
    draw: list[str]  # the pile, the next card first


class GapTake(TypedDict):
    """What a card of the own hand would do."""

    sure: list[str]  # the cards of the middle that it takes in any case
    lower: list[str]  # the lower neighbours to choose one from; empty where there is no choice
    upper: list[str]  # the upper ones, likewise
    joins: bool  # whether it takes nothing and goes to the middle
    adds: dict[str, int]  # by colour the cards that the row gains for sure


class GapStanding(TypedDict):
    """What the rows are worth now, and who leads."""

    counts: list[dict[str, int]]  # per seat its cards by colour, for all colours in play
    marks: list[dict[str, GapMark]]  # per seat the colours that count now, and how
    plus: list[int]  # per seat what counts for its row now
    minus: list[int]  # per seat what counts against it
    points: list[int]  # per seat what its row is worth now
    totals: list[int]  # per seat the points of finished rounds
    tied: list[int]  # the seats that share first place, while an extra round is due or played


class GapView(View, GapTable, GapStanding):
    """A game of Gap as a seat sees it."""

    hands: list[list[str] | None]  # per seat, sorted by colour and number; None where hidden
    hands_count: list[int]  # per seat how many cards it holds
    draw_count: int  # how many cards are left in the pile
    choices: list[str]  # the cards of the middle to choose one from
    takes: dict[str, GapTake]  # what each own card would do; empty unless one is to be played


class GapRemoved(TypedDict):
    """Colours leave the game before the first round."""

    type: Literal["removed"]
    cards: list[str]  # the letters of the colours


class GapDealt(TypedDict):
    """A round begins."""

    type: Literal["dealt"]
    round: int
    seat: int  # who begins


class GapMiddle(TypedDict):
    """The first cards of the middle are laid open."""

    type: Literal["middle"]
    cards: list[str]


class GapPlayed(TypedDict):
    """Somebody played a card."""

    type: Literal["played"]
    seat: int
    card: str


class GapJoined(TypedDict):
    """The card took nothing and lies in the middle now."""

    type: Literal["joined"]
    seat: int
    card: str


class GapTook(TypedDict):
    """Cards of the middle went to somebody's row."""

    type: Literal["took"]
    seat: int
    cards: list[str]


class GapChoosing(TypedDict):
    """Somebody has to choose one of several neighbours."""

    type: Literal["choosing"]
    seat: int
    cards: list[str]


class GapRefilled(TypedDict):
    """The middle was filled up."""

    type: Literal["refilled"]
    cards: list[str]
    left: int  # cards left in the pile


class GapScored(TypedDict):
    """What a round counted for one player."""

    type: Literal["scored"]
    seat: int
    points: int  # plus less minus
    plus: int
    minus: int
    total: int  # the points of all finished rounds
    row: list[str]
    counts: dict[str, int]  # the row by colour
    marks: dict[str, GapMark]  # the colours that counted, and how


class GapTied(TypedDict):
    """Several share first place, so one more round is played."""

    type: Literal["tied"]
    seats: list[int]


class GapTimeUp(TypedDict):
    """The time agreed is over, and this round is the last."""

    type: Literal["time-up"]
    round: int


GapEvent = (
    GapRemoved
    | GapDealt
    | GapMiddle
    | GapPlayed
    | GapJoined
    | GapTook
    | GapChoosing
    | GapRefilled
    | GapScored
    | GapTied
    | GapTimeUp
)
