"""An episode: one whole game as a learner plays it, decision by decision."""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import lowest
from pioche.core.rng import Rng
from pioche.core.state import CLOCK, State, buffer
from pioche.core.vecs import vec

BY_RANK: Final = 0
BY_SCORE: Final = 1
BY_WIN: Final = 2
ILLEGAL: Final = -1.0  # what an illegal move costs whoever makes it; the others get nothing


@mypyc_attr(allow_interpreted_subclasses=False)
class Episode:
    """A game in play, always at the decision of one seat, or over.

    Shuffles are done as they come up. Where several may act at once (and none of them sees
    what the others do) they decide one after the other, the lowest seat first. The rewards
    are those since the decision before.
    """

    __slots__ = (
        "done",
        "kind",
        "played",
        "rewards",
        "rng",
        "seat",
        "seats",
        "sign",
        "start",
        "state",
        "time_after",
    )

    def __init__(self, start: State, kind: i64, rng: Rng) -> None:
        self.start = start  # before its first shuffle
        self.state = start
        self.kind: i64 = kind
        self.rng = rng
        self.seats: i64 = start.players
        self.seat: i64 = 0
        self.done: bool = True
        self.played: i64 = 0  # decisions so far
        self.time_after: i64 = moves_to_time(start)  # … and after how many the clock strikes
        self.rewards = vec[float]([0.0] * start.players)
        self.sign = sign_of(start)

    def begin(self) -> None:
        """A new game."""
        self.state = self.start.clone()
        self.done = False
        self.played = 0
        self.clear()
        self.go_on()

    def play(self, action: i64) -> None:
        """What the seat decides; it must be legal."""
        if self.kind == BY_SCORE:
            self.clear()
            add_scores(self.state, -self.sign, self.rewards)
        self.act(action)
        self.go_on()
        if self.kind == BY_SCORE:
            add_scores(self.state, self.sign, self.rewards)
            compare(self.rewards)

    def act(self, action: i64) -> None:
        """Make the move."""
        self.state.do(self.seat, action)
        self.played += 1

    def refuse(self) -> None:
        """An illegal move: the game ends here, and whoever made it loses."""
        self.clear()
        self.rewards[self.seat] = ILLEGAL
        self.done = True

    def go_on(self) -> None:
        """On to the next decision, or to the end."""
        state = self.state
        if state.due:
            state.deal(self.rng)
        if state.over:
            self.end()
            return
        if self.time_after > 0 and self.played >= self.time_after:
            strike(state)
        self.seat = lowest(state.acting())

    def end(self) -> None:
        """The game is over."""
        self.done = True
        if self.kind != BY_SCORE:
            pay_end(self.state, self.kind, self.rewards)

    def time(self, seconds: float) -> None:
        """How long the decision to come takes; only in a race does it matter."""

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        return {
            "state": self.state,
            "rng": self.rng,
            "seat": int(self.seat),
            "done": self.done,
            "played": int(self.played),
            "rewards": [self.rewards[p] for p in range(self.seats)],
        }

    def thaw(self, kept: dict[str, Any]) -> None:
        """Become a copy."""
        self.state = kept["state"]
        self.rng = kept["rng"]
        self.seat = kept["seat"]
        self.done = kept["done"]
        self.played = kept["played"]
        rewards: list[float] = kept["rewards"]
        for p in range(self.seats):
            self.rewards[p] = rewards[p]

    def clear(self) -> None:
        """No reward yet."""
        for p in range(self.seats):
            self.rewards[p] = 0.0


# -- the clock of a game in turns ----------------------------------------------------------


def moves_to_time(start: State) -> int:
    """As `Game.moves_to_time`; a race has a clock of its own."""
    if start.game.real_time:
        return 0
    moves: int = start.game.moves_to_time(start)
    return moves


def strike(state: State) -> None:
    """Let the clock make its move, if it still has one."""
    out = buffer()
    if state.moves(CLOCK, out) > 0:
        state.do(CLOCK, out[0])


# -- rewards -----------------------------------------------------------------------------


def pay_ranks(state: State, out: vec[float]) -> None:
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


def pay_wins(state: State, out: vec[float]) -> None:
    """1 for the winner (or shared among equals), and the others lose as much together."""
    winners = 0.0
    for p in range(state.players):
        out[p] = 0.0
        if state.rank(p) == 1:
            winners += 1.0
    for p in range(state.players):
        if state.rank(p) == 1:
            out[p] = 1.0 / winners
    compare(out)


def pay_end(state: State, kind: i64, out: vec[float]) -> None:
    """What the end of a game brings, by rank or by win."""
    if kind == BY_RANK:
        pay_ranks(state, out)
    else:
        pay_wins(state, out)


def add_scores(state: State, sign: float, out: vec[float]) -> None:
    """Add the scores times a sign: that of `sign_of`, or to take them away the other one."""
    for p in range(state.players):
        out[p] += sign * float(state.score(p))


def sign_of(state: State) -> float:
    """What makes scores the more the better: -1 where the fewest win."""
    if state.game.fewest_wins:
        return -1.0
    return 1.0


def compare(gains: vec[float]) -> None:
    """Each seat's gain less the mean of the others': they add up to 0."""
    total = 0.0
    for p in range(len(gains)):
        total += gains[p]
    others = float(len(gains) - 1)
    for p in range(len(gains)):
        gains[p] -= (total - gains[p]) / others


def standing(state: State, kind: i64) -> list[float]:
    """What every seat would get in all if the game ended as it stands."""
    found = vec[float]([0.0] * state.players)
    if kind == BY_SCORE:
        add_scores(state, sign_of(state), found)
        compare(found)
    else:
        pay_end(state, kind, found)
    return [found[p] for p in range(state.players)]
