"""Perfect Numbers: what its positions, views and events hold.

Moves: `take 1` … `take 4` · `add R5` · `add J4 R` · `give R5 @2` · `replace G R5` (`A`: the
actions) · `replace G steal` · `replace A steal` (for an action that can't join those stored) ·
`store steal` · `close` · `keep` · `protect R` · `protect G R` (the last card of G, face down
onto R) · `move R` · `steal @2 R` · `discard` (the card just stolen) · `end`.

Cards: `R5`, `J4` (joker), `move`, `protect`, `steal`.

In rules version 2 the newest cards leave a series, and no action is thrown away; version 1 also
had `discard steal`.
"""

from typing import Literal, TypedDict

from pioche.core.schema import Position, View

PerfectNumbersPhase = Literal["setup", "turn", "perfect", "stolen"]
PerfectNumbersEffect = Literal["nothing", "perfect", "win", "lose"]


class PerfectNumbersSeriesName(TypedDict):
    """A series, named by whose it is and by its colour."""

    seat: int
    colour: str


class PerfectNumbersLaid(TypedDict):
    """A card in a series."""

    card: str
    up: bool  # whether it lies face up


class PerfectNumbersTable(TypedDict):
    """What lies open to all; positions and views have it."""

    round: int  # from 1
    first: int  # who chooses first in this round
    turn: int  # whose turn it is
    phase: PerfectNumbersPhase  # what is asked for
    market: list[list[str] | None]  # the four groups; None once a group was taken
    pending: list[str]  # cards of the group just taken, still to be added or used
    stolen: str | None  # the card just stolen, until it has its place
    perfect: PerfectNumbersSeriesName | None  # the series that may be closed
    taken: bool  # whether a group was taken this turn
    series: list[dict[str, list[PerfectNumbersLaid]]]  # per seat, by colour; first card first
    stored: list[list[str]]  # per seat the stored actions
    score: list[int]  # per seat the number of cards in the score pile
    discard_count: int  # how many cards were discarded
    setup_hands: list[list[str]]  # per seat the cards still to be added in the set-up


class PerfectNumbersPosition(Position, PerfectNumbersTable):
    """A game of Perfect Numbers with all that is hidden."""

    draw: list[str]  # the pile


class PerfectNumbersFreePlaces(TypedDict):
    """The places of a Collection that are free."""

    colours: int  # for series of new colours
    actions: int  # for actions alone (only in the interactive variant)


class PerfectNumbersOutlook(TypedDict):
    """What a legal move will do."""

    effect: PerfectNumbersEffect
    cards: int  # how many are won or lost
    leaving: list[str]  # the cards that leave a series, or the stored actions, first to last
    at: list[int]  # where in that series they lie now, without a card that is only being added
    series: PerfectNumbersSeriesName | None  # the series it concerns; None for stored actions


class PerfectNumbersView(View, PerfectNumbersTable):
    """A game of Perfect Numbers as a seat sees it."""

    draw_count: int  # how many cards are left in the pile
    in_setup: bool  # whether the Market is still to be laid out
    protected: list[list[str]]  # per seat the colours of its protected series
    room: list[bool]  # per seat whether it may start a series of a new colour
    free_places: list[PerfectNumbersFreePlaces]  # per seat
    waits_for: list[dict[str, int | None]]  # per seat by colour the perfect number; None if none is
    wanted: list[list[int]]  # per group which of its cards, from 0, are perfect for an own series
    outlook: dict[str, PerfectNumbersOutlook]  # legal moves that add, give, replace, move or close


class PerfectNumbersDealt(TypedDict):
    """The cards are shuffled and dealt."""

    type: Literal["dealt"]
    seat: int  # who begins


class PerfectNumbersHandDealt(TypedDict):
    """The three cards that somebody gets in the set-up."""

    type: Literal["hand"]
    seat: int
    cards: list[str]


class PerfectNumbersMarketLaid(TypedDict):
    """A round begins: the Market is laid out."""

    type: Literal["market"]
    round: int
    seat: int  # who chooses first


class PerfectNumbersTook(TypedDict):
    """Somebody took a group of the Market."""

    type: Literal["took"]
    seat: int
    group: int  # from 1
    cards: list[str]


class PerfectNumbersStarted(TypedDict):
    """Somebody started a series."""

    type: Literal["started"]
    seat: int
    card: str
    colour: str


class PerfectNumbersAdded(TypedDict):
    """Somebody added a card to a series of their own."""

    type: Literal["added"]
    seat: int
    card: str
    colour: str
    count: int  # how many cards the series has with it


class PerfectNumbersGave(TypedDict):
    """Somebody added a card to the Collection of another player."""

    type: Literal["gave"]
    seat: int
    card: str
    to: int  # the other player


class PerfectNumbersGaveUp(TypedDict):
    """Somebody discarded a series to make room for a card."""

    type: Literal["gave-up"]
    seat: int
    card: str
    colour: str  # the series discarded
    lost: int  # how many cards it had


class PerfectNumbersGaveUpActions(TypedDict):
    """Somebody discarded the stored actions to make room for a card."""

    type: Literal["gave-up-actions"]
    seat: int
    card: str
    lost: int  # how many actions were stored


class PerfectNumbersStored(TypedDict):
    """Somebody stored an action."""

    type: Literal["stored"]
    seat: int
    card: str


class PerfectNumbersMadePerfect(TypedDict):
    """A number was perfect: the series may be closed."""

    type: Literal["perfect"]
    seat: int  # who may close it
    colour: str
    count: int  # how many cards the series has


class PerfectNumbersClosed(TypedDict):
    """Somebody closed a series."""

    type: Literal["closed"]
    seat: int
    colour: str
    count: int  # how many cards it scored


class PerfectNumbersGotBonus(TypedDict):
    """Somebody got bonus cards for a series just closed."""

    type: Literal["bonus"]
    seat: int
    bonus: int  # how many cards


class PerfectNumbersKept(TypedDict):
    """Somebody left a series open that could have been closed."""

    type: Literal["kept"]
    seat: int
    colour: str


class PerfectNumbersLost(TypedDict):
    """A number took cards away from a series of the player who added it."""

    type: Literal["lost"]
    seat: int
    lost: int  # how many
    cards: list[str]  # first to last


class PerfectNumbersWon(TypedDict):
    """A number took cards away from a series of another player; they score."""

    type: Literal["won"]
    seat: int  # who gave the number and scores the cards
    won: int  # how many
    cards: list[str]  # first to last


class PerfectNumbersProtected(TypedDict):
    """Somebody put a Protect on a series."""

    type: Literal["protected"]
    seat: int
    colour: str


class PerfectNumbersTurnedDown(TypedDict):
    """Somebody put the last card of a series face down on a series."""

    type: Literal["turned-down"]
    seat: int
    card: str
    colour: str  # the series it lies on now


class PerfectNumbersMoved(TypedDict):
    """Somebody put the first card of a series last."""

    type: Literal["moved"]
    seat: int
    card: str
    colour: str


# No field of a class can be called `from`, so this one comes by a base.
class PerfectNumbersStole(TypedDict("PerfectNumbersFrom", {"from": int})):
    """Somebody stole the last card of a series of another player."""

    type: Literal["stole"]
    seat: int
    card: str


class PerfectNumbersDiscarded(TypedDict):
    """Somebody discarded the card just stolen; in rules version 1 also an action of no use."""

    type: Literal["discarded"]
    seat: int
    card: str


class PerfectNumbersEnded(TypedDict):
    """Somebody ended their turn and kept the stored actions."""

    type: Literal["ended"]
    seat: int


class PerfectNumbersFinished(TypedDict):
    """The Market can't be refilled: the game ends."""

    type: Literal["finished"]
    left: int  # cards left in the pile


PerfectNumbersEvent = (
    PerfectNumbersDealt
    | PerfectNumbersHandDealt
    | PerfectNumbersMarketLaid
    | PerfectNumbersTook
    | PerfectNumbersStarted
    | PerfectNumbersAdded
    | PerfectNumbersGave
    | PerfectNumbersGaveUp
    | PerfectNumbersGaveUpActions
    | PerfectNumbersStored
    | PerfectNumbersMadePerfect
    | PerfectNumbersClosed
    | PerfectNumbersGotBonus
    | PerfectNumbersKept
    | PerfectNumbersLost
    | PerfectNumbersWon
    | PerfectNumbersProtected
    | PerfectNumbersTurnedDown
    | PerfectNumbersMoved
    | PerfectNumbersStole
    | PerfectNumbersDiscarded
    | PerfectNumbersEnded
    | PerfectNumbersFinished
)


def find_perfect_series(view: PerfectNumbersView) -> tuple[int, str, int]:
    """The series that may be closed: whose, its colour, how many cards it has."""
    assert view["perfect"] is not None, "a perfect number waits for its answer"
    seat, colour = view["perfect"]["seat"], view["perfect"]["colour"]
    return seat, colour, len(view["series"][seat][colour])
