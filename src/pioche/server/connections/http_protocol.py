"""The HTTP below the guard: heads and bodies are counted and timed before they mean anything.

The guard (http/middleware/) sees a request when its head is complete. Until then, and for what
comes beside the content of a body (heads of chunks, trailers), the limits are here. What comes
is parsed in small pieces, so that a request which waits for the answer to the one before stops
all that follows: of those that are sent in one go only a handful is ever in memory.
"""

import asyncio
from functools import partial
from typing import Any, Literal

import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from pioche.server.connections.doorkeeper import Doorkeeper
from pioche.server.connections.hand_over import HandOver, find_table_code
from pioche.server.connections.limiter import (
    RETRY_SECONDS,
    SPARE_FILES,
    ConnectionLimiter,
    count_spare_files,
)
from pioche.server.connections.linger import linger
from pioche.server.connections.socket_protocol import SocketProtocol
from pioche.server.counters import count_flood
from pioche.server.problem import Problem, negotiate_language

PIECE = 128  # bytes: not more than seven requests

Stage = Literal["idle", "head", "body"]


def build_protocols(
    limiter: ConnectionLimiter, hand_over: HandOver | None = None
) -> dict[str, Any]:
    """What uvicorn is to speak over connections with these limits: its `http` and `ws`."""
    return {
        "http": partial(
            Doorkeeper,
            limiter=limiter,
            build=partial(HttpProtocol, limiter=limiter, hand_over=hand_over),
        ),
        "ws": partial(SocketProtocol, limiter=limiter),
    }


class RequestFlow(FlowControl):
    """Stops reading, and lets the protocol decide when to go on."""

    def __init__(self, transport: asyncio.Transport, protocol: "HttpProtocol") -> None:
        super().__init__(transport)
        self.protocol: HttpProtocol | None = protocol  # until the connection is lost

    def resume_reading(self) -> None:
        """Read on, but only when no request waits for the answer to another."""
        if self.read_paused and self.protocol is not None and not self.protocol.pipeline:
            self.read_paused = False
            self.protocol.cancel_deadline()  # the time until now was the server's
            self.protocol.loop.call_soon(self.protocol.parse_pieces)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, with limits for what comes."""

    flow: RequestFlow

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limiter: ConnectionLimiter,
        hand_over: HandOver | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limiter, self.limits, self.hand_over = limiter, limiter.limits, hand_over
        self.stage: Stage = "idle"
        self.request_count = 0
        self.head_bytes = 0  # of a head; then of what surrounds the content of the body
        self.body_bytes = self.body_left = 0
        self.unparsed = b""  # what has come, from `position` on
        self.position = 0
        self.deadline: asyncio.TimerHandle | None = None
        self.timed: tuple[int, Stage] | None = None  # what the deadline is for
        self.unread_timer: asyncio.TimerHandle | None = None
        self.is_rejected = False  # and only lingers until the reason is heard
        self.is_last_place = False  # one of those that are not for sockets, nor kept

    # -- coming and going ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or say why not."""
        super().connection_made(transport)
        self.flow = RequestFlow(transport, self)
        self.limiter.add(self.client)
        spare = count_spare_files(transport)
        self.is_last_place = spare < SPARE_FILES
        problem = self.limiter.find_problem(self.client, spare)
        if problem is None:
            self.limiter.idle[self] = None
            self.set_deadline()
        else:  # they may come in masses, so nobody waits until they have heard
            transport.write(encode_answer(problem))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end: nothing is left that would know of this connection."""
        super().connection_lost(exc)
        self.limiter.remove(self.client)
        self._unset_keepalive_if_required()
        self.release()

    def shutdown(self) -> None:
        """The server ends: so does a connection that only lingers."""
        if self.is_rejected:
            self.transport.abort()
        else:
            super().shutdown()

    def handle_websocket_upgrade(self) -> None:
        """Open a socket, here or at the worker that the table belongs to."""
        if not self.is_answered():  # the answer would come in the middle of the socket's frames
            self.transport.close()
            return
        if self.is_last_place:
            self.reject(Problem("busy", retry=RETRY_SECONDS))
            return
        code = None if self.hand_over is None else find_table_code(self.url)
        if self.hand_over is None or code is None or not self.hand_over.is_elsewhere(code):
            self.open_socket()
            return
        self.parser = None  # type: ignore[assignment]
        self.limiter.idle.pop(self, None)
        self.cancel_deadline()
        self.transport.pause_reading()
        task = self.loop.create_task(self.give_socket(self.hand_over, code))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def open_socket(self) -> None:
        """Let a socket go on here, and let go of the parser, which knows us as we know it."""
        super().handle_websocket_upgrade()
        self.limiter.remove(self.client)  # sockets have limits of their own
        self.parser = None  # type: ignore[assignment]
        self.release()

    async def give_socket(self, hand_over: HandOver, code: str) -> None:
        """Hand the connection over to another worker; if none takes it, go on here."""
        descriptor = self.transport.get_extra_info("socket").fileno()
        is_given = await hand_over.give(code, descriptor, self.encode_head(), self.let_go)
        if not is_given and not self.transport.is_closing():
            self.open_socket()
            self.transport.resume_reading()

    def let_go(self) -> bool:
        """Close our end of the connection, which another worker has, too; False if it is lost."""
        if self.transport.is_closing():
            return False
        self.transport.close()
        return True

    def encode_head(self) -> bytes:
        """The request for a socket as it came."""
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in self.headers]
        return b"\r\n".join([*lines, b"", b""])

    def release(self) -> None:
        """Let go of everything that holds this."""
        self.limiter.idle.pop(self, None)
        self.cancel_deadline()
        self.cancel_unread_timer()
        self.flow.protocol = None
        self.unparsed = b""
        for cycle, _ in self.pipeline:
            cycle.on_response = ignore
        self.pipeline.clear()

    # -- reading -------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what came, and what had to wait before it."""
        self.unparsed, self.position = self.unparsed[self.position :] + data, 0
        self.parse_pieces()

    def parse_pieces(self) -> None:
        """Parse piece by piece, until all is done or the rest has to wait."""
        while self.unparsed and not self.flow.read_paused and not self.is_over():
            self.parse_piece()
        if self.is_over():
            self.unparsed = b""
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        self.set_deadline()

    def is_over(self) -> bool:
        return self.is_rejected or self.parser is None or self.transport.is_closing()

    def parse_piece(self) -> None:
        """Count some bytes, and parse them. Of a body whose size is known it may be more."""
        size = max(PIECE, min(self.body_left, HIGH_WATER_LIMIT)) if self.stage == "body" else PIECE
        piece = self.unparsed[self.position : self.position + size]
        self.position += size
        if self.position >= len(self.unparsed):
            self.unparsed, self.position = b"", 0
        if self.stage == "idle":
            self.begin_head()
        self.head_bytes += len(piece)
        if self.stage == "head" and self.head_bytes > self.limits.head_bytes:
            self.reject(Problem("head-too-big", most=self.limits.head_bytes), "head")
            return
        super().data_received(piece)
        self.check_body()

    def check_body(self) -> None:
        """Close where a body is longer than any may be, or has too much around its content."""
        if self.is_over() or self.stage != "body":
            return
        if self.head_bytes > self.limits.head_bytes:
            self.reject(Problem("head-too-big", most=self.limits.head_bytes), "body")
        elif self.body_bytes > self.limits.record_bytes:
            self.reject(Problem("too-big", most=self.limits.record_bytes), "body")

    def begin_head(self) -> None:
        self.stage = "head"
        self.request_count += 1
        self.head_bytes = 0

    # -- what the parser tells -----------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.stage == "idle":  # another request in the same piece
            self.begin_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header of the head. Nobody reads trailers."""
        if self.stage == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete: somebody waits for an answer."""
        self.limiter.idle.pop(self, None)
        super().on_headers_complete()
        if self.is_last_place and self.cycle is not None:
            self.cycle.keep_alive = False
        self.stage, self.head_bytes, self.body_bytes = "body", 0, 0
        self.body_left = read_body_size(self.headers)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.body_bytes += len(body)
        self.body_left -= len(body)
        self.head_bytes -= len(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.stage = "idle"

    def on_response_complete(self) -> None:
        """Go on with what waited: a request that is there already, or what was not parsed."""
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.is_answered():
            self.limiter.idle[self] = None
        self.flow.resume_reading()

    # -- time ----------------------------------------------------------------------------

    def set_deadline(self) -> None:
        """Start the clock of a head or a body, once for each."""
        timed = (self.request_count, self.stage)
        if timed == self.timed:
            return
        self.cancel_deadline()
        self.timed = timed
        if self.stage == "idle" and self.request_count:
            self.wait_for_next()
        else:
            limits = self.limits
            seconds = limits.body_seconds if self.stage == "body" else limits.head_seconds
            self.deadline = self.loop.call_later(seconds, self.give_up)

    def wait_for_next(self) -> None:
        """Keep the connection for a while, where the answer came before the end of the body."""
        if self.is_answered() and self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def is_answered(self) -> bool:
        """Whether the last request whose head is complete has its whole answer."""
        return self.cycle is None or self.cycle.response_complete

    def cancel_deadline(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = self.timed = None

    def give_up(self) -> None:
        """The head or the body takes too long; unless it is the server that takes its time."""
        self.deadline = self.timed = None
        if self.flow.read_paused or (self.stage != "body" and not self.is_answered()):
            self.set_deadline()
        elif self.stage == "idle":  # browsers connect in advance, and would show an answer
            self.transport.close()
        else:
            self.reject(Problem("too-slow"), "slow")

    # -- writing -------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client has not taken yet what it was sent."""
        super().pause_writing()
        self.watch_unread()

    def resume_writing(self) -> None:
        """The client has taken enough."""
        super().resume_writing()
        self.cancel_unread_timer()

    def watch_unread(self) -> None:
        """Look later whether the client takes anything: answers are large, and stay in memory."""
        self.cancel_unread_timer()
        size = self.transport.get_write_buffer_size()
        self.unread_timer = self.loop.call_later(
            self.limits.unread_seconds, self.check_unread, size
        )

    def check_unread(self, before: int) -> None:
        """End it where nothing was taken for a while; a slow one takes something."""
        if self.transport.get_write_buffer_size() < before:
            self.watch_unread()
        else:
            self.transport.abort()

    def cancel_unread_timer(self) -> None:
        if self.unread_timer is not None:
            self.unread_timer.cancel()
            self.unread_timer = None

    # -- refusing ------------------------------------------------------------------------

    def reject(self, problem: Problem, flood: str = "") -> None:
        """Say why, where it can't be taken for the answer to another request, and close.

        `flood`: as what it is counted.
        """
        if flood:
            count_flood(flood)
        self.cancel_deadline()
        self._unset_keepalive_if_required()
        if not self.may_answer():
            self.transport.close()
            return
        self.is_rejected, self.unparsed = True, b""
        if not self.is_answered():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        accepted = dict(self.headers or ()).get(b"accept-language", b"").decode("latin-1")
        self.transport.write(encode_answer(problem, negotiate_language(accepted)))
        self.deadline = linger(self.loop, self.transport)

    def may_answer(self) -> bool:
        """Whether the next answer that the client expects is to the request that is read now."""
        if self.is_answered():
            return self.stage != "body"
        return self.stage == "body" and not self.pipeline and not self.cycle.response_started


class SocketAdoption(asyncio.Protocol):
    """Begins a socket whose request another worker has read."""

    def __init__(self, protocol: asyncio.Protocol, head: bytes) -> None:
        self.protocol, self.head = protocol, head

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As if the request had come here."""
        self.protocol.connection_made(transport)
        self.protocol.data_received(self.head)
        transport.set_protocol(self.protocol)


def ignore() -> None:
    """Nobody waits for this answer any more."""


def read_body_size(headers: list[tuple[bytes, bytes]]) -> int:
    """How long a body says it is; 0 where it does not say."""
    for name, value in headers:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def encode_answer(problem: Problem, lang: str = "en") -> bytes:
    """A problem as a whole answer, after which the connection is closed."""
    body = msgspec.json.encode(problem.build_details(lang))
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    headers |= problem.build_headers() | {"connection": "close"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[problem.status] + lines.encode() + b"\r\n" + body
