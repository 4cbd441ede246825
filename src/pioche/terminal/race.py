"""All at once against the clock: whose hand reaches the table when."""

from dataclasses import dataclass, field
from heapq import heappop, heappush

from pioche.arena.match import FASTEST
from pioche.core.bot import Choice
from pioche.terminal.session import Session

UNHURRIED = 1.5  # seconds for a bot that has no notion of time


@dataclass
class Race:
    """The moves that are under way, in the seconds of the race; it stops while one reads rules."""

    session: Session
    elapsed: float = 0.0
    due: list[tuple[float, int, int]] = field(default_factory=list)

    def plan(self, seat: int, choice: Choice, asked: float) -> None:
        """A bot has decided: its hand arrives as long after it was asked as it takes."""
        seconds = max(choice.seconds, FASTEST) if choice.seconds else UNHURRIED
        heappush(self.due, (asked + seconds, seat, choice.action))

    def left(self) -> float:
        """Seconds until the clock strikes."""
        return max(0.0, self.session.clock_seconds() - self.elapsed)

    def pass_time(self, seconds: float) -> list[int]:
        """Let time go by and hands arrive; the bots that look for their next move now.

        A move is judged on the table as it is when the hand arrives; what has become
        illegal is not made.
        """
        self.elapsed += seconds
        free = []
        while self.due and self.due[0][0] <= self.elapsed and self.session.racing():
            _, seat, action = heappop(self.due)
            if self.session.state.refusal(seat, action) is None:
                self.session.play(seat, action)
            free.append(seat)
        if self.session.racing() and not self.left():
            self.session.strike()
        return free if self.session.racing() else []
