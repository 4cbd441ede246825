"""The wire below a socket: all that waits for somebody goes out at once.

ASGI knows one message at a time, and every one of them passes several hands until it is a
write of its own. At a table each move is a message to everybody, and two to who made it.
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

TEXT = 0x81  # a text that is whole in one frame
EXTENSION = "pioche.wire"  # of ASGI: where the app finds what is under its socket


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's sockets, which take several texts as well."""

    async def run_asgi(self) -> None:
        """Let the app know."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self
        await super().run_asgi()

    async def send_texts(self, texts: Sequence[str]) -> None:
        """Send texts over an open socket, when it can take them."""
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        self.transport.write(b"".join([framed(text.encode()) for text in texts]))


def wire_of(scope: Any) -> Wire | None:
    """What is under a socket; None where another server has it."""
    wire: Wire | None = (scope.get("extensions") or {}).get(EXTENSION)
    return wire


def framed(text: bytes) -> bytes:
    """A text as it goes over the wire (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + text
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + text
