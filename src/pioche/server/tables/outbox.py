"""A socket of somebody at a table: what is sent goes out at once, so nobody waits for the slow.

What the wire can't take yet waits in line, up to a limit.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol

MOST_WAITING = 500  # messages; who is further behind is cut off and may resume
MOST_BYTES = 2_000_000


class Wire(Protocol):
    """What takes messages to the other end."""

    on_writable: Callable[[], None] | None  # called when it can take more

    def write_text(self, text: bytes) -> bool:
        """Send a text; False where it can't be taken yet."""


class Outbox:
    """One socket: whose it is, where they sit, and what is still to be sent."""

    __slots__ = (
        *("address", "behind", "bytes", "cut", "lang", "messages", "person", "revoked", "seat"),
        "wire",
    )

    def __init__(self, lang: str, person: str = "") -> None:
        self.person, self.lang = person, lang
        self.address = ""  # where it comes from
        self.seat: int | None = None
        self.messages: deque[bytes] = deque()
        self.bytes = 0
        self.behind = False
        self.revoked = False  # the key it was opened with is nobody's any more
        self.cut: Callable[[], object] | None = None  # called when it is too far behind
        self.wire: Wire | None = None

    def connect(self, wire: Wire) -> None:
        """Send over a wire from now on."""
        self.wire, wire.on_writable = wire, self.send_waiting
        self.send_waiting()

    def disconnect(self) -> None:
        """Send nothing more."""
        if self.wire is not None:
            self.wire.on_writable = None
            self.wire = None

    def push(self, message: bytes) -> None:
        """Send a message, or put it in line."""
        if self.behind:
            return
        if self.wire is not None and not self.messages and self.wire.write_text(message):
            return
        self.messages.append(message)
        self.bytes += len(message)
        if len(self.messages) > MOST_WAITING or self.bytes > MOST_BYTES:
            self.fall_behind()

    def send_waiting(self) -> None:
        """Send what is in line, as far as the wire takes it."""
        while self.messages and self.wire is not None and self.wire.write_text(self.messages[0]):
            self.bytes -= len(self.messages.popleft())

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
