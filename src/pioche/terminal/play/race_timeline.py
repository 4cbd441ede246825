"""All at once against the clock: whose hand reaches the table when."""

from dataclasses import dataclass, field
from heapq import heappop, heappush

from pioche.arena.match.game import MIN_REACTION_SECONDS
from pioche.core.bot import Choice
from pioche.terminal.play.local_game import LocalGame

DEFAULT_SECONDS = 1.5  # seconds for a bot that has no notion of time


@dataclass
class RaceTimeline:
    """The moves that are under way, in the seconds of the race; it stops while one reads rules."""

    local_game: LocalGame
    elapsed: float = 0.0
    planned_moves: list[tuple[float, int, int]] = field(default_factory=list)

    def plan_move(self, seat: int, choice: Choice, asked: float) -> None:
        """A bot has decided: its hand arrives as long after it was asked as it takes."""
        seconds = max(choice.seconds, MIN_REACTION_SECONDS) if choice.seconds else DEFAULT_SECONDS
        heappush(self.planned_moves, (asked + seconds, seat, choice.action))

    def compute_seconds_left(self) -> float:
        """Seconds until the clock strikes."""
        return max(0.0, self.local_game.clock_seconds() - self.elapsed)

    def pass_time(self, seconds: float) -> list[int]:
        """Let time go by and hands arrive; the bots that look for their next move now.

        A move is judged on the table as it is when the hand arrives; what has become
        illegal is not made.
        """
        self.elapsed += seconds
        free = []
        while (
            self.planned_moves
            and self.planned_moves[0][0] <= self.elapsed
            and self.local_game.is_racing()
        ):
            _, seat, action = heappop(self.planned_moves)
            if self.local_game.state.refusal(seat, action) is None:
                self.local_game.play(seat, action)
            free.append(seat)
        if self.local_game.is_racing() and not self.compute_seconds_left():
            self.local_game.strike_clock()
        return free if self.local_game.is_racing() else []
