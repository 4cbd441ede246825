"""Bodies that may hold a record: hundreds of times as large as others, and anybody may send one.

Only a few at a time are read into memory, of one address and in all. A body is understood as a
whole, and while that lasts nothing else happens. So those that would take long are refused
before, and between two of them others have their turn.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any

from pioche.server.client_address import Scope, read_client_key
from pioche.server.http.middleware.rate_limit import RECORD_PATHS
from pioche.server.problem import Problem
from pioche.server.settings import Limits

MOST_PARTS = 100_000  # lists and objects: some milliseconds to make, and to free again
PAUSE = 0.05  # seconds between two bodies that are understood
RETRY_SECONDS = 2.0

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


class LargeBodies:
    """The large bodies that are in memory now."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.addresses: Counter[str] = Counter()
        self.gate = asyncio.Semaphore(1)

    def may_come(self, scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
        """Whether a request may have a body that is larger than others may be."""
        if scope["type"] != "http" or scope["path"] not in RECORD_PATHS:
            return False
        length = headers.get(b"content-length", b"")
        if length.isdigit():
            return int(length[:20]) > self.limits.body_bytes
        return b"transfer-encoding" in headers

    @contextmanager
    def reserve(self, scope: Scope) -> Iterator[None]:
        """Room for one, for as long as the block runs; Problem where there is none."""
        address = read_client_key(scope)
        if (
            self.addresses[address] >= self.limits.large_bodies_per_address
            or self.addresses.total() >= self.limits.large_bodies
        ):
            raise Problem("busy", retry=RETRY_SECONDS)
        self.addresses[address] += 1
        try:
            yield
        finally:
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    def gather(self, receive: Receive) -> Receive:
        """What the app receives instead: the body in one, if it is not too dear, in its turn."""
        body = bytearray()

        async def receive_whole() -> Message:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return message
                body.extend(message["body"])
                # The app has the same limit, and cuts off what is longer.
                if not message["more_body"] or len(body) > self.limits.record_bytes:
                    break
            check_parts(body)
            await self.wait_for_turn()
            whole = bytes(body)
            body.clear()
            return {"type": "http.request", "body": whole, "more_body": message["more_body"]}

        return receive_whole

    async def wait_for_turn(self) -> None:
        """Let only one be understood at a time, and others have their turn between two."""
        await self.gate.acquire()
        asyncio.get_running_loop().call_later(PAUSE, self.gate.release)


def check_parts(body: bytearray) -> None:
    """Problem for a body of more parts than any record has."""
    if body.count(b"[") + body.count(b"{") > MOST_PARTS:
        problem = f"it has more than {MOST_PARTS} lists and objects"
        raise Problem("bad-request", field=None, problem=problem)
