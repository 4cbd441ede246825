"""How far a worker is behind. What is worth least is put off first; a player's move never is."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from pioche.server.problem import Problem
from pioche.server.settings import Limits

TICK_SECONDS = 0.05  # between two looks
CALM_SECONDS = 0.25  # the same while there is little to do: a look costs as much as a move
CALM_SHARE = 0.25  # of a core
MEMORY_SECONDS = 0.5  # over which the delay is averaged: one stall is no overload, many are
OWN_SHARE = 0.5  # of a core: who uses less is held up by others, not by those who play here
# Seconds by which somebody new will delay the others: counted at once, as those who knock at the
# same moment would all be let in before it can be measured.
NEW_SECONDS = {"table": 0.002, "socket": 0.0005}
# Tables are refused first: who has one waits for friends, and would have it in vain.
PATIENCE = {"table": 1.0, "socket": 2.0}  # times the limit
RETRY_SECONDS = 5.0  # after which it is worth trying again

Clock = Callable[[], float]


class LoadMonitor:
    """Measures how long a move would wait for the processor: the disk is not counted.

    Like a move, each look waits for the event loop, for a thread and for the loop again. A slow
    disk delays moves as well, but not more of them when more people play; nor does it help to
    turn anybody away where other programs keep the processor busy.
    """

    def __init__(
        self, limits: Limits, clock: Clock = time.monotonic, cpu: Clock = time.thread_time
    ) -> None:
        self.limits, self.clock, self.cpu = limits, clock, cpu
        self.delay = 0.0  # seconds, on average lately
        self.share = 0.0  # of a core that the event loop has used, on average lately
        self.thread = ThreadPoolExecutor(1, "load")
        self.shed: Counter[str] = Counter()  # who was refused, until the metrics take it

    async def watch(self) -> None:
        """One look: how much later than asked we are back."""
        began, used, wait = self.clock(), self.cpu(), self.choose_wait()
        await asyncio.sleep(wait)
        await asyncio.get_running_loop().run_in_executor(self.thread, do_nothing)
        passed = self.clock() - began
        self.note_look(passed - wait, (self.cpu() - used) / passed, wait)

    def choose_wait(self) -> float:
        """The seconds until the next look."""
        is_calm = self.share < CALM_SHARE and self.delay < self.limits.busy_seconds
        return CALM_SECONDS if is_calm else TICK_SECONDS

    def note_look(self, delay: float, share: float, wait: float = TICK_SECONDS) -> None:
        """Take a look into the averages; the longer it took, the more it says."""
        weight = 1.0 - math.exp(-(wait + delay) / MEMORY_SECONDS)
        self.delay += weight * (delay - self.delay)
        self.share += weight * (share - self.share)

    @property
    def is_busy(self) -> bool:
        """Whether spectators and the lobby have to wait."""
        return self.delay > self.limits.busy_seconds

    @property
    def is_full(self) -> bool:
        """Whether there is no room for a new table; with a limit of 0 there never is."""
        return self.is_full_for("table")

    def is_full_for(self, what: str) -> bool:
        """Whether somebody new would slow down those who play: a table, a socket."""
        most = PATIENCE[what] * self.limits.full_seconds
        return most <= 0.0 or (self.delay > most and self.share > OWN_SHARE)

    def check_room(self, what: str) -> None:
        """Problem where there is no room for it."""
        if self.is_full_for(what):
            self.shed[what] += 1
            raise Problem("busy", retry=RETRY_SECONDS)
        self.delay += NEW_SECONDS[what]


def do_nothing() -> None:
    """What the thread has to do."""
