"""The wire below a socket: a message goes out where it is made.

With ASGI every one of them would pass several hands, and wait for a task to do it. At a table
each move is a message to everybody, and two to who made it. What is said to somebody in one
turn of the event loop is one write for the system, where each costs as much as a move itself.

And a wire that is cut leaves nothing behind. uvicorn and websockets tie knots that only the
collector of cycles could undo, and that one must come seldom (see server/collector.py).
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from pioche.server.counters import SentTally

TEXT_FRAME = 0x81  # a text that is whole in one frame
MOST_FRAMES = 16  # that go out as one write, so that a wire that takes nothing is noticed
EXTENSION = "pioche.wire"  # of ASGI: where the app finds what is under its socket


class Flusher:
    """The sockets that have something to write at the end of this turn of the event loop."""

    def __init__(self) -> None:
        self.writers: list[SocketWriter] = []

    def add(self, writer: "SocketWriter") -> None:
        """Let a socket write when all that is to be done now is done."""
        if not self.writers:
            writer.loop.call_soon(self.flush_all)
        self.writers.append(writer)

    def flush_all(self) -> None:
        """Let all of them write."""
        writers, self.writers = self.writers, []
        for writer in writers:
            writer.flush()


class SocketWriter(WebSocketsSansIOProtocol):
    """uvicorn's sockets, which take texts without ASGI as well."""

    flusher: Flusher
    frames_to_write: list[bytes] | None = None  # in this turn

    on_unread: Callable[[], None] | None = None  # the client has taken nothing for too long
    on_text: Callable[[str], bool] | None = None  # takes a text at once; False: the app must
    on_writable: Callable[[], None] | None = None  # more can be written, after it could not
    sent: SentTally | None = None  # counts what is written

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

    def write_text(self, text: bytes) -> bool:
        """Send a text; False where the socket can't take it yet. A closed one takes everything."""
        if not self.writable.is_set():
            return False
        if self.disconnected or self.close_sent:
            return True
        if self.frames_to_write is None:
            self.frames_to_write = [encode_frame(text)]
            self.flusher.add(self)
        else:
            self.frames_to_write.append(encode_frame(text))
            if len(self.frames_to_write) == MOST_FRAMES:
                self.flush()
        if self.sent is not None:
            self.sent.add(len(text))
        return True

    def flush(self) -> None:
        """Write what was said in this turn; it must not come after a farewell."""
        frames, self.frames_to_write = self.frames_to_write, None
        if frames and not (self.close_sent or self.transport.is_closing()):
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    async def send(self, message: Any) -> None:
        """A message of the app's, after those that came before it."""
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server ends."""
        self.flush()
        super().shutdown()

    def resume_writing(self) -> None:
        """The client takes what it is sent, again."""
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()

    async def send_text(self, text: bytes) -> None:
        """Send a text over an open socket, when it can take it."""
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        self.write_text(text)


def release_parser(conn: ServerProtocol) -> None:
    """Free a conversation that is over of its parser and of its error: both hold it too."""
    conn.parser.close()
    conn.parser_exc = None


def find_writer(scope: Any) -> SocketWriter:
    """What is under a socket; RuntimeError where another server has it."""
    wire: SocketWriter | None = (scope.get("extensions") or {}).get(EXTENSION)
    if wire is None:
        raise RuntimeError(
            "the sockets need the server's own protocols: start it by `pioche serve`"
        )
    return wire


def encode_frame(text: bytes) -> bytes:
    """A text as it goes over the wire (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + text
    if size < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big") + text
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + text
