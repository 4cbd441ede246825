"""Rouge Jaune Vert: what its positions, views and events hold.

Moves: `grab 17` · `place` · `return` · `choose 7` · `choose -4` · and from the clock `time`.

`BR3` names blue, printed in red, three times.
"""

from typing import Literal, NotRequired, TypedDict

from pioche.core.schema import Position, View

# -- the table -------------------------------------------------------------------------------


class RougeJauneVertTable(TypedDict):
    """What lies open to all; positions and views have it."""

    round: int  # from 1
    phase: Literal["race", "points"]
    series: list[list[str]]  # per seat its cards, left to right
    kept: list[int] | None  # per seat the cards kept at the count; None in the race
    stopped_by: int | None  # who stopped the round; None in the race or if the clock did
    points: list[int]  # the point cards that lie face up, highest first
    won: list[list[int]]  # per seat the point cards won, in order
    choosing: list[int]  # the seats still to choose a point card, in order


class RougeJauneVertSpreadCard(TypedDict):
    """A card of the spread."""

    card: str  # whoever can see it
    up: bool  # whether it lies face up


class RougeJauneVertHandCard(TypedDict):
    """A card in a hand."""

    card: str  # whoever can see it
    slot: int  # where it lay
    up: bool  # whether it lay face up


class RougeJauneVertPosition(Position, RougeJauneVertTable):
    """A game of Rouge Jaune Vert with all that is hidden."""

    slots: list[RougeJauneVertSpreadCard | None]  # 80 slots; None where no card lies
    held: list[RougeJauneVertHandCard | None]  # per seat; None for an empty hand
    point_draw: list[int]  # the pile of point cards


class RougeJauneVertSlot(TypedDict):
    """A card of the spread as it is seen."""

    up: bool  # whether it lies face up
    card: NotRequired[str]  # only where it lies face up


class RougeJauneVertHeld(TypedDict):
    """A card in a hand as it is seen."""

    slot: int  # where it lay
    up: bool  # whether it lay face up
    card: NotRequired[str]  # only for its holder, or if it lay face up


class RougeJauneVertBreak(TypedDict):
    """The first wrong card of a series, and what it has in common with the one before it."""

    index: int  # its place in the series, from 0
    colours: list[str]  # letters of B R Y G K
    times: int | None  # None where they differ


class RougeJauneVertCounted(TypedDict):
    """What a series is worth after a race."""

    place: int  # in the order in which point cards are chosen, from 1
    kept: int  # cards before the first wrong one
    times: int  # the sum of the times on them
    broke: RougeJauneVertBreak | None  # None if all cards are right


class RougeJauneVertView(View, RougeJauneVertTable):
    """A game of Rouge Jaune Vert as a seat sees it."""

    slots: list[RougeJauneVertSlot | None]  # 80 slots; None where no card lies
    held: list[RougeJauneVertHeld | None]  # per seat; None for an empty hand
    point_draw_count: int  # how many point cards are left in the pile
    rounds: int  # how many a game has
    target: int  # cards of a full series
    scores: list[int]  # per seat the sum of the point cards won
    count: list[RougeJauneVertCounted] | None  # per seat what its series is worth; None in the race


# -- what happens ----------------------------------------------------------------------------


class RougeJauneVertDealt(TypedDict):
    """A round begins."""

    type: Literal["dealt"]
    round: int
    target: int  # cards of a full series


class RougeJauneVertStarted(TypedDict):
    """A seat's start card."""

    type: Literal["started"]
    seat: int
    card: str


class RougeJauneVertTurnedUp(TypedDict):
    """The point cards of the round are turned up."""

    type: Literal["turned-up"]
    points: list[int]  # highest first


class RougeJauneVertTook(TypedDict):
    """Somebody took a card that can't be seen."""

    type: Literal["took"]
    seat: int
    slot: int


class RougeJauneVertTookCard(TypedDict):
    """Somebody took a card that can be seen."""

    type: Literal["took-card"]
    seat: int
    slot: int
    card: str


class RougeJauneVertReturned(TypedDict):
    """Somebody put a card back, face up."""

    type: Literal["returned"]
    seat: int
    slot: int
    card: str


class RougeJauneVertPlaced(TypedDict):
    """Somebody placed a card at the end of their series."""

    type: Literal["placed"]
    seat: int
    card: str
    length: int  # of the series now
    target: int  # of a full series


class RougeJauneVertStopped(TypedDict):
    """Somebody completed a series, which stops the round."""

    type: Literal["stopped"]
    seat: int


class RougeJauneVertTimeUp(TypedDict):
    """The clock ends the race."""

    type: Literal["time-up"]


class RougeJauneVertLetGo(TypedDict):
    """A card in hand goes back as it lay, because the race is over."""

    type: Literal["let-go"]
    seat: int
    slot: int


class RougeJauneVertKeptAll(TypedDict):
    """The count of a series that is right."""

    type: Literal["kept-all"]
    seat: int
    kept: int  # cards
    times: int  # the sum of the times on them


class RougeJauneVertBroke(TypedDict):
    """The count of a series with a wrong card."""

    type: Literal["broke"]
    seat: int
    kept: int  # cards before the wrong one
    times: int  # the sum of the times on them
    cards: list[str]  # the last right card and the wrong one
    lost: int  # how many cards don't count


class RougeJauneVertWon(TypedDict):
    """The first of the count gets the highest point card."""

    type: Literal["won"]
    seat: int
    value: int


class RougeJauneVertChose(TypedDict):
    """Somebody chose a point card."""

    type: Literal["chose"]
    seat: int
    value: int


class RougeJauneVertStands(TypedDict):
    """How a seat stands after a round."""

    type: Literal["stands"]
    seat: int
    round: int
    score: int


RougeJauneVertEvent = (
    RougeJauneVertDealt
    | RougeJauneVertStarted
    | RougeJauneVertTurnedUp
    | RougeJauneVertTook
    | RougeJauneVertTookCard
    | RougeJauneVertReturned
    | RougeJauneVertPlaced
    | RougeJauneVertStopped
    | RougeJauneVertTimeUp
    | RougeJauneVertLetGo
    | RougeJauneVertKeptAll
    | RougeJauneVertBroke
    | RougeJauneVertWon
    | RougeJauneVertChose
    | RougeJauneVertStands
)
