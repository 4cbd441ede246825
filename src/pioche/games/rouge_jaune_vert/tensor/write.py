"""Rouge Jaune Vert: what a seat knows, as numbers."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field
from pioche.core.tensors.tensor import (
    TensorEncoder,
    put,
    put_flag,
    put_one,
    seat_at,
    seats_away,
)
from pioche.games.rouge_jaune_vert.rules.cards import POINT_CARDS, VALUES
from pioche.games.rouge_jaune_vert.rules.state import RougeJauneVert, target_length
from pioche.games.rouge_jaune_vert.tensor.cards import write_hand, write_series, write_spread
from pioche.games.rouge_jaune_vert.tensor.fields import (
    ACTING,
    BROKEN,
    CHOOSING,
    FIELDS,
    KEPT,
    LENGTHS,
    MISSING,
    PHASE,
    PLACES,
    PLAYERS,
    POINT_DRAW,
    POINT_DRAW_COUNT,
    POINTS,
    ROUND,
    ROUND_SECONDS,
    SCORES,
    STOPPED_BY,
    TARGET,
    TIMES,
    WINS_TIES,
    WON,
)
from pioche.games.rouge_jaune_vert.view import point_draw_count

FEWEST: Final = 2


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
        write_table(state, seat, out, at)
        write_points(state, out, at)
        write_spread(state, out, at)
        for i in range(state.players):
            p = seat_at(seat, i, state.players)
            write_series(state, p, i, out, at)
            write_hand(state, seat, p, i, out, at)
            write_length(state, p, i, out, at)
            write_won(state, p, i, out, at)
        if not state.racing:
            write_count(state, seat, out, at)


def write_table(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> None:
    """What the table is and how far the game has come."""
    put_one(out, at + PLAYERS, s.players - FEWEST)
    put(out, at + ROUND_SECONDS, s.round_seconds)
    put(out, at + ROUND, s.round)
    put_one(out, at + PHASE, phase_index(s))
    if not (s.due or s.over):
        acting = s.acting_mask()
        for i in range(s.players):
            put(out, at + ACTING + i, acting >> seat_at(seat, i, s.players) & 1)
    put_one(out, at + WINS_TIES, seats_away(seat, s.clock_tie_winner(), s.players))
    put(out, at + TARGET, target_length(s.players))


def phase_index(s: RougeJauneVert) -> i64:
    """Which of the four phases it is."""
    if s.over:
        return 3
    if s.due:
        return 2
    if s.racing:
        return 0
    return 1


def write_points(s: RougeJauneVert, out: vec[i16], at: i64) -> None:
    """RJV-5: the point cards of nobody."""
    for v in range(VALUES):
        put(out, at + POINTS + v, s.points >> (2 * v) & 3)
    if s.drawn > 0:
        # In whatever order: what was never turned up is all that is counted here.
        pile = s.pile
        for i in range(s.drawn, POINT_CARDS):
            out[at + POINT_DRAW + pile[i]] += 1
        put(out, at + POINT_DRAW_COUNT, point_draw_count(s))


def write_length(s: RougeJauneVert, p: i64, away: i64, out: vec[i16], at: i64) -> None:
    """How far somebody's series has come."""
    put(out, at + LENGTHS + away, s.series_length(p))
    put(out, at + MISSING + away, s.missing_cards(p))


def write_won(s: RougeJauneVert, p: i64, away: i64, out: vec[i16], at: i64) -> None:
    """What somebody has won, in whatever order, and the sum."""
    start = at + WON + away * VALUES
    won = s.won[p]
    while won != 0:
        out[start + (won & 15) - 1] += 1
        won >>= 4
    put(out, at + SCORES + away, s.score(p))


def write_count(s: RougeJauneVert, seat: i64, out: vec[i16], at: i64) -> None:
    """RJV-13 to RJV-15: the stop, the count, the order and who is still to choose."""
    if s.stopped_by >= 0:
        put_one(out, at + STOPPED_BY, seats_away(seat, s.stopped_by, s.players))
    for i in range(s.players):
        p = seat_at(seat, i, s.players)
        kept = s.count_kept(p)
        put(out, at + KEPT + i, kept)
        put(out, at + TIMES + i, s.sum_times(p))
        put_flag(out, at + BROKEN + i, kept < s.series_length(p))
    write_queue(s.pack_order(), seat, s.players, out, at + PLACES)
    write_queue(s.choosing, seat, s.players, out, at + CHOOSING)


def write_queue(packed: i64, seat: i64, players: i64, out: vec[i16], at: i64) -> None:
    """For each seat its number in a queue packed like `choosing`, 0 if it is not in it."""
    number: i64 = 1
    while packed != 0:
        put(out, at + seats_away(seat, (packed & 15) - 1, players), number)
        packed >>= 4
        number += 1


def create_encoder() -> TensorEncoder:
    """What writes the tensors of the game."""
    return RougeJauneVertTensorEncoder()
