"""A race as an episode: everybody acts at once, in discrete-event time."""

from typing import Any, Final, final

from mypy_extensions import i64

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.reaction_times import ReactionTimes
from pioche.core.refusal import Refusal
from pioche.core.rng import Rng
from pioche.core.state import CLOCK, MOST_SEATS, State, move_buffer
from pioche.rl.episodes.episode import Episode

NO_ACTION: Final = -1  # planned: the seat decides
MICROSECONDS: Final = 1000000  # times are in microseconds
MIN_REACTION_SECONDS: Final = 0.15  # seconds: no hand is quicker, whatever is said
SPREAD: Final = 500  # thousandths: how much longer or shorter than usual things take, at most


@final
class RaceEpisode(Episode):
    """A game in real time, with a model of hands and eyes.

    A seat looks at the table, decides, and its hand makes the move a while later, on the
    table as it is then. A move that has become illegal meanwhile (another hand was quicker)
    is not made; the seat is told so and decides again. Every time is drawn anew, half to
    one and a half times the usual. The clock strikes when its time has come.
    """

    __slots__ = (
        "acting",
        "at",
        "clock_ends",
        "given_times",
        "has_clock",
        "late_refusals",
        "now",
        "planned",
        "reaction_times",
    )

    def __init__(self, start: State, kind: i64, rng: Rng, hands: ReactionTimes) -> None:
        super().__init__(start, kind, rng)
        self.reaction_times = hands
        self.now: i64 = 0  # since the first deal
        self.clock_ends: i64 = 0  # when the clock strikes
        self.has_clock: bool = False  # there is one
        self.acting: i64 = 0  # the seats that race, or the one that chooses
        self.at = vec[i64]([0] * MOST_SEATS)  # when each seat's next thing happens
        self.planned = vec[i64]([NO_ACTION] * MOST_SEATS)  # the move under way
        self.given_times = vec[i64](
            [NO_ACTION] * MOST_SEATS
        )  # how long it takes, where that was said
        self.late_refusals: list[Refusal | None] = [
            None
        ] * MOST_SEATS  # why the last move was not made

    def begin(self) -> None:
        """A new game."""
        self.now = 0
        self.acting = 0
        super().begin()

    def apply_action(self, action: i64) -> None:
        """A hand sets out."""
        seat = self.seat
        self.late_refusals[seat] = None
        self.planned[seat] = action
        takes = self.given_times[seat]
        if takes < 0:
            takes = draw_duration(
                self.reaction_times.before_move(self.state, seat, action), self.rng
            )
        self.at[seat] = self.now + takes

    def set_decision_seconds(self, seconds: float) -> None:
        """The decision to come takes so long, and all looking about is in it: as bots say it."""
        if seconds < MIN_REACTION_SECONDS:
            seconds = MIN_REACTION_SECONDS
        self.given_times[self.seat] = int(seconds * 1000000.0)

    def advance(self) -> None:
        """Let things happen until a seat has to decide, or all is over."""
        while True:
            self.update_actors()
            if self.state.over:
                self.finish()
                return
            seat = self.find_next_seat()
            if self.at[seat] >= self.clock_ends:
                self.strike_clock()
            else:
                self.now = self.at[seat]
                if self.planned[seat] == NO_ACTION:
                    self.seat = seat
                    return
                self.finish_move(seat)

    def update_actors(self) -> None:
        """A new round, or others may act than before: nobody has a move under way."""
        state = self.state
        dealt = state.due
        if dealt:
            state.deal(self.rng)
        if state.over or (not dealt and state.acting_mask() == self.acting):
            return
        self.acting = state.acting_mask()
        self.set_clock()
        for p in range(self.seats):
            self.planned[p] = NO_ACTION
            self.given_times[p] = NO_ACTION
            self.late_refusals[p] = None
            self.at[p] = self.now
            if dealt:
                self.at[p] += draw_duration(self.reaction_times.after_deal(state, p), self.rng)

    def set_clock(self) -> None:
        """When the clock strikes; where there is none, later than anything."""
        self.has_clock = self.state.write_moves(CLOCK, move_buffer()) > 0
        self.clock_ends = bit(60)
        if self.has_clock:
            seconds: i64 = self.state.game.clock_seconds(self.state)
            self.clock_ends = self.now + seconds * MICROSECONDS

    def find_next_seat(self) -> i64:
        """The seat whose next thing happens first; of equals, the lowest."""
        best: i64 = -1
        for p in range(self.seats):
            if self.acting >> p & 1 and (best < 0 or self.at[p] < self.at[best]):
                best = p
        return best

    def strike_clock(self) -> None:
        """The time of the round is over."""
        self.now = self.clock_ends
        out = move_buffer()
        self.state.write_moves(CLOCK, out)
        self.state.do(CLOCK, out[0])

    def finish_move(self, seat: i64) -> None:
        """A hand arrives: the move is made, or comes too late."""
        action = self.planned[seat]
        self.planned[seat] = NO_ACTION
        made = self.state.is_legal(seat, action)
        if made:
            self.state.do(seat, action)
        else:
            self.late_refusals[seat] = self.state.explain_refusal(seat, action)
        self.at[seat] = self.now
        if self.given_times[seat] < 0:
            self.at[seat] += self.draw_look_time(seat, action, made)
        self.given_times[seat] = NO_ACTION

    def draw_look_time(self, seat: i64, action: i64, made: bool) -> i64:
        """How long it takes to see what has come of a move."""
        if made:
            return draw_duration(self.reaction_times.after_move(self.state, seat, action), self.rng)
        return draw_duration(
            self.reaction_times.after_late_move(self.state, seat, action), self.rng
        )

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        kept = super().freeze()
        kept["now"] = int(self.now)
        kept["ends"] = int(self.clock_ends)
        kept["clocked"] = self.has_clock
        kept["acting"] = int(self.acting)
        kept["at"] = [int(self.at[p]) for p in range(MOST_SEATS)]
        kept["planned"] = [int(self.planned[p]) for p in range(MOST_SEATS)]
        kept["given"] = [int(self.given_times[p]) for p in range(MOST_SEATS)]
        kept["late"] = list(self.late_refusals)
        return kept

    def thaw(self, kept: dict[str, Any]) -> None:
        """Become a copy."""
        super().thaw(kept)
        self.now = kept["now"]
        self.clock_ends = kept["ends"]
        self.has_clock = kept["clocked"]
        self.acting = kept["acting"]
        at: list[int] = kept["at"]
        self.at = vec[i64](at)
        planned: list[int] = kept["planned"]
        self.planned = vec[i64](planned)
        given: list[int] = kept["given"]
        self.given_times = vec[i64](given)
        self.late_refusals = list(kept["late"])


def draw_duration(usual: i64, rng: Rng) -> i64:
    """How long something takes this time."""
    return usual * (1000 - SPREAD + rng.below(2 * SPREAD + 1)) // 1000
