"""A socket of somebody at a table: what is sent waits in line, so nobody waits for the slow."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

Send = Callable[[Sequence[str]], Awaitable[None]]

MOST_WAITING = 500  # messages; who is further behind is cut off and may resume
MOST_BYTES = 2_000_000


class Outbox:
    """One socket: whose it is, where they sit, and what is still to be sent."""

    __slots__ = (
        *("address", "behind", "bytes", "cut", "lang", "messages", "person", "revoked", "seat"),
        "wake",
    )

    def __init__(self, lang: str, person: str = "") -> None:
        self.person, self.lang = person, lang
        self.address = ""  # where it comes from
        self.seat: int | None = None
        self.messages: deque[str] = deque()
        self.bytes = 0
        self.behind = False
        self.revoked = False  # the key it was opened with is nobody's any more
        self.cut: Callable[[], object] | None = None  # called when it is too far behind
        self.wake: asyncio.Future[None] | None = None

    def push(self, message: str) -> None:
        """Put a message in line."""
        if self.behind:
            return
        self.messages.append(message)
        self.bytes += len(message)
        if len(self.messages) > MOST_WAITING or self.bytes > MOST_BYTES:
            self.fall_behind()
        elif self.wake is not None and not self.wake.done():
            self.wake.set_result(None)

    def fall_behind(self) -> None:
        """Give up: nothing more is sent, and what waits is forgotten."""
        self.behind = True
        self.messages.clear()
        self.bytes = 0
        if self.cut is not None:
            self.cut()

    def revoke(self) -> None:
        """Its key was taken away: nothing more is sent, not even what waits."""
        self.revoked = True
        if not self.behind:
            self.fall_behind()

    async def send_all(self, send: Send) -> None:
        """Send what is in line, until somebody ends it."""
        loop = asyncio.get_running_loop()
        while True:
            while self.messages:
                messages = tuple(self.messages)
                self.messages.clear()
                self.bytes = 0
                await send(messages)
            self.wake = loop.create_future()
            await self.wake
