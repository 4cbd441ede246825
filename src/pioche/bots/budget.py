"""How long a bot may think."""

import time
from dataclasses import dataclass

from pioche.bots.search import Search

CHUNK = 64  # rollouts between two looks at the clock: some milliseconds at most


@dataclass(frozen=True)
class Budget:
    """At most so many rollouts, and at most so many seconds where a limit is set.

    Without a limit in seconds the same generator gives the same move on any machine.
    """

    runs: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.runs < 1:
            raise ValueError(f"iterations: at least 1 is needed, not {self.runs}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"think: seconds above 0 are needed, not {self.seconds}")

    def spend(self, search: Search) -> None:
        """Think until the budget is used up, or until no more thought can change the choice."""
        end = None if self.seconds is None else time.monotonic() + self.seconds
        left = self.runs
        while left > 0 and search.visit_lead() <= left:
            chunk = min(CHUNK, left)
            search.run_iterations(chunk)
            left -= chunk
            if end is not None and time.monotonic() >= end:
                return
