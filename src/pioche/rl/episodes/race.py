"""A race as an episode: everybody acts at once, with a model of hands and eyes."""

from typing import Any, Final, final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.core.race import NO_ACTION, Race
from pioche.core.reaction_times import MICROSECONDS, ReactionTimes, draw_duration, limit_reaction
from pioche.core.refusal import Refusal
from pioche.core.rng import Rng
from pioche.core.state import CLOCK, MOST_SEATS, State
from pioche.rl.episodes.episode import Episode, strike_clock

UNSAID: Final = -1  # given: the model says how long it takes


@final
class RaceEpisode(Episode):
    """A game in real time. Its race counts whole microseconds since the first deal.

    Learners say what they do, and the model how long it takes: from a look to the next
    decision, and from a decision until the hand arrives. Every time is drawn anew, half to
    one and a half times the usual. Whoever came too late is told so.
    """

    __slots__ = ("given_times", "late_refusals", "race", "reaction_times")

    def __init__(self, start: State, kind: i64, rng: Rng, hands: ReactionTimes) -> None:
        super().__init__(start, kind, rng)
        self.reaction_times = hands
        self.race = Race(float(MICROSECONDS))
        # How long each seat's decision takes, where that was said.
        self.given_times = vec[i64]([UNSAID] * MOST_SEATS)
        # Why each seat's last move was not made.
        self.late_refusals: list[Refusal | None] = [None] * MOST_SEATS

    def begin(self) -> None:
        self.race = Race(float(MICROSECONDS))
        super().begin()

    def apply_action(self, action: i64) -> None:
        """A hand sets out."""
        seat = self.seat
        self.late_refusals[seat] = None
        takes = self.given_times[seat]
        if takes < 0:
            takes = draw_duration(
                self.reaction_times.before_move(self.state, seat, action), self.rng
            )
        self.race.plan_move(seat, action, self.race.now + float(takes), 0)

    def set_decision_seconds(self, seconds: float) -> None:
        """The decision to come takes so long, and all looking about is in it: as bots say it."""
        self.given_times[self.seat] = int(limit_reaction(seconds) * 1000000.0)

    def advance(self) -> None:
        """Let things happen until a seat has to decide, or all is over."""
        race = self.race
        while True:
            self.update_actors()
            if self.state.over:
                self.finish()
                return
            seat = race.advance()
            if seat == CLOCK:
                strike_clock(self.state)
            elif race.planned[seat] == NO_ACTION:
                self.seat = seat
                return
            else:
                self.finish_move(seat)

    def update_actors(self) -> None:
        """A new round, or others may act than before: nobody has a move under way."""
        state = self.state
        dealt = state.due
        if dealt:
            state.deal(self.rng)
        if state.over or (not dealt and self.race.is_on(state)):
            return
        self.race.begin(state)
        for p in range(self.seats):
            self.given_times[p] = UNSAID
            self.late_refusals[p] = None
            if dealt:
                self.plan_look(p, self.reaction_times.after_deal(state, p))

    def finish_move(self, seat: i64) -> None:
        """A hand arrives: the move is made, or comes too late."""
        action = self.race.planned[seat]
        made = self.race.is_in_time(seat, self.state)
        if made:
            self.state.do(seat, action)
        else:
            self.late_refusals[seat] = self.state.explain_refusal(seat, action)
        if self.given_times[seat] < 0:
            self.plan_look(seat, self.get_look_time(seat, action, made))
        else:
            self.race.plan_decision(seat, self.race.now)
        self.given_times[seat] = UNSAID

    def get_look_time(self, seat: i64, action: i64, made: bool) -> i64:
        """How long it usually takes to see what has come of a move."""
        if made:
            return self.reaction_times.after_move(self.state, seat, action)
        return self.reaction_times.after_late_move(self.state, seat, action)

    def plan_look(self, seat: i64, usual: i64) -> None:
        """A seat looks about before it decides."""
        self.race.plan_decision(seat, self.race.now + float(draw_duration(usual, self.rng)))

    def freeze(self) -> dict[str, Any]:
        """All that a copy takes over."""
        kept = super().freeze()
        kept["race"] = self.race.freeze()
        kept["given"] = [int(self.given_times[p]) for p in range(MOST_SEATS)]
        kept["late"] = list(self.late_refusals)
        return kept

    def thaw(self, kept: dict[str, Any]) -> None:
        super().thaw(kept)
        race: dict[str, Any] = kept["race"]
        self.race.thaw(race)
        given: list[int] = kept["given"]
        self.given_times = vec[i64](given)
        self.late_refusals = list(kept["late"])
