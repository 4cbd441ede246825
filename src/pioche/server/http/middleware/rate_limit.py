"""How much one person, one address, one socket may ask for.

Every worker counts for itself: with several of them a limit is up to that many times as high.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.middleware.security_headers import UNCACHED_PATHS
from pioche.server.problem import Problem
from pioche.server.settings import Limits

Clock = Callable[[], float]

RECORD_PATHS = ("/api/film", "/api/tables/continue")  # whose bodies may hold one
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


class SocketSlots:
    """Sockets that are open, by person and by address."""

    def __init__(self, per_person: int, per_address: int) -> None:
        self.per_person = per_person
        self.per_address = per_address
        self.people: Counter[str] = Counter()
        self.addresses: Counter[str] = Counter()

    @contextmanager
    def reserve(self, person: str | None, address: str) -> Iterator[None]:
        """A socket's place, for as long as the block runs; Problem where there is none."""
        if self.addresses[address] >= self.per_address or (
            person is not None and self.people[person] >= self.per_person
        ):
            raise Problem("too-many-sockets", retry=10)
        keys = [(self.addresses, address)] + ([(self.people, person)] if person else [])
        for counts, key in keys:
            counts[key] += 1
        try:
            yield
        finally:
            for counts, key in keys:
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]


class Limiter:
    """All limits of a worker. What is over one of them raises the Problem to answer with."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self.requests = KeyedBuckets(limits.requests_per_second, limits.requests_burst, clock)
        self.files = KeyedBuckets(limits.files_per_second, limits.files_burst, clock)
        self.people = KeyedBuckets(limits.people_per_hour / HOUR, limits.people_per_hour, clock)
        self.tables = KeyedBuckets(limits.tables_per_hour / HOUR, limits.tables_per_hour, clock)
        self.texts = KeyedBuckets(limits.texts_per_minute / MINUTE, limits.texts_burst, clock)
        self.replays = KeyedBuckets(limits.films_per_minute / MINUTE, limits.films_burst, clock)
        self.studies = KeyedBuckets(limits.studies_per_second, limits.studies_burst, clock)
        self.sockets = SocketSlots(limits.sockets_per_person, limits.sockets_per_address)

    def check_request(self, scope: Scope) -> None:
        """A request or the start of a socket, from an address.

        Files of the page are counted by themselves: they cost little, and a page asks for many
        at once.
        """
        counted = self.requests if scope["path"].startswith(UNCACHED_PATHS) else self.files
        raise_if_limited(counted.take(read_client_key(scope)))

    def check_new_person(self, scope: Scope) -> None:
        """Somebody new, from an address."""
        raise_if_limited(self.people.take(read_client_key(scope)), "too-many-people")

    def check_new_table(self, person: str) -> None:
        """A new table of a person's."""
        raise_if_limited(self.tables.take(person))

    def check_text(self, person: str) -> None:
        """Something said by a person."""
        raise_if_limited(self.texts.take(person))

    def check_replay(self, scope: Scope) -> None:
        """A record looked at, from an address."""
        raise_if_limited(self.replays.take(read_client_key(scope)))

    def check_study(self, scope: Scope) -> None:
        """Moves tried out, from an address."""
        raise_if_limited(self.studies.take(read_client_key(scope)))

    def new_message_bucket(self) -> TokenBucket:
        """The bucket of a new socket: one token a message."""
        return TokenBucket(self.limits.messages_per_second, self.limits.messages_burst, self.clock)


def max_body_bytes(path: str, limits: Limits) -> int:
    """How large the body of a request to a path may be."""
    return limits.record_bytes if path in RECORD_PATHS else limits.body_bytes


def raise_if_limited(wait: float, code: str = "too-fast") -> None:
    """Problem where there is a wait."""
    if wait:
        raise Problem(code, retry=wait)
