"""How far a worker is behind. What is worth least is put off first; a player's move never is."""

import asyncio
import time
from collections.abc import Callable

from pioche.server.problem import Problem
from pioche.server.settings import Limits

TICK_SECONDS = 0.05  # between two looks
DECAY = 0.9  # of the delay from one look to the next, so that one calm moment is no all-clear
RETRY_SECONDS = 5.0  # after which it is worth trying again

Clock = Callable[[], float]


class LoadMonitor:
    """Measures how late the event loop runs what is due: all waits are behind that."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self.delay = 0.0  # seconds, the worst of the last second or so

    async def watch(self) -> None:
        """One look: how much later than asked the loop comes back."""
        began = self.clock()
        await asyncio.sleep(TICK_SECONDS)
        self.note_delay(self.clock() - began - TICK_SECONDS)

    def note_delay(self, seconds: float) -> None:
        self.delay = max(seconds, self.delay * DECAY)

    @property
    def is_busy(self) -> bool:
        """Whether spectators and the lobby have to wait."""
        return self.delay > self.limits.busy_seconds

    @property
    def is_full(self) -> bool:
        """Whether nobody new may come."""
        return self.delay > self.limits.full_seconds

    def check_room(self) -> None:
        """Problem where somebody new would slow down those who play."""
        if self.is_full:
            raise Problem("busy", retry=RETRY_SECONDS)
