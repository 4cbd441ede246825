"""How much one person, one address, one socket may ask for at a time.

Every worker counts for itself: with several of them a limit is up to that many times as high.
Limits by the hour are in `hourly_limits.py`: they hold for all workers together.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.middleware.security_headers import UNCACHED_PATHS
from pioche.server.problem import Problem
from pioche.server.settings import Limits
from pioche.server.token_bucket import (
    MINUTE,
    Clock,
    KeyedBuckets,
    TokenBucket,
    raise_if_limited,
)

RECORD_PATHS = ("/api/film", "/api/tables/continue")  # whose bodies may hold one


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

    def new_lobby_bucket(self) -> TokenBucket:
        """The same for a socket of the lobby."""
        rate = self.limits.lobby_messages_per_minute / MINUTE
        return TokenBucket(rate, self.limits.lobby_messages_burst, self.clock)


def max_body_bytes(path: str, limits: Limits) -> int:
    """How large the body of a request to a path may be."""
    return limits.record_bytes if path in RECORD_PATHS else limits.body_bytes
