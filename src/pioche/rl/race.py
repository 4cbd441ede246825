"""A race as an episode: everybody acts at once, in discrete-event time."""

from typing import Any, Final, final

from mypy_extensions import i64

from pioche.core.bits import bit
from pioche.core.hands import Hands
from pioche.core.refusal import Refusal
from pioche.core.rng import Rng
from pioche.core.state import CLOCK, MOST_SEATS, State, buffer
from pioche.core.vecs import vec
from pioche.rl.episode import Episode

NOTHING: Final = -1  # planned: the seat decides
SECOND: Final = 1000000  # times are in microseconds
FASTEST: Final = 0.15  # seconds: no hand is quicker, whatever is said
SPREAD: Final = 500  # thousandths: how much longer or shorter than usual things take, at most


@final
class RaceEpisode(Episode):
    """A game in real time, with a model of hands and eyes.

    A seat looks at the table, decides, and its hand makes the move a while later, on the
    table as it is then. A move that has become illegal meanwhile (another hand was quicker)
    is not made; the seat is told so and decides again. Every time is drawn anew, half to
    one and a half times the usual. The clock strikes when its time has come.
    """

    __slots__ = ("acting", "at", "clocked", "ends", "given", "hands", "late", "now", "planned")

    def __init__(self, start: State, kind: i64, rng: Rng, hands: Hands) -> None:
        super().__init__(start, kind, rng)
        self.hands = hands
        self.now: i64 = 0  # since the first deal
        self.ends: i64 = 0  # when the clock strikes
        self.clocked: bool = False  # there is one
        self.acting: i64 = 0  # the seats that race, or the one that chooses
        self.at = vec[i64]([0] * MOST_SEATS)  # when each seat's next thing happens
        self.planned = vec[i64]([NOTHING] * MOST_SEATS)  # the move under way
        self.given = vec[i64]([NOTHING] * MOST_SEATS)  # how long it takes, where that was said
        self.late: list[Refusal | None] = [None] * MOST_SEATS  # why the last move was not made

    def begin(self) -> None:
        """A new game."""
        self.now = 0
        self.acting = 0
        super().begin()

    def act(self, action: i64) -> None:
        """A hand sets out."""
        seat = self.seat
        self.late[seat] = None
        self.planned[seat] = action
        takes = self.given[seat]
        if takes < 0:
            takes = drawn(self.hands.reach(self.state, seat, action), self.rng)
        self.at[seat] = self.now + takes

    def time(self, seconds: float) -> None:
        """The decision to come takes so long, and all looking about is in it: as bots say it."""
        if seconds < FASTEST:
            seconds = FASTEST
        self.given[self.seat] = int(seconds * 1000000.0)

    def go_on(self) -> None:
        """Let things happen until a seat has to decide, or all is over."""
        while True:
            self.look_about()
            if self.state.over:
                self.end()
                return
            seat = self.first()
            if self.at[seat] >= self.ends:
                self.strike()
            else:
                self.now = self.at[seat]
                if self.planned[seat] == NOTHING:
                    self.seat = seat
                    return
                self.land(seat)

    def look_about(self) -> None:
        """A new round, or others may act than before: nobody has a move under way."""
        state = self.state
        dealt = state.due
        if dealt:
            state.deal(self.rng)
        if state.over or (not dealt and state.acting() == self.acting):
            return
        self.acting = state.acting()
        self.set_clock()
        for p in range(self.seats):
            self.planned[p] = NOTHING
            self.given[p] = NOTHING
            self.late[p] = None
            self.at[p] = self.now
            if dealt:
                self.at[p] += drawn(self.hands.start(state, p), self.rng)

    def set_clock(self) -> None:
        """When the clock strikes; where there is none, later than anything."""
        self.clocked = self.state.moves(CLOCK, buffer()) > 0
        self.ends = bit(60)
        if self.clocked:
            seconds: i64 = self.state.game.clock_seconds(self.state)
            self.ends = self.now + seconds * SECOND

    def first(self) -> i64:
        """The seat whose next thing happens first; of equals, the lowest."""
        best: i64 = -1
        for p in range(self.seats):
            if self.acting >> p & 1 and (best < 0 or self.at[p] < self.at[best]):
                best = p
        return best

    def strike(self) -> None:
        """The time of the round is over."""
        self.now = self.ends
        out = buffer()
        self.state.moves(CLOCK, out)
        self.state.do(CLOCK, out[0])

    def land(self, seat: i64) -> None:
        """A hand arrives: the move is made, or comes too late."""
        action = self.planned[seat]
        self.planned[seat] = NOTHING
        made = self.state.may(seat, action)
        if made:
            self.state.do(seat, action)
        else:
            self.late[seat] = self.state.why(seat, action)
        self.at[seat] = self.now
        if self.given[seat] < 0:
            self.at[seat] += self.looking(seat, action, made)
        self.given[seat] = NOTHING

    def looking(self, seat: i64, action: i64, made: bool) -> i64:
        """How long it takes to see what has come of a move."""
        if made:
            return drawn(self.hands.look(self.state, seat, action), self.rng)
        return drawn(self.hands.startle(self.state, seat, action), self.rng)

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        kept = super().freeze()
        kept["now"] = int(self.now)
        kept["ends"] = int(self.ends)
        kept["clocked"] = self.clocked
        kept["acting"] = int(self.acting)
        kept["at"] = [int(self.at[p]) for p in range(MOST_SEATS)]
        kept["planned"] = [int(self.planned[p]) for p in range(MOST_SEATS)]
        kept["given"] = [int(self.given[p]) for p in range(MOST_SEATS)]
        kept["late"] = list(self.late)
        return kept

    def thaw(self, kept: dict[str, Any]) -> None:
        """Become a copy."""
        super().thaw(kept)
        self.now = kept["now"]
        self.ends = kept["ends"]
        self.clocked = kept["clocked"]
        self.acting = kept["acting"]
        at: list[int] = kept["at"]
        self.at = vec[i64](at)
        planned: list[int] = kept["planned"]
        self.planned = vec[i64](planned)
        given: list[int] = kept["given"]
        self.given = vec[i64](given)
        self.late = list(kept["late"])


def drawn(usual: i64, rng: Rng) -> i64:
    """How long something takes this time."""
    return usual * (1000 - SPREAD + rng.below(2 * SPREAD + 1)) // 1000
