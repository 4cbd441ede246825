"""Gap: what a good player knows."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import nth_bit, popcount
from pioche.core.rng import Rng
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.vecs import vec
from pioche.games.gap.bot_rows import WORST, gap, judge_moves, one, reach, size
from pioche.games.gap.bot_shares import share_out
from pioche.games.gap.rules import PLAY, Gap
from pioche.games.gap.rules_cards import CARDS
from pioche.games.gap.rules_scoring import tally

MOST_OPEN: Final = 8  # more than there are cards in a hand, or of one number
WHIM: Final = 30  # hundredths of a point that do not count at a glance
DOUBT: Final = 0.004  # how much less a move is tried for each hundredth it promises less


def move(table: Gap, at: i64) -> i64:
    """The action that plays or takes the n-th of the open cards, counted from 0."""
    card = nth_bit(table.open_cards(), at)
    if table.phase == PLAY:
        return card
    return CARDS + card


@mypyc_attr(acyclic=True)
@final
class GapSense(Sense):
    """Card sense for Gap."""

    __slots__ = ("room",)

    def __init__(self) -> None:
        self.room = vec[i64]([0] * MOST_OPEN)

    def curiosity(self) -> float:
        """More or less of it was weaker in matches."""
        return 0.5

    def child(self, state: State, seat: i64, rng: Rng) -> i64:
        """Many cards are fun: the largest haul of two or three cards looked at."""
        assert isinstance(state, Gap)
        n = popcount(state.open_cards())
        chosen = rng.below(n)
        if state.phase == PLAY:
            best: i64 = -1
            for i in range(2 + rng.below(2)):
                at = rng.below(n)
                haul = size(reach(state.middle, move(state, at), 0, 0, 0, 0))
                if haul > best:
                    best = haul
                    chosen = at
        return move(state, chosen)

    def family(self, state: State, seat: i64, rng: Rng) -> i64:
        """Counts what the row would score after this turn, and has an eye on the own hand."""
        assert isinstance(state, Gap)
        best: i64 = WORST
        chosen: i64 = 0
        for at in range(popcount(state.open_cards())):
            worth = family_worth(state, move(state, at)) + rng.below(3)
            if worth > best:
                best = worth
                chosen = at
        return move(state, chosen)

    def quick(self, state: State, seat: i64, rng: Rng) -> i64:
        """What makes the row promise most, nearly always."""
        assert isinstance(state, Gap)
        return self.glance(state, rng)

    def glance(self, table: Gap, rng: Rng) -> i64:
        """As `quick`, called directly."""
        room = self.room
        n = judge_moves(table, room)
        best: i64 = WORST
        at: i64 = 0
        for i in range(n):
            worth = room[i] + rng.below(WHIM)
            if worth > best:
                best = worth
                at = i
        return move(table, at)

    def weigh(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """A move counts the less, the further it stays behind the one that promises most."""
        assert isinstance(state, Gap)
        room = self.room
        judge_moves(state, room)
        best: i64 = WORST
        for i in range(n):
            if room[i] > best:
                best = room[i]
        for i in range(n):
            behind = 1.0 + DOUBT * float(best - room[i])
            out[i] = 1.0 / (behind * behind)

    def settled(self, state: State) -> bool:
        """A round is thought to its end; what comes after it is estimated."""
        return state.over or state.due

    def finish(self, state: State, rng: Rng) -> None:
        """As `Sense.finish`, with direct calls."""
        assert isinstance(state, Gap)
        while not (state.over or state.due):
            state.do(state.turn, self.glance(state, rng))

    def shares(self, state: State, out: vec[float]) -> None:
        """By the totals, the target and the rounds that are likely to come."""
        assert isinstance(state, Gap)
        share_out(state, out)


def family_worth(table: Gap, action: i64) -> i64:
    """Twelfths of a point: the row after this turn counts twice as much as with the hand."""
    seat = table.turn
    row = tally(table.rows[seat])
    rest = tally(table.hands[seat])
    if action < CARDS:
        rest -= one(action)
        row = reach(table.middle, action, row, 0, 0, 0)
    else:
        row += one(table.played) + one(action - CARDS)
    return 8 * gap(row) + 4 * gap(row + rest)
