"""Gap: what a good player knows."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.heuristics import Heuristics
from pioche.core.native.bits import nth_bit, popcount
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.games.gap.bot.payoffs import write_payoffs
from pioche.games.gap.bot.rows import WORST, write_move_values
from pioche.games.gap.rules.cards import CARDS
from pioche.games.gap.rules.scoring import (
    count_tally,
    score_tally,
    tally,
    tally_after,
    tally_card,
)
from pioche.games.gap.rules.state import PLAY, Gap

MOST_OPEN: Final = 8  # more than there are cards in a hand, or of one number
ROLLOUT_NOISE: Final = 30  # hundredths of a point that do not count at a glance
PRIOR_FALLOFF: Final = 0.004  # how much less a move is tried for each hundredth it promises less


def action_at(table: Gap, at: i64) -> i64:
    """The action that plays or takes the n-th of the open cards, counted from 0."""
    card = nth_bit(table.open_cards(), at)
    if table.phase == PLAY:
        return card
    return CARDS + card


@mypyc_attr(acyclic=True)
@final
class GapHeuristics(Heuristics):
    """Card sense for Gap."""

    __slots__ = ("move_values",)

    def __init__(self) -> None:
        self.move_values = vec[i64]([0] * MOST_OPEN)

    def exploration(self) -> float:
        """More or less of it was weaker in matches."""
        return 0.5

    def novice_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Many cards are fun: the largest haul of two or three cards looked at."""
        assert isinstance(state, Gap)
        n = popcount(state.open_cards())
        chosen = rng.below(n)
        if state.phase == PLAY:
            best: i64 = -1
            for i in range(2 + rng.below(2)):
                at = rng.below(n)
                haul = count_tally(tally_after(state.middle, action_at(state, at), 0))
                if haul > best:
                    best = haul
                    chosen = at
        return action_at(state, chosen)

    def regular_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """Counts what the row would score after this turn, and has an eye on the own hand."""
        assert isinstance(state, Gap)
        best: i64 = WORST
        chosen: i64 = 0
        for at in range(popcount(state.open_cards())):
            worth = regular_value(state, action_at(state, at)) + rng.below(3)
            if worth > best:
                best = worth
                chosen = at
        return action_at(state, chosen)

    def rollout_move(self, state: State, seat: i64, rng: Rng) -> i64:
        """What makes the row promise most, nearly always."""
        assert isinstance(state, Gap)
        return self.fast_rollout_move(state, rng)

    def fast_rollout_move(self, table: Gap, rng: Rng) -> i64:
        """As `rollout_move`, called directly."""
        room = self.move_values
        n = write_move_values(table, room)
        best: i64 = WORST
        at: i64 = 0
        for i in range(n):
            worth = room[i] + rng.below(ROLLOUT_NOISE)
            if worth > best:
                best = worth
                at = i
        return action_at(table, at)

    def priors(self, state: State, seat: i64, moves: vec[i64], n: i64, out: vec[float]) -> None:
        """A move counts the less, the further it stays behind the one that promises most."""
        assert isinstance(state, Gap)
        room = self.move_values
        write_move_values(state, room)
        best: i64 = WORST
        for i in range(n):
            if room[i] > best:
                best = room[i]
        for i in range(n):
            behind = 1.0 + PRIOR_FALLOFF * float(best - room[i])
            out[i] = 1.0 / (behind * behind)

    def is_leaf(self, state: State) -> bool:
        """A round is thought to its end; what comes after it is estimated."""
        return state.over or state.due

    def run_rollout(self, state: State, rng: Rng) -> None:
        """As `Heuristics.run_rollout`, with direct calls."""
        assert isinstance(state, Gap)
        while not (state.over or state.due):
            state.do(state.turn, self.fast_rollout_move(state, rng))

    def payoffs(self, state: State, out: vec[float]) -> None:
        """By the totals, the target and the rounds that are likely to come."""
        assert isinstance(state, Gap)
        write_payoffs(state, out)


def regular_value(table: Gap, action: i64) -> i64:
    """Twelfths of a point: the row after this turn counts twice as much as with the hand."""
    seat = table.turn
    row = table.tally_with(action % CARDS, tally(table.rows[seat]))
    rest = tally(table.hands[seat])
    if action < CARDS:
        rest -= tally_card(action)
    return 8 * score_tally(row) + 4 * score_tally(row + rest)


def create_heuristics() -> Heuristics:
    """What the levels of the game know."""
    return GapHeuristics()
