"""Code: what its positions, views and events hold.

Moves: `play B5` · `sum B1 V4` (V4 on top) · `draw` · `keep` · `swap number` · `swap action` ·
`swap none` · `reverse` · `skip` · `plus2` · `gift` · `reset @3` · `accept` · `lay B5` · `pick
@2` · `decline` · `pass`.

Cards: `B5` (blue 5), `joker` and the action cards by their names. A card that is there but
hidden is `"?"`.
"""

from typing import Literal, NotRequired, TypedDict

from pioche.core.schema import Position, View

CodePhase = Literal["turn", "drawn", "penalty", "gift", "pick", "robbed"]


class CodeTable(TypedDict):
    """What lies open to all; positions and views have it."""

    phase: CodePhase  # gift: the others lay a card, pick: one is taken, robbed: its owner may draw
    turn: int  # whose turn it is, or was at the end
    direction: Literal[1, -1]  # 1: play goes clockwise
    turns: int  # turns that have ended; the one that wins does not
    penalty: int  # cards that the plus2s ask for
    numbers: list[str]  # the number pile, bottom first
    actions: list[str]  # the action pile, bottom first
    robbed: int | None  # who may draw, having lost a card by a gift
    drawing: NotRequired[int]  # only while a shuffle interrupts a draw: cards still to draw
    resetting: NotRequired[int]  # only while a shuffle interrupts a reset: who gets a new code


class CodePosition(Position, CodeTable):
    """A game of Code with all that is hidden."""

    drawn: str | None  # the card just drawn, in phase `drawn`
    hands: list[list[str]]  # per seat, by colour and number, then the other cards
    codes: list[str | None]  # per seat its code; None before the first deal
    codes_aside: list[str]  # the code cards aside, next first
    codes_out: list[str]  # the code cards discarded
    draw: list[str]  # the pile
    laid: list[str | None]  # per seat the card laid for a gift


class CodeStandIn(TypedDict):
    """A card of the winner and what it stands for."""

    digit: int
    card: str  # a number card, or `joker`


class CodeHands(TypedDict):
    """What a view shows of hands and codes: the own and the winner's."""

    hands: list[list[str] | None]  # per seat; None where it is hidden
    hands_count: list[int]  # per seat how many cards it has in hand
    codes: list[str | None]  # per seat; None where it is hidden
    serving: list[list[str] | None]  # per seat the cards in hand or offered that serve its code


class CodeView(View, CodeTable, CodeHands):
    """A game of Code as a seat sees it."""

    drawn: str | None  # the card just drawn, in phase `drawn`; `?` for others
    codes_aside_count: int  # how many code cards are aside
    codes_out_count: int  # how many code cards are discarded
    draw_count: int  # how many cards are left in the pile
    top: str | None  # the top card of the number pile
    laid: list[str | None]  # per seat the card laid for a gift; `?` while it is face down
    missing: list[int] | None  # digits of the own code without a number card; None without a code
    jokers: int | None  # how many are in the own hand; None without a hand
    raised_penalty: int  # cards that one more plus2 would ask for
    winner: int | None  # who has won
    stand_ins: list[CodeStandIn] | None  # the winner's card for each digit of the code


# -- events --------------------------------------------------------------------------------


class CodeDealt(TypedDict):
    """The game begins."""

    type: Literal["dealt"]
    seat: int  # who begins


class CodeTurned(TypedDict):
    """The first number card is turned up."""

    type: Literal["turned"]
    card: str


class CodeShuffled(TypedDict):
    """The played cards but for the top ones are the new pile."""

    type: Literal["shuffled"]
    n: int  # how many cards


class CodeCodesShuffled(TypedDict):
    """The discarded code cards are shuffled."""

    type: Literal["codes-shuffled"]


class CodePlayed(TypedDict):
    """Somebody played a number card."""

    type: Literal["played"]
    seat: int
    card: str


class CodePaired(TypedDict):
    """Somebody played two number cards."""

    type: Literal["paired"]
    seat: int
    cards: list[str]  # the one on top last


class CodeDrew(TypedDict):
    """Another player drew cards."""

    type: Literal["drew"]
    seat: int
    n: int  # how many cards


class CodeYouDrew(TypedDict):
    """The seat that looks drew cards."""

    type: Literal["you-drew"]
    seat: int
    cards: list[str]


class CodeDrewNone(TypedDict):
    """Somebody was to draw, and no card was left anywhere."""

    type: Literal["drew-none"]
    seat: int


class CodePileEmpty(TypedDict):
    """The pile must be shuffled before the draw goes on."""

    type: Literal["pile-empty"]


class CodeKept(TypedDict):
    """Somebody kept the card just drawn."""

    type: Literal["kept"]
    seat: int


class CodePassed(TypedDict):
    """Somebody passed, as there was nothing to draw."""

    type: Literal["passed"]
    seat: int


class CodeReversed(TypedDict):
    """Somebody changed the direction of play."""

    type: Literal["reversed"]
    seat: int


class CodeSkipped(TypedDict):
    """Somebody made the next player miss a turn."""

    type: Literal["skipped"]
    seat: int
    to: int  # who misses a turn


class CodePlus2(TypedDict):
    """Somebody played a plus2."""

    type: Literal["plus2"]
    seat: int
    penalty: int  # cards that the plus2s ask for now


class CodeSwapped(TypedDict):
    """Somebody played a swap and took the top card of a pile."""

    type: Literal["swapped"]
    seat: int
    card: str  # the card taken


class CodeSwappedNothing(TypedDict):
    """Somebody played a swap and took no card."""

    type: Literal["swapped-nothing"]
    seat: int


class CodeGift(TypedDict):
    """Somebody played a gift."""

    type: Literal["gift"]
    seat: int


class CodeLaid(TypedDict):
    """Another player laid a card for a gift, face down."""

    type: Literal["laid"]
    seat: int


class CodeYouLaid(TypedDict):
    """The seat that looks laid a card for a gift."""

    type: Literal["you-laid"]
    seat: int
    card: str


class CodeShown(TypedDict):
    """A card laid for a gift is turned over."""

    type: Literal["shown"]
    seat: int  # who laid it
    card: str


CodePickedFrom = TypedDict("CodePickedFrom", {"from": int})  # a keyword can't name a class's field


class CodePicked(CodePickedFrom):
    """Somebody took one of the cards laid for their gift."""

    type: Literal["picked"]
    seat: int
    card: str


class CodePickedNothing(TypedDict):
    """Somebody took none of the cards laid for their gift."""

    type: Literal["picked-nothing"]
    seat: int


class CodeDrewNothing(TypedDict):
    """Somebody lost a card by a gift and did not draw one."""

    type: Literal["drew-nothing"]
    seat: int


class CodeReset(TypedDict):
    """Somebody played the reset."""

    type: Literal["reset"]
    seat: int
    to: int  # who gets a new code


class CodeNewCode(TypedDict):
    """The seat that looks has a new code."""

    type: Literal["new-code"]
    seat: int
    code: str


class CodeWon(TypedDict):
    """Somebody has won."""

    type: Literal["won"]
    seat: int
    cards: list[str]  # the hand
    code: str


class CodeOutOfTurns(TypedDict):
    """All turns are played and nobody has won."""

    type: Literal["out-of-turns"]
    n: int  # how many turns


CodeEvent = (
    CodeDealt
    | CodeTurned
    | CodeShuffled
    | CodeCodesShuffled
    | CodePlayed
    | CodePaired
    | CodeDrew
    | CodeYouDrew
    | CodeDrewNone
    | CodePileEmpty
    | CodeKept
    | CodePassed
    | CodeReversed
    | CodeSkipped
    | CodePlus2
    | CodeSwapped
    | CodeSwappedNothing
    | CodeGift
    | CodeLaid
    | CodeYouLaid
    | CodeShown
    | CodePicked
    | CodePickedNothing
    | CodeDrewNothing
    | CodeReset
    | CodeNewCode
    | CodeWon
    | CodeOutOfTurns
)
