"""Rouge Jaune Vert: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
from pioche.core.tensors.tensor import TensorEncoder, put, put_one, seat_at, seats_away
from pioche.games.rouge_jaune_vert.rules.cards import POINT_CARDS, VALUES
from pioche.games.rouge_jaune_vert.rules.state import RougeJauneVert, target_length
from pioche.games.rouge_jaune_vert.tensor.cards import (
    SEATS,
    write_ends,
    write_hands,
    write_kinds,
    write_series,
    write_spread,
)
from pioche.games.rouge_jaune_vert.view import point_draw_count

FEWEST: Final = 2
PHASES: Final = 4

FIELDS: Final = [
    Field("players", (5,), 0, 1, "how many play: 2, 3, 4, 5 or 6"),
    Field("round_seconds", (), 30, 900, "option: seconds until the clock ends a round (RJV-12)"),
    Field("round", (), 1, 5, "the round that is played"),
    Field("phase", (4,), 0, 1, "the race, the points, a shuffle is due, the game is over"),
    Field("acting", (6,), 0, 1, "who may act: all in the race, then the one to choose"),
    Field("wins_ties", (6,), 0, 1, "who wins ties if the clock ends this round (RJV-14)"),
    Field("target", (), 7, 11, "cards of a full series (RJV-10)"),
    # A card is told by what RJV-9 asks of it: nine numbers, of which three are 1. Whether it
    # is BR3 or RB3 makes no difference to anything.
    Field(
        "slots",
        (80, 11),
        0,
        1,
        "each slot: whether a card lies there face down; face up; then of an open card its two"
        " colours among B R Y G K and its times 1 to 4",
    ),
    Field(
        "open",
        (10, 4),
        0,
        2,
        "cards that lie face up, by colours (BR BY BG BK RY RG RK YG YK GK) and times",
    ),
    Field("hidden", (10, 4), 0, 2, "cards that the seat can't see (RJV-6), counted likewise"),
    Field("series", (6, 11, 9), 0, 1, "each seat's series from the left: colours, times"),
    Field("ends", (6, 9), 0, 1, "the right end of each series, where the next card goes"),
    Field("held", (6, 11), 0, 1, "the card in each hand, as in its slot; one's own is known"),
    Field("held_slots", (6,), 0, 80, "the slot it came from, plus 1; 0: empty hands"),
    Field("lengths", (6,), 0, 11, "cards in each series"),
    Field("missing", (6,), 0, 11, "cards that it still lacks"),
    Field("stopped_by", (6,), 0, 1, "who stopped the round; nobody in the race or by the clock"),
    Field("kept", (6,), 0, 11, "after the race: cards kept at the count (RJV-13), else 0"),
    Field("times", (6,), 0, 44, "after the race: the sum of times over them, else 0"),
    Field("broken", (6,), 0, 1, "after the race: whether cards were discarded"),
    Field("places", (6,), 0, 6, "after the race: the place in the order (RJV-14), else 0"),
    Field("choosing", (6,), 0, 5, "1 for who chooses now, 2 for the next …; 0: not waiting"),
    Field("points", (15,), 0, 2, "point cards that lie face up, from -4 to 10"),
    Field("point_draw", (15,), 0, 2, "point cards still in the pile, by value as well"),
    Field("point_draw_count", (), 0, 28, "how many those are"),
    Field("won", (6, 15), 0, 2, "the point cards that each seat has won"),
    Field("scores", (6,), -16, 46, "their sum"),
]


@mypyc_attr(acyclic=True)
@final
class RougeJauneVertTensorEncoder(TensorEncoder):
    """RJV-6 decides which cards are in it.

    As in the view, nothing tells in the race whether a card fits: finding that out is the game.
    """

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        return FIELDS

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on."""
        assert isinstance(state, RougeJauneVert)
        at = write_table(state, seat, out, at)
        at = write_spread(state, out, at)
        at = write_kinds(state, seat, out, at)
        at = write_series(state, seat, out, at)
        at = write_ends(state, seat, out, at)
        at = write_hands(state, seat, out, at)
        at = write_lengths(state, seat, out, at)
        at = write_count(state, seat, out, at)
        at = write_choosing(state, seat, out, at)
        at = write_points(state, out, at)
        write_won(state, seat, out, at)


def write_table(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """What the table is and how far the game has come; where to go on."""
    at = put_one(out, at, s.players - FEWEST, SEATS - FEWEST + 1)
    at = put(out, at, s.round_seconds)
    at = put(out, at, s.round)
    at = put_one(out, at, phase_index(s), PHASES)
    acting: i64 = 0
    if not (s.due or s.over):
        acting = s.acting_mask()
    for i in range(s.players):
        put(out, at + i, acting >> seat_at(seat, i, s.players) & 1)
    at = put_one(out, at + SEATS, seats_away(seat, s.clock_tie_winner(), s.players), SEATS)
    return put(out, at, target_length(s.players))


def phase_index(s: RougeJauneVert) -> i64:
    """Which of the four phases it is."""
    if s.over:
        return 3
    if s.due:
        return 2
    if s.racing:
        return 0
    return 1


def write_lengths(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """How far each series has come; where to go on."""
    target = target_length(s.players)
    for i in range(s.players):
        n = s.series_length(seat_at(seat, i, s.players))
        put(out, at + i, n)
        put(out, at + SEATS + i, target - n)
    return at + 2 * SEATS


def write_count(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """RJV-13, RJV-14: the stop and the count, all 0 in the race; where to go on."""
    stop: i64 = -1
    if s.stopped_by >= 0:
        stop = seats_away(seat, s.stopped_by, s.players)
    at = put_one(out, at, stop, SEATS)
    for i in range(s.players):
        kept: i64 = 0
        times: i64 = 0
        broken: i64 = 0
        if not s.racing:
            p = seat_at(seat, i, s.players)
            kept = s.count_kept(p)
            times = s.sum_times(p)
            if kept < s.series_length(p):
                broken = 1
        put(out, at + i, kept)
        put(out, at + SEATS + i, times)
        put(out, at + 2 * SEATS + i, broken)
    at += 3 * SEATS
    order: i64 = 0
    if not s.racing:
        order = s.pack_order()
    return write_queue(order, seat, s.players, out, at)


def write_choosing(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> i64:
    """RJV-15: who is still to choose; where to go on."""
    return write_queue(s.choosing, seat, s.players, out, at)


def write_queue(packed: i64, seat: i64, players: i64, out: vec[i16], at: i64) -> i64:
    """For each seat its number in a queue packed like `choosing`, 0 if it is not in it."""
    number: i64 = 1
    while packed != 0:
        put(out, at + seats_away(seat, (packed & 15) - 1, players), number)
        packed >>= 4
        number += 1
    return at + SEATS


def write_points(s: RougeJauneVert, out: vec[i16], at: i64) -> i64:
    """RJV-5: the point cards of nobody; where to go on."""
    for v in range(VALUES):
        put(out, at + v, s.points >> (2 * v) & 3)
    at += VALUES
    if s.drawn > 0:
        # In whatever order: what was never turned up is all that is counted here.
        pile = s.pile
        for i in range(s.drawn, POINT_CARDS):
            out[at + pile[i]] += 1
    return put(out, at + VALUES, point_draw_count(s))


def write_won(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> None:
    """What each seat has won, in whatever order, and the sum."""
    scores = at + SEATS * VALUES
    for i in range(s.players):
        p = seat_at(seat, i, s.players)
        won = s.won[p]
        while won != 0:
            out[at + (won & 15) - 1] += 1
            won >>= 4
        at += VALUES
        put(out, scores + i, s.score(p))
