"""All at once against the clock: whose hand reaches the table when."""

from dataclasses import dataclass, field

from pioche.core.bot import Choice
from pioche.core.race import NOBODY, Race
from pioche.core.reaction_times import DEFAULT_REACTION_SECONDS, limit_reaction
from pioche.core.state import CLOCK
from pioche.terminal.play.local_game import LocalGame


@dataclass
class RaceTimeline:
    """A race with a person, in real time; it stops while one reads rules."""

    local_game: LocalGame
    race: Race = field(default_factory=lambda: Race(1.0))

    def __post_init__(self) -> None:
        self.race.begin(self.local_game.state)
        for seat in self.local_game.state.actors():
            self.race.hold(seat)

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self.race.now

    def is_on(self) -> bool:
        """Whether all still race."""
        return self.race.is_on(self.local_game.state)

    def plan_move(self, seat: int, choice: Choice, asked: float) -> None:
        """A bot has decided: its hand arrives as long after it was asked as it takes."""
        seconds = limit_reaction(choice.seconds or DEFAULT_REACTION_SECONDS)
        self.race.plan_move(seat, choice.action, asked + seconds, 0)

    def compute_seconds_left(self) -> float:
        """Seconds until the clock strikes."""
        return self.race.get_seconds_left()

    def pass_time(self, seconds: float) -> list[int]:
        """Let time go by and hands arrive; the bots that look for their next move now."""
        moment, free = self.elapsed + seconds, []
        while self.is_on() and (who := self.race.advance_to(moment)) != NOBODY:
            if who == CLOCK:
                self.local_game.strike_clock()
            else:
                self.finish_move(who)
                free.append(who)
        return free if self.is_on() else []

    def finish_move(self, seat: int) -> None:
        """The hand of a bot arrives, and the bot is to be asked again."""
        if self.race.is_in_time(seat, self.local_game.state):
            self.local_game.play(seat, self.race.planned[seat])
        self.race.hold(seat)
