"""The wire below a socket: all that waits for somebody goes out at once.

ASGI knows one message at a time, and every one of them passes several hands until it is a
write of its own. At a table each move is a message to everybody, and two to who made it.

And a wire that is cut leaves nothing behind. uvicorn and websockets tie knots that only the
collector of cycles could undo, and that one must come seldom (see run/workers.py).
"""

from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

TEXT_FRAME = 0x81  # a text that is whole in one frame
EXTENSION = "pioche.wire"  # of ASGI: where the app finds what is under its socket


class SocketWriter(WebSocketsSansIOProtocol):
    """uvicorn's sockets, which take several texts as well."""

    on_unread: Callable[[], None] | None = None  # the client has taken nothing for too long

    async def run_asgi(self) -> None:
        """Let the app know, as long as it runs."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[EXTENSION]

    def connection_lost(self, exc: Exception | None) -> None:
        """The end: nothing comes any more that would have to be understood."""
        super().connection_lost(exc)
        release_parser(self.conn)

    async def send_texts(self, texts: Sequence[str]) -> None:
        """Send texts over an open socket, when it can take them."""
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        self.transport.write(b"".join([encode_frame(text.encode()) for text in texts]))


def release_parser(conn: ServerProtocol) -> None:
    """Free a conversation that is over of its parser and of its error: both hold it too."""
    conn.parser.close()
    conn.parser_exc = None


def find_writer(scope: Any) -> SocketWriter | None:
    """What is under a socket; None where another server has it."""
    wire: SocketWriter | None = (scope.get("extensions") or {}).get(EXTENSION)
    return wire


def encode_frame(text: bytes) -> bytes:
    """A text as it goes over the wire (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + text
    if size < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big") + text
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + text
