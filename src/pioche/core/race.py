"""A race: everybody acts at once, as events in time."""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.vectors import vec
from pioche.core.state import CLOCK, MOST_SEATS, State, move_buffer

NO_ACTION: Final = -1  # planned: the seat decides
NOBODY: Final = -3  # no seat, and not the clock either
NEVER: Final = 1e300  # a time later than anything


@mypyc_attr(acyclic=True)
@final
class Race:
    """When each seat's next thing happens: it decides, or its hand makes the planned move.

    A seat looks at the table, decides, and its hand makes the move a while later, on the
    table as it is then. A move that has become illegal meanwhile (another hand was quicker)
    is not made, and the seat decides again. Whoever drives a race brings the decisions and
    how long they take, and makes the moves; the order of all that happens is kept here.

    Times are in a unit of the driver's choice. They are floats, which add whole numbers
    without an error, so microseconds can be counted as well as seconds.
    """

    __slots__ = ("acting", "at", "clock_ends", "now", "planned", "seats", "second", "ties")

    def __init__(self, second: float) -> None:
        self.second = second  # how much time a second is
        self.now = 0.0
        self.clock_ends = NEVER  # when the clock strikes
        self.seats: i64 = 0
        self.acting: i64 = 0  # of these, those who race, or the one that chooses
        self.at = vec[float]([NEVER] * MOST_SEATS)  # when each seat's next thing happens
        self.ties = vec[i64]([0] * MOST_SEATS)  # of equal times the lowest of these is first
        self.planned = vec[i64]([NO_ACTION] * MOST_SEATS)  # the move under way

    # -- from beginning to end -----------------------------------------------------------

    def begin(self, state: State) -> None:
        """All who may act decide now, and nobody has a move under way."""
        self.seats = state.players
        self.acting = state.acting_mask()
        self.set_clock(state)
        for p in range(self.seats):
            self.plan_decision(p, self.now)

    def set_clock(self, state: State) -> None:
        """When the clock strikes, where there is one."""
        self.clock_ends = NEVER
        if state.write_moves(CLOCK, move_buffer()) > 0:
            seconds: i64 = state.game.clock_seconds(state)
            self.clock_ends = self.now + float(seconds) * self.second

    def is_on(self, state: State) -> bool:
        """Whether still the same may act as when it began."""
        return not (state.due or state.over) and state.acting_mask() == self.acting

    # -- plans ---------------------------------------------------------------------------

    def plan_decision(self, seat: i64, at: float) -> None:
        """A seat will have looked about by then, and decides."""
        self.planned[seat] = NO_ACTION
        self.at[seat] = at
        self.ties[seat] = 0

    def plan_move(self, seat: i64, action: i64, at: float, tie: i64) -> None:
        """A seat has decided, and its hand arrives at that time.

        With a tie above 0 it comes after all decisions of that very moment, and after the
        hands with a lower one. Where ties are equal, the lowest seat is first.
        """
        self.planned[seat] = action
        self.at[seat] = at
        self.ties[seat] = tie

    def hold(self, seat: i64) -> None:
        """Nothing is known of a seat's next thing: a person, or a bot that still thinks."""
        self.plan_decision(seat, NEVER)

    # -- events --------------------------------------------------------------------------

    def advance(self) -> i64:
        """On to the next event: the seat it happens to; CLOCK if that strikes before, or then."""
        seat = self.find_next_seat()
        if self.at[seat] >= self.clock_ends:
            self.now = self.clock_ends
            return CLOCK
        self.now = self.at[seat]
        return seat

    def advance_to(self, moment: float) -> i64:
        """In real time, what happened by this moment: to a seat, else to CLOCK, else to NOBODY.

        Hands come before the clock here: as a person's move counts until somebody looks at
        the clock, the others' do too.
        """
        self.now = moment
        seat = self.find_next_seat()
        if self.at[seat] <= moment:
            return seat
        if self.clock_ends <= moment:
            return CLOCK
        return NOBODY

    def find_next_seat(self) -> i64:
        """The seat whose next thing happens first."""
        best: i64 = -1
        for p in range(self.seats):
            if self.acting >> p & 1 and (best < 0 or self.at[p] < self.at[best]):
                best = p
        # Where ties are not used this loop is all, which keeps it quick.
        if self.ties[best] > 0:
            return self.break_tie(best)
        return best

    def break_tie(self, best: i64) -> i64:
        """Of the seats whose next thing happens at the time of this one, the lowest tie."""
        at = self.at[best]
        for p in range(self.seats):
            if self.acting >> p & 1 and self.at[p] == at and self.ties[p] < self.ties[best]:
                best = p
        return best

    def is_in_time(self, seat: i64, state: State) -> bool:
        """A hand arrives: whether its move is still legal, and so made. Either way plan anew."""
        return state.is_legal(seat, self.planned[seat])

    # -- seconds -------------------------------------------------------------------------

    def get_seconds(self) -> float:
        """Since the first race of a game began."""
        return self.now / self.second

    def has_clock(self) -> bool:
        """Whether a clock runs."""
        return self.clock_ends < NEVER

    def get_seconds_left(self) -> float:
        """Until the clock strikes."""
        return max(0.0, (self.clock_ends - self.now) / self.second)

    # -- copies --------------------------------------------------------------------------

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        return {
            "now": self.now,
            "ends": self.clock_ends,
            "seats": int(self.seats),
            "acting": int(self.acting),
            "at": [self.at[p] for p in range(MOST_SEATS)],
            "ties": [int(self.ties[p]) for p in range(MOST_SEATS)],
            "planned": [int(self.planned[p]) for p in range(MOST_SEATS)],
        }

    def thaw(self, kept: dict[str, Any]) -> None:
        self.now = kept["now"]
        self.clock_ends = kept["ends"]
        self.seats = kept["seats"]
        self.acting = kept["acting"]
        at: list[float] = kept["at"]
        self.at = vec[float](at)
        ties: list[int] = kept["ties"]
        self.ties = vec[i64](ties)
        planned: list[int] = kept["planned"]
        self.planned = vec[i64](planned)
