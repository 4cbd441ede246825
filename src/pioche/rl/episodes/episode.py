"""An episode: one whole game as a learner plays it, decision by decision."""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.bits import lowest_bit
from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import CLOCK, State, move_buffer

BY_RANK: Final = 0
BY_SCORE: Final = 1
BY_WIN: Final = 2
ILLEGAL_REWARD: Final = -1.0  # what an illegal move costs whoever makes it; the others get nothing


@mypyc_attr(allow_interpreted_subclasses=False)
class Episode:
    """A game in play, always at the decision of one seat, or over.

    Shuffles are done as they come up. Where several may act at once (and none of them sees
    what the others do) they decide one after the other, the lowest seat first. The rewards
    are those since the decision before.
    """

    __slots__ = (
        "clock_after",
        "decisions",
        "done",
        "reward_kind",
        "rewards",
        "rng",
        "score_sign",
        "seat",
        "seats",
        "start",
        "state",
    )

    def __init__(self, start: State, kind: i64, rng: Rng) -> None:
        self.start = start  # before its first shuffle
        self.state = start
        self.reward_kind: i64 = kind
        self.rng = rng
        self.seats: i64 = start.players
        self.seat: i64 = 0
        self.done: bool = True
        self.decisions: i64 = 0  # decisions so far
        self.clock_after: i64 = count_moves_to_time(start)  # … and after how many the clock strikes
        self.rewards = vec[float]([0.0] * start.players)
        self.score_sign = get_score_sign(start)

    def begin(self) -> None:
        self.state = self.start.clone()
        self.done = False
        self.decisions = 0
        self.clear_rewards()
        self.advance()

    def play(self, action: i64) -> None:
        """What the seat decides; it must be legal."""
        if self.reward_kind == BY_SCORE:
            self.clear_rewards()
            add_scores(self.state, -self.score_sign, self.rewards)
        self.apply_action(action)
        self.advance()
        if self.reward_kind == BY_SCORE:
            add_scores(self.state, self.score_sign, self.rewards)
            subtract_mean_of_others(self.rewards)

    def apply_action(self, action: i64) -> None:
        self.state.do(self.seat, action)
        self.decisions += 1

    def end_illegal(self) -> None:
        """An illegal move: the game ends here, and whoever made it loses."""
        self.clear_rewards()
        self.rewards[self.seat] = ILLEGAL_REWARD
        self.done = True

    def advance(self) -> None:
        """On to the next decision, or to the end."""
        state = self.state
        if state.due:
            state.deal(self.rng)
        if state.over:
            self.finish()
            return
        if self.clock_after > 0 and self.decisions >= self.clock_after:
            strike_clock(state)
        self.seat = lowest_bit(state.acting_mask())

    def finish(self) -> None:
        """The game is over."""
        self.done = True
        if self.reward_kind != BY_SCORE:
            reward_end(self.state, self.reward_kind, self.rewards)

    def set_decision_seconds(self, seconds: float) -> None:
        """How long the decision to come takes; only in a race does it matter."""

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        return {
            "state": self.state,
            "rng": self.rng,
            "seat": int(self.seat),
            "done": self.done,
            "played": int(self.decisions),
            "rewards": [self.rewards[p] for p in range(self.seats)],
        }

    def thaw(self, kept: dict[str, Any]) -> None:
        self.state = kept["state"]
        self.rng = kept["rng"]
        self.seat = kept["seat"]
        self.done = kept["done"]
        self.decisions = kept["played"]
        rewards: list[float] = kept["rewards"]
        for p in range(self.seats):
            self.rewards[p] = rewards[p]

    def clear_rewards(self) -> None:
        for p in range(self.seats):
            self.rewards[p] = 0.0


# -- the clock of a game in turns ----------------------------------------------------------


def count_moves_to_time(start: State) -> int:
    """As `Game.moves_until_clock`; a race has a clock of its own."""
    if start.game.real_time:
        return 0
    moves: int = start.game.moves_until_clock(start)
    return moves


def strike_clock(state: State) -> None:
    """Let the clock make its move, if it still has one."""
    out = move_buffer()
    if state.write_moves(CLOCK, out) > 0:
        state.do(CLOCK, out[0])


# -- rewards -----------------------------------------------------------------------------


def reward_ranks(state: State, out: vec[float]) -> None:
    """Seats beaten less seats beaten by, from -1 to 1: they add up to 0."""
    others = float(state.players - 1)
    for p in range(state.players):
        mine = state.rank(p)
        balance = 0.0
        for q in range(state.players):
            theirs = state.rank(q)
            if theirs > mine:
                balance += 1.0
            elif theirs < mine:
                balance -= 1.0
        out[p] = balance / others


def reward_wins(state: State, out: vec[float]) -> None:
    """1 for the winner (or shared among equals), and the others lose as much together."""
    winners = 0.0
    for p in range(state.players):
        out[p] = 0.0
        if state.rank(p) == 1:
            winners += 1.0
    for p in range(state.players):
        if state.rank(p) == 1:
            out[p] = 1.0 / winners
    subtract_mean_of_others(out)


def reward_end(state: State, kind: i64, out: vec[float]) -> None:
    """What the end of a game brings, by rank or by win."""
    if kind == BY_RANK:
        reward_ranks(state, out)
    else:
        reward_wins(state, out)


def add_scores(state: State, sign: float, out: vec[float]) -> None:
    """Add the scores times a sign: that of `get_score_sign`, or to take them away the other one."""
    for p in range(state.players):
        out[p] += sign * float(state.score(p))


def get_score_sign(state: State) -> float:
    """What makes scores the more the better: -1 where the fewest win."""
    if state.game.fewest_wins:
        return -1.0
    return 1.0


def subtract_mean_of_others(gains: vec[float]) -> None:
    """Each seat's gain less the mean of the others': they add up to 0."""
    total = 0.0
    for p in range(len(gains)):
        total += gains[p]
    others = float(len(gains) - 1)
    for p in range(len(gains)):
        gains[p] -= (total - gains[p]) / others


def compute_returns(state: State, kind: i64) -> list[float]:
    """What every seat would get in all if the game ended as it stands."""
    found = vec[float]([0.0] * state.players)
    if kind == BY_SCORE:
        add_scores(state, get_score_sign(state), found)
        subtract_mean_of_others(found)
    else:
        reward_end(state, kind, found)
    return [found[p] for p in range(state.players)]
