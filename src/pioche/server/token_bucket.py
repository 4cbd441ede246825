"""Token buckets: how much may be asked for at once, and at which rate from then on."""

import time
from collections.abc import Callable
from itertools import islice

from pioche.server.problem import Problem

Clock = Callable[[], float]

HOUR = 3600.0
MINUTE = 60.0
ROUNDING = 1e-6  # seconds; a token that has just come in counts


class TokenBucket:
    """Tokens that flow in at a rate, and what is taken. Starts full.

    Kept as one number, the moment at which it will be full again.
    """

    __slots__ = ("clock", "depth", "each", "full")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.each = 1 / rate  # all in seconds
        self.depth = burst / rate
        self.clock = clock
        self.full = clock()

    def find_wait(self, cost: float = 1.0) -> float:
        """The seconds until there will be enough; 0 if there is. Nothing is taken."""
        now = self.clock()
        wait = max(self.full, now) + cost * self.each - now - self.depth
        return wait if wait > ROUNDING else 0.0

    def take(self, cost: float = 1.0) -> float:
        """Take tokens; 0, or the seconds until there will be enough."""
        now = self.clock()
        full = max(self.full, now) + cost * self.each
        if (wait := full - now - self.depth) > ROUNDING:
            return wait
        self.full = full
        return 0.0


class KeyedBuckets:
    """One bucket for each key. Those that are full again are forgotten."""

    def __init__(
        self, rate: float, burst: float, clock: Clock = time.monotonic, most: int = 20_000
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.most = most
        self.buckets: dict[str, TokenBucket] = {}  # the longest unused first

    def find_wait(self, key: str) -> float:
        """The seconds until there will be a token for a key; 0 if there is one."""
        bucket = self.buckets.get(key)
        return 0.0 if bucket is None else bucket.find_wait()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take tokens from a key's bucket; 0, or the seconds until there will be enough."""
        bucket = self.buckets.pop(key, None) or TokenBucket(self.rate, self.burst, self.clock)
        wait = bucket.take(cost)
        self.buckets[key] = bucket
        self.tidy()
        return wait

    def tidy(self) -> None:
        """Forget the two oldest where they are full, and any where there are too many.

        Two for every one that may have come in, so that there are never many full ones. Under
        attack from more keys than can be remembered the limit is no longer held.
        """
        now = self.clock()
        for key in list(islice(self.buckets, 2)):
            if self.buckets[key].full < now or len(self.buckets) > self.most:
                del self.buckets[key]


def raise_if_limited(wait: float, code: str = "too-fast") -> None:
    """Problem where there is a wait."""
    if wait:
        raise Problem(code, retry=wait)
