"""Perfect Numbers: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
from pioche.core.tensors.tensor import TensorEncoder, put, put_flag, put_one, seat_at, seats_away
from pioche.games.perfect_numbers.names import PHASES
from pioche.games.perfect_numbers.rules.cards import (
    CARD_BITS,
    CARD_MASK,
    COLOURS,
    GROUP_MASK,
    GROUP_SHIFT,
    GROUPS,
    HAND_BITS,
    HAND_MASK,
    KINDS,
    MARKET_CARDS,
    MOVE_CARD,
    copies_of,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.tensor.series import SEATS, write_collections
from pioche.games.perfect_numbers.view import phase_name

FEWEST: Final = 2
PHASE_COUNT: Final = 4
PHASE: Final = {name: i for i, name in enumerate(PHASES)}

# Kinds of cards come in the order of the clauses (PN-2): R2 to R7, then Y, G, B and V alike,
# the jokers J2 to J7, and move, protect, steal.
FIELDS: Final = [
    Field("players", (3,), 0, 1, "how many play: 2, 3 or 4"),
    Field("seat", (4,), 0, 1, "which seat this is: give and steal name seats by their number"),
    Field("copies", (), 2, 4, "option: how many there are of each numbered card (PN-2)"),
    Field("actions", (), 0, 6, "option: how many there are of each action card (PN-2)"),
    Field("interactive", (), 0, 1, "option: three colours, a place for actions only (PN-23)"),
    Field("round", (), 1, 36, "the round that is played"),
    Field("draw_count", (), 0, 144, "cards in the pile"),
    Field("markets_left", (), 0, 18, "Markets they will do for, bonus cards left aside (PN-21)"),
    Field("discard_count", (), 0, 144, "cards discarded"),
    Field("phase", (4,), 0, 1, "what is asked for: setup, turn, perfect, stolen"),
    Field("turn", (4,), 0, 1, "whose turn it is; none before the deal and when all is over"),
    Field("first", (4,), 0, 1, "who begins the round"),
    Field("taken", (), 0, 1, "whether a group was taken this turn"),
    Field("unseen", (39,), 0, 6, "cards of each kind in the pile, discarded or scored"),
    Field("market", (4, 39), 0, 3, "cards of each kind in the groups of 3, 2, 2 and 1"),
    Field("to_add", (4, 39), 0, 3, "cards of each kind that each seat has still to add or use"),
    Field("stolen", (36,), 0, 1, "the card just stolen, R2 to J7"),
    Field("perfect", (4, 5), 0, 1, "the series that may be closed: whose, R Y G B V"),
    Field("score", (4,), 0, 144, "cards in each score pile"),
    Field("room", (4,), 0, 1, "whether a seat may start a new colour (PN-12, PN-23)"),
    Field("stored", (4, 3), 0, 1, "the actions each seat has stored: move, protect, steal"),
    Field("protected", (4, 5), 0, 1, "the series of each seat that are protected (PN-16)"),
    Field("sizes", (4, 5), 0, 19, "how many cards each series has"),
    Field("last", (4, 5), 0, 7, "the number it ends with; 0 if that card lies face down"),
    Field("last_joker", (4, 5), 0, 1, "whether that number is a joker's"),
    Field("numbers", (4, 5, 13), 0, 7, "the numbers of a series, first to last; face down 0"),
    Field("jokers", (4, 5, 13), 0, 1, "which of them are jokers'"),
    Field("down", (4, 5, 13), 0, 2, "which cards lie face down: 1 a protect, 2 a number (PN-15)"),
]


@mypyc_attr(acyclic=True)
@final
class PerfectNumbersTensorEncoder(TensorEncoder):
    """All is open but the pile (PN-4), so seats differ only in where they sit."""

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, PerfectNumbers)
        at = write_table(state, seat, out, at)
        at = write_turn(state, seat, out, at)
        unseen = at  # whatever is told of from here on is taken away there
        at = write_deck(state, out, at)
        at = write_market(state, out, at, unseen)
        at = write_hands(state, seat, out, at, unseen)
        at = write_questions(state, seat, out, at, unseen)
        write_collections(state, seat, out, at, unseen)


def write_table(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64) -> i64:
    """Who plays by which options, and how far it has come; where to go on."""
    at = put_one(out, at, s.players - FEWEST, SEATS - FEWEST + 1)
    at = put_one(out, at, seat, SEATS)
    at = put(out, at, s.copies)
    at = put(out, at, s.action_copies)
    at = put_flag(out, at, s.interactive)
    at = put(out, at, s.round)
    pile = s.pile_size()
    at = put(out, at, pile)
    at = put(out, at, pile // MARKET_CARDS)
    return put(out, at, s.discarded)


def write_turn(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64) -> i64:
    """What is asked for, and of whom; where to go on."""
    at = put_one(out, at, PHASE[phase_name(s)], PHASE_COUNT)
    turn: i64 = -1
    if not (s.due or s.over):
        turn = seats_away(seat, s.turn, s.players)
    at = put_one(out, at, turn, SEATS)
    at = put_one(out, at, seats_away(seat, s.first, s.players), SEATS)
    return put_flag(out, at, s.taken)


# -- cards ---------------------------------------------------------------------------------


def write_deck(s: PerfectNumbers, out: vec[i16], at: i64) -> i64:
    """PN-2: all the cards there are of each kind; where to go on."""
    kinds: i64 = KINDS
    for kind in range(kinds):
        out[at + kind] = i16(copies_of(kind, s.copies, s.action_copies))
    return at + kinds


def write_cards(out: vec[i16], at: i64, cards: i64, unseen: i64) -> i64:
    """How many there are of each kind in packed cards, which are in sight; where to go on."""
    on = put_one(out, at, -1, KINDS)
    while cards != 0:
        kind = (cards & CARD_MASK) - 1
        out[at + kind] += 1
        out[unseen + kind] -= 1
        cards >>= CARD_BITS
    return on


def write_market(s: PerfectNumbers, out: vec[i16], at: i64, unseen: i64) -> i64:
    """The groups of the Market, nothing where one was taken; where to go on."""
    groups: i64 = GROUPS
    for i in range(groups):
        at = write_cards(out, at, (s.market & GROUP_MASK[i]) >> GROUP_SHIFT[i], unseen)
    return at


def write_hands(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64, unseen: i64) -> i64:
    """PN-4, PN-6: what each seat has at hand, the later ones in the set-up; where to go on."""
    players = s.players
    for i in range(players):
        p = seat_at(seat, i, players)
        later = seats_away(s.turn, p, players)
        hand = s.hand
        if later > 0:
            hand = s.waiting >> (HAND_BITS * (later - 1)) & HAND_MASK
        write_cards(out, at + KINDS * i, hand, unseen)
    return at + KINDS * SEATS


def write_questions(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64, unseen: i64) -> i64:
    """The stolen card, and the series that may be closed; where to go on."""
    if s.stolen >= 0:
        out[unseen + s.stolen] -= 1
    at = put_one(out, at, s.stolen, MOVE_CARD)
    place = s.perfect
    if place >= 0:
        whose = seats_away(seat, place // COLOURS, s.players)
        place = COLOURS * whose + place % COLOURS
    return put_one(out, at, place, COLOURS * SEATS)
