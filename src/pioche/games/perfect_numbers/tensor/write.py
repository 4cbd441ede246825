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
    KINDS,
    MARKET_CARDS,
    copies_of,
)
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.tensor.fields import (
    ACTION_COPIES,
    COPIES,
    DISCARD_COUNT,
    DRAW_COUNT,
    FIELDS,
    FIRST,
    INTERACTIVE,
    MARKET,
    MARKETS_LEFT,
    PERFECT,
    PHASE,
    PLAYERS,
    ROUND,
    SEAT,
    STOLEN,
    TAKEN,
    TO_ADD,
    TURN,
    UNSEEN,
)
from pioche.games.perfect_numbers.tensor.series import write_collections
from pioche.games.perfect_numbers.view import phase_name

FEWEST: Final = 2
PHASE_INDEX: Final = {name: i for i, name in enumerate(PHASES)}


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
        write_table(state, seat, out, at)
        write_turn(state, seat, out, at)
        unseen = at + UNSEEN
        write_deck(state, out, unseen)  # whatever is told of from here on is taken away there
        write_market(state, out, at, unseen)
        write_hands(state, seat, out, at, unseen)
        write_questions(state, seat, out, at, unseen)
        write_collections(state, seat, out, at, unseen)


def write_table(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64) -> None:
    """Who plays by which options, and how far it has come."""
    put_one(out, at + PLAYERS, s.players - FEWEST)
    put_one(out, at + SEAT, seat)
    put(out, at + COPIES, s.copies)
    put(out, at + ACTION_COPIES, s.action_copies)
    put_flag(out, at + INTERACTIVE, s.interactive)
    put(out, at + ROUND, s.round)
    pile = s.pile_size()
    put(out, at + DRAW_COUNT, pile)
    put(out, at + MARKETS_LEFT, pile // MARKET_CARDS)
    put(out, at + DISCARD_COUNT, s.discarded)


def write_turn(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64) -> None:
    """What is asked for, and of whom."""
    put_one(out, at + PHASE, PHASE_INDEX[phase_name(s)])
    if not (s.due or s.over):
        put_one(out, at + TURN, seats_away(seat, s.turn, s.players))
    put_one(out, at + FIRST, seats_away(seat, s.first, s.players))
    put_flag(out, at + TAKEN, s.taken)


# -- cards ---------------------------------------------------------------------------------


def write_deck(s: PerfectNumbers, out: vec[i16], unseen: i64) -> None:
    """PN-2: all the cards there are of each kind."""
    kinds: i64 = KINDS
    for kind in range(kinds):
        out[unseen + kind] = i16(copies_of(kind, s.copies, s.action_copies))


def write_cards(out: vec[i16], at: i64, cards: i64, unseen: i64) -> None:
    """How many there are of each kind in packed cards, which are in sight."""
    while cards != 0:
        kind = (cards & CARD_MASK) - 1
        out[at + kind] += 1
        out[unseen + kind] -= 1
        cards >>= CARD_BITS


def write_market(s: PerfectNumbers, out: vec[i16], at: i64, unseen: i64) -> None:
    """The groups of the Market, nothing where one was taken."""
    groups: i64 = GROUPS
    row = at + MARKET
    for i in range(groups):
        write_cards(out, row, (s.market & GROUP_MASK[i]) >> GROUP_SHIFT[i], unseen)
        row += KINDS


def write_hands(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64, unseen: i64) -> None:
    """PN-4, PN-6: what each seat has at hand, the later ones in the set-up."""
    players = s.players
    row = at + TO_ADD
    for i in range(players):
        write_cards(out, row, s.hand_of(seat_at(seat, i, players)), unseen)
        row += KINDS


def write_questions(s: PerfectNumbers, seat: i64, out: vec[i16], at: i64, unseen: i64) -> None:
    """The stolen card, and the series that may be closed."""
    if s.stolen >= 0:
        out[unseen + s.stolen] -= 1
        put_one(out, at + STOLEN, s.stolen)
    if s.perfect >= 0:
        whose = seats_away(seat, s.perfect // COLOURS, s.players)
        put_one(out, at + PERFECT, COLOURS * whose + s.perfect % COLOURS)


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return PerfectNumbersTensorEncoder()
