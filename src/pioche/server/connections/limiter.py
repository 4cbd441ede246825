"""How many connections for requests there may be, and of whom. Sockets are counted elsewhere.

Every worker counts for itself. Behind a proxy all connections are the proxy's, so there it is
the proxy that must count them by address.
"""

import logging
import sys
from asyncio import Transport
from collections import Counter
from itertools import islice
from typing import Protocol

from pioche.server.client_address import group_address
from pioche.server.connections.socket_writer import Flusher
from pioche.server.connections.turn import Turn
from pioche.server.counters import count_flood
from pioche.server.logs import OccasionalFilter
from pioche.server.problem import Problem
from pioche.server.settings import Limits
from pioche.server.token_bucket import KeyedBuckets

SPARE_FILES = 64  # the last descriptors, which are for requests: nobody may keep one for long
LEAST_FILES = 16  # the very last, for the store
RETRY_SECONDS = 10.0
LOGGED_EVERY = 1000  # new connections that are refused
BOUNDLESS = 1 << 30

Client = tuple[str, int] | None  # the other end; None for a Unix socket, which has a proxy

log = logging.getLogger(__name__)
log.addFilter(OccasionalFilter())


class Idle(Protocol):
    """A connection that waits for a request."""

    transport: Transport


class ConnectionLimiter:
    """What all connections of a worker share: the limits, and who is connected."""

    def __init__(self, limits: Limits, counts_addresses: bool = True) -> None:
        self.limits = limits
        self.counts_addresses = counts_addresses
        self.addresses: Counter[str] = Counter()
        self.new = KeyedBuckets(limits.connections_per_second, limits.connections_burst)
        self.idle: dict[Idle, None] = {}  # who has waited longest comes first
        self.refused = 0
        self.turn = Turn()
        self.flusher = Flusher()

    def admits(self, client: Client) -> bool:
        """Whether an address may make a new connection now; sockets begin as one, too."""
        if not self.counts_addresses or not client or not self.new.take(group_address(client[0])):
            return True
        count_flood("connections")
        self.refused += 1
        if self.refused % LOGGED_EVERY == 1:  # to write a line each time would cost the most
            log.warning("too many new connections from one address", extra={"n": self.refused})
        return False

    def add(self, client: Client) -> None:
        """A connection was made."""
        if self.counts_addresses and client is not None:
            self.addresses[group_address(client[0])] += 1

    def remove(self, client: Client) -> None:
        """A connection was lost."""
        if self.counts_addresses and client is not None:
            address = group_address(client[0])
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    def find_problem(self, client: Client, spare_files: int) -> Problem | None:
        """Why a new connection, counted already, can't stay."""
        if spare_files < SPARE_FILES:
            told = {"most": read_file_limit(), "idle": len(self.idle)}
            log.warning("file descriptors run out: new sockets are refused", extra=told)
            self.close_idle(2)
        if spare_files < LEAST_FILES:
            return Problem("busy", retry=RETRY_SECONDS)
        most = self.limits.connections_per_address
        if client is not None and self.addresses[group_address(client[0])] > most:
            count_flood("connections")
            log.warning("too many connections from one address", extra={"most": most})
            return Problem("too-many-connections", retry=RETRY_SECONDS, most=most)
        return None

    def close_idle(self, count: int) -> None:
        """Close those who have waited longest for a request: more than one for each who comes."""
        for connection in list(islice(self.idle, count)):
            del self.idle[connection]
            connection.transport.close()


def count_spare_files(transport: Transport) -> int:
    """How many descriptors are left, seen from a new connection.

    The system gives the lowest number that is free, so all below are taken. To count those
    that are open would take milliseconds when there are many.
    """
    line = transport.get_extra_info("socket")
    return BOUNDLESS if line is None else read_file_limit() - int(line.fileno()) - 1


def read_file_limit() -> int:
    """How many descriptors this process may have."""
    if sys.platform == "win32":  # where they are no small numbers
        return BOUNDLESS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return BOUNDLESS if soft == resource.RLIM_INFINITY else soft
