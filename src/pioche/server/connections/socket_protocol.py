"""The reading side of a socket: bytes and frames are counted before they mean anything.

What comes is parsed in small pieces. Bytes are counted before a piece is parsed, frames of all
kinds (pings, pongs, pieces of messages) before they are handled. Who sends more than the limits
allow is cut off with 1008. Nothing is read while a message waits for the app, nor while the
client does not take what it is sent: then answers to pings would pile up.
"""

import asyncio
import logging
from typing import Any

from uvicorn._types import WebSocketDisconnectEvent
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from pioche.server.connections.limiter import ConnectionLimiter
from pioche.server.connections.linger import LINGER_SECONDS, linger
from pioche.server.connections.socket_writer import TEXT_FRAME, SocketWriter
from pioche.server.counters import count_flood
from pioche.server.logs import OccasionalFilter
from pioche.server.token_bucket import TokenBucket

PIECE = 128  # bytes: most messages as a whole, and not more than 21 frames
MOST_FOLLOWED = 1024  # bytes that come at once: all that people type
WHOLE_FRAMES = (0x81, 0x82, 0x89, 0x8A)  # a text or binary message in one frame, a ping, a pong

log = logging.getLogger(__name__)
log.addFilter(OccasionalFilter())


class SocketProtocol(SocketWriter):
    """uvicorn's sockets, with limits for what comes."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limiter: ConnectionLimiter,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        limits = limiter.limits
        self.limiter, self.flusher = limiter, limiter.flusher
        self.frame_bucket = TokenBucket(limits.frames_per_second, limits.frames_burst)
        self.byte_bucket = TokenBucket(limits.bytes_per_second, limits.bytes_burst)
        self.unread_timer: asyncio.TimerHandle | None = None
        self.unparsed = b""  # what has come, from `position` on
        self.position = 0
        self.is_between_frames = True  # as far as we know: the parser waits for a new one
        self.is_in_line = False  # for a turn to parse more
        self.is_cut_off = False  # and only lingers until the reason is heard

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.cancel_unread_timer()
        self.unparsed = b""

    # -- reading -------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what came, as far as this turn allows; the beginning of it always.

        So the short messages that people send never wait behind those who send a lot.
        """
        if not self.handshake_initiated:
            self.take_request(data)
            return
        if not self.unparsed and len(data) <= PIECE:
            if not self.take_text(data):
                self.follow_frames(data)
                self.parse(data)
            return
        self.follow_frames(data)
        if self.unparsed:
            self.unparsed, self.position = self.unparsed[self.position :] + data, 0
        else:
            self.unparsed, self.position = data, 0
            self.parse_piece()
        while self.unparsed and self.limiter.turn.has_room and not self.is_blocked():
            self.parse_piece()
        self.settle_reading()

    def take_request(self, head: bytes) -> None:
        """Begin with the request, which was counted when it came. It is there as a whole.

        One that the parser refuses (it has a body, or too many lines) no app will ever see.
        """
        if self.is_over():
            return
        super().data_received(head)
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def take_text(self, data: bytes) -> bool:
        """Take a short text that came as a frame by itself: that is what people send.

        Everything else is for the parser, and so is a text that it would refuse.
        """
        if self.on_text is None or not self.is_between_frames or self.is_blocked():
            return False
        if data[0] != TEXT_FRAME or len(data) < 6 or data[1] != 0x80 + len(data) - 6:
            return False
        content = apply_mask(data[6:], data[2:6])
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return False
        self.limiter.turn.take(1)
        if self.byte_bucket.take(len(data)):
            self.close_flood("bytes")
        elif self.frame_bucket.take(1):
            self.close_flood("frames")
        elif not self.on_text(text):
            self.curr_msg_data_type, self.frames = "text", [content]
            self.send_receive_event_to_app()
        return True

    def follow_frames(self, data: bytes) -> None:
        """Know whether the parser will wait for a new frame when it has seen these bytes."""
        if self.is_between_frames and (self.unparsed or not are_whole_frames(data)):
            self.is_between_frames = False  # from now on all that comes is the parser's

    def parse_in_turn(self) -> None:
        """One piece more: others wait for their turn, too."""
        self.is_in_line = False
        if self.unparsed and not self.is_blocked():
            self.parse_piece()
        self.settle_reading()

    def parse_piece(self) -> None:
        """Parse what comes next."""
        piece = self.unparsed[self.position : self.position + PIECE]
        self.position += PIECE
        if self.position >= len(self.unparsed):
            self.unparsed = b""
        self.parse(piece)

    def parse(self, piece: bytes) -> None:
        """Count some bytes, and parse them."""
        if self.byte_bucket.take(len(piece)):
            self.close_flood("bytes")
        else:
            super().data_received(piece)

    def handle_events(self) -> None:
        """Count the frames that were parsed, and handle them."""
        frames = len(self.conn.events)
        self.limiter.turn.take(frames + 1)  # even half a frame takes time
        if frames and self.frame_bucket.take(frames):
            self.close_flood("frames")
        else:
            super().handle_events()

    def is_blocked(self) -> bool:
        """Whether the app or the client has something to take first, or it is over."""
        return self.read_paused or not self.writable.is_set() or self.is_over()

    def is_over(self) -> bool:
        return self.is_cut_off or self.transport.is_closing()

    def settle_reading(self) -> None:
        """Read more when all that came is parsed; get in line where that has to wait."""
        if self.is_over():
            self.unparsed = b""
        elif self.is_blocked():
            self.transport.pause_reading()
        elif not self.unparsed:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()
            if not self.is_in_line:
                self.is_in_line = True
                self.limiter.turn.wait(self.parse_in_turn)

    # -- what lets it read on ------------------------------------------------------------

    async def receive(self) -> Any:
        """The next message for the app; when it has all of them, more is read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.settle_reading()
        return message

    async def send(self, message: Any) -> None:
        """A message of the app's; after a farewell only the other's is waited for."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.settle_reading()

    def pause_writing(self) -> None:
        """The client takes nothing."""
        super().pause_writing()
        seconds = self.limiter.limits.unread_seconds
        self.unread_timer = self.loop.call_later(seconds, self.report_unread)
        self.settle_reading()

    def resume_writing(self) -> None:
        """The client takes what it is sent, again."""
        super().resume_writing()
        self.cancel_unread_timer()
        self.settle_reading()

    def report_unread(self) -> None:
        """The client has taken nothing for too long: let the app end it."""
        self.unread_timer = None
        if self.on_unread is not None:
            self.on_unread()

    def cancel_unread_timer(self) -> None:
        if self.unread_timer is not None:
            self.unread_timer.cancel()
            self.unread_timer = None

    # -- the end -------------------------------------------------------------------------

    def close_flood(self, reason: str) -> None:
        """Cut off somebody who sends more than anybody needs to; read nothing more."""
        self.is_cut_off, self.unparsed = True, b""
        if self.close_sent:  # and now waits for the other's farewell, but not for that much else
            self.transport.pause_reading()
            return
        count_flood(reason)
        log.warning("a socket sent too much and was closed", extra={"reason": reason})
        if self.conn.state is not OPEN:
            self.transport.abort()
            return
        self.stop_keepalive()
        self.flush()
        self.conn.fail(CloseCode.POLICY_VIOLATION, f"too many {reason}")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait(
            WebSocketDisconnectEvent(type="websocket.disconnect", code=1008, reason=reason)
        )
        self.close_timer = linger(self.loop, self.transport)

    def keepalive_timeout(self) -> None:
        """A ping was not answered: end it, even if the client takes nothing any more."""
        super().keepalive_timeout()
        self.abort_later()

    async def run_asgi(self) -> None:
        """Let the app run. When it is done so is the socket, whatever was not taken."""
        await super().run_asgi()
        self.abort_later()

    def abort_later(self) -> None:
        if self.close_timer is None and not self.disconnected:
            self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def are_whole_frames(data: bytes) -> bool:
    """Whether a few bytes are whole frames of a client, none of them a part of a message."""
    position, end = 0, len(data) if len(data) <= MOST_FOLLOWED else 0
    while position + 6 <= end and data[position] in WHOLE_FRAMES:
        size = data[position + 1] - 0x80  # masked, as a client's must be
        if size == 126:
            size = 2 + int.from_bytes(data[position + 2 : position + 4], "big")
        elif not 0 <= size < 126:
            return False
        position += 6 + size
    return position == len(data)
