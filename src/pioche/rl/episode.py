"""An episode: one whole game as a learner plays it, decision by decision."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from pioche.core.bits import lowest
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.core.vecs import vec

BY_RANK: Final = 0
BY_SCORE: Final = 1
ILLEGAL: Final = -1.0  # what an illegal move costs whoever makes it; the others get nothing


@mypyc_attr(allow_interpreted_subclasses=False)
class Episode:
    """A game in play, always at the decision of one seat, or over.

    Shuffles are done as they come up. Where several may act at once (and none of them sees
    what the others do) they decide one after the other, the lowest seat first. The rewards
    are those since the decision before.
    """

    __slots__ = ("done", "kind", "rewards", "rng", "seat", "seats", "sign", "start", "state")

    def __init__(self, start: State, kind: i64, rng: Rng) -> None:
        self.start = start  # before its first shuffle
        self.state = start
        self.kind: i64 = kind
        self.rng = rng
        self.seats: i64 = start.players
        self.seat: i64 = 0
        self.done: bool = True
        self.rewards = vec[float]([0.0] * start.players)
        self.sign = 1.0
        if start.game.fewest_wins:
            self.sign = -1.0

    def begin(self) -> None:
        """A new game."""
        self.state = self.start.clone()
        self.done = False
        self.clear()
        self.go_on()

    def play(self, action: i64) -> None:
        """What the seat decides; it must be legal."""
        before = self.rewards
        if self.kind == BY_SCORE:
            self.note(before, -1.0)
        self.state.do(self.seat, action)
        self.go_on()
        if self.kind == BY_SCORE:
            self.note(before, 1.0)
            self.compare(before)

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
        else:
            self.seat = lowest(state.acting())

    def end(self) -> None:
        """The game is over."""
        self.done = True
        if self.kind == BY_RANK:
            self.pay_ranks()

    # -- rewards -------------------------------------------------------------------------

    def clear(self) -> None:
        """No reward yet."""
        for p in range(self.seats):
            self.rewards[p] = 0.0

    def pay_ranks(self) -> None:
        """Seats beaten less seats beaten by, from -1 to 1: they add up to 0."""
        state = self.state
        others = float(self.seats - 1)
        for p in range(self.seats):
            mine = state.rank(p)
            balance = 0.0
            for q in range(self.seats):
                theirs = state.rank(q)
                if theirs > mine:
                    balance += 1.0
                elif theirs < mine:
                    balance -= 1.0
            self.rewards[p] = balance / others

    def note(self, out: vec[float], sign: float) -> None:
        """Add the scores, or take them away."""
        if sign < 0.0:
            self.clear()
        for p in range(self.seats):
            out[p] += sign * self.sign * float(self.state.score(p))

    def compare(self, gains: vec[float]) -> None:
        """Each seat's gain less the mean of the others': they add up to 0."""
        total = 0.0
        for p in range(self.seats):
            total += gains[p]
        others = float(self.seats - 1)
        for p in range(self.seats):
            gains[p] -= (total - gains[p]) / others
