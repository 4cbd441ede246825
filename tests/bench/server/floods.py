"""What one hostile client does to a server, as fast as it can, for a while.

Each flood comes from an address of its own (127.0.0.2), so that limits per address tell it
from the quiet player. Who is cut off comes back at once.

    python tests/bench/server/floods.py NAME --port 8000 --seconds 10
"""

import argparse
import base64
import json
import os
import select
import socket
import time
from collections.abc import Callable
from contextlib import closing, suppress

from process import allow_files

HOST, OWN = "127.0.0.1", "127.0.0.2"
BLOCK = 65536  # bytes in one go
PATIENCE = 0.5  # seconds until somebody who can't send looks at the clock
RETRY = 0.02  # seconds until somebody who was cut off comes back
HALF_SENT, MANY_SOCKETS = 1000, 250
EMPTY_PING, EMPTY_PONG = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"  # six bytes each
FULL_PING = b"\x89\xfd\0\0\0\0" + bytes(125)
BEGUN, CONTINUED = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"  # a text without an end


class Flood:
    """A server to be flooded, until the time is up."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.end = port, time.monotonic() + seconds
        self.sent = self.connections = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.end

    def connect(self, narrow: bool = False) -> socket.socket:
        """A connection; `narrow`: one that takes little of what is sent to it."""
        self.connections += 1  # refused ones, too
        line = socket.socket()
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.bind((OWN, 0))
        line.connect((HOST, self.port))
        return line

    def open_lobby(self, narrow: bool = False) -> socket.socket:
        """A socket at the lobby, as anybody may have one."""
        line = self.connect(narrow)
        own = f"{HOST}:{self.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /api/lobby/socket HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        line.recv(BLOCK)
        return line

    def pour(self, line: socket.socket, data: bytes, listen: bool = True) -> None:
        """Send the same again and again, until the time is up or the server has had enough."""
        rest = memoryview(data)
        while not self.is_over:
            with suppress(TimeoutError):
                count = line.send(rest)
                self.sent += count
                rest = rest[count:] or memoryview(data)
            if listen:
                self.skip(line)

    def skip(self, line: socket.socket) -> None:
        """Read what has come, without waiting for more."""
        while has_news(line):
            if not line.recv(BLOCK):
                raise ConnectionResetError  # the server has closed it

    def repeat(self, once: Callable[[], None]) -> None:
        """Come back whenever the server ends it."""
        while not self.is_over:
            with suppress(OSError):
                once()
            time.sleep(RETRY)

    def flood_socket(self, first: bytes, frame: bytes, narrow: bool = False) -> None:
        """Frames over a socket at the lobby."""

        def once() -> None:
            with closing(self.open_lobby(narrow)) as line:
                line.sendall(first)
                self.pour(line, frame * (BLOCK // len(frame)), listen=not narrow)

        self.repeat(once)

    def flood_requests(self, first: bytes, more: bytes, narrow: bool = False) -> None:
        """Bytes over a connection for requests."""

        def once() -> None:
            with closing(self.connect(narrow)) as line:
                line.sendall(first)
                self.pour(line, more * (BLOCK // len(more)), listen=not narrow)

        self.repeat(once)

    def hold(self, count: int, first: bytes, drop: bytes = b"") -> None:
        """Many connections that begin a request and don't end it; one that is cut is replaced."""
        lines: list[socket.socket] = []
        while not self.is_over:
            with suppress(OSError):
                while len(lines) < count and not self.is_over:
                    lines.append(self.connect())
                    lines[-1].sendall(first)
            lines = [line for line in lines if self.keep_open(line, drop)]
            time.sleep(RETRY)
        for line in lines:
            line.close()

    def keep_open(self, line: socket.socket, drop: bytes) -> bool:
        """Send a drop; whether the connection is still open."""
        try:
            line.send(drop)
            self.skip(line)
        except OSError:
            line.close()
            return False
        return True

    def knock(self) -> None:
        """New connections, one after the other, that ask for nothing."""
        while not self.is_over:
            with suppress(OSError):
                self.connect().close()

    def flood_briefly(self, frames: bytes) -> None:
        """Sockets that send just too much and come back at once when they are cut off."""
        while not self.is_over:
            with suppress(OSError), closing(self.open_lobby()) as line:
                line.sendall(frames)
                self.sent += len(frames)
                while line.recv(BLOCK):
                    pass

    def post(self, request: bytes) -> None:
        """A request over a connection of its own, again and again."""
        while not self.is_over:
            with suppress(OSError), closing(self.connect()) as line:
                line.sendall(request)
                self.sent += len(request)
                line.recv(BLOCK)

    def burst(self, count: int, frames: bytes) -> None:
        """Many sockets that stay within what one may send, and all send it at once."""
        lines: list[socket.socket] = []
        while not self.is_over:
            with suppress(OSError):
                while len(lines) < count and not self.is_over:
                    lines.append(self.open_lobby())
            for line in lines:
                with suppress(OSError):
                    line.sendall(frames)
                    self.sent += len(frames)
            lines = [line for line in lines if self.keep_open(line, b"")]
            time.sleep(1.0)
        for line in lines:
            line.close()


def has_news(line: socket.socket) -> bool:
    """Whether something can be read now. Thousands may be open, so `select` would not do."""
    news = select.poll()
    news.register(line, select.POLLIN)
    return bool(news.poll(0))


REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"GET /healthz HTTP/1.1\r\nHost: 127."
BODY = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SLOW_BODY = BODY + b"Content-Length: 9000\r\n\r\n{"
RECORD = BODY.replace(b"/api/me", b"/api/film") + b"Content-Length: 2000000\r\n\r\n"
LISTS = RECORD + (b"[" + b"[]," * 700_000)[:1_999_996] + b"[]]"
UPGRADE = (
    b"GET /api/lobby/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 3\r\n\r\n"
)
CHUNKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"

FLOODS: dict[str, Callable[[Flood], None]] = {
    "empty pings": lambda flood: flood.flood_socket(b"", EMPTY_PING),
    "pings, never read": lambda flood: flood.flood_socket(b"", FULL_PING, narrow=True),
    "empty pongs": lambda flood: flood.flood_socket(b"", EMPTY_PONG),
    "continuations": lambda flood: flood.flood_socket(BEGUN, CONTINUED),
    "brief floods": lambda flood: flood.flood_briefly(EMPTY_PONG * 400),
    "many sockets": lambda flood: flood.burst(MANY_SOCKETS, EMPTY_PING * 150),
    "huge head": lambda flood: flood.flood_requests(REQUEST[:-2], b"X-More: y\r\n"),
    "huge header": lambda flood: flood.flood_requests(REQUEST[:-2] + b"X: ", b"y"),
    "endless chunks": lambda flood: flood.flood_requests(CHUNKED, b"1;x=y\r\nz\r\n"),
    "trailers": lambda flood: flood.flood_requests(CHUNKED + b"0\r\n", b"X-More: y\r\n"),
    "pipeline": lambda flood: flood.flood_requests(b"", REQUEST),
    "pipeline, never read": lambda flood: flood.flood_requests(b"", REQUEST, narrow=True),
    "connections": lambda flood: flood.knock(),
    "half-sent heads": lambda flood: flood.hold(HALF_SENT, HALF),
    "slow bodies": lambda flood: flood.hold(HALF_SENT, SLOW_BODY, b" "),
    "unfinished records": lambda flood: flood.hold(HALF_SENT, RECORD + b" " * 1_900_000),
    "records": lambda flood: flood.post(LISTS),
    "refused upgrades": lambda flood: flood.hold(HALF_SENT, UPGRADE),
}


def main() -> None:
    """One flood; what it could send, as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=list(FLOODS))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    allow_files()
    flood = Flood(asked.port, asked.seconds)
    FLOODS[asked.name](flood)
    print(json.dumps({"bytes": flood.sent, "connections": flood.connections}))


if __name__ == "__main__":
    main()
