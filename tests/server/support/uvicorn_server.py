"""For tests: an app served by uvicorn on a free port, and connections to a server by hand."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import uvicorn
from malformed_messages import CLOSE, frame

from pioche.server.connections.http_protocol import build_protocols
from pioche.server.connections.limiter import ConnectionLimiter
from pioche.server.settings import Limits

LOCAL = "127.0.0.1"
GOODBYE = frame(CLOSE, b"\x03\xe8")
SECONDS = 30.0  # until a test that hears nothing fails


@contextmanager
def served(app: Any, limits: Limits = Limits()) -> Iterator[int]:  # noqa: B008
    """Serve an app, as `pioche serve` does, while the block runs; the port."""
    with closing(socket.create_server((LOCAL, 0))) as listener:
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                **build_protocols(ConnectionLimiter(limits)),
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=run, args=(server, listener), daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def run(server: uvicorn.Server, listener: socket.socket) -> None:
    """A server in a thread of its own. Who connects before it is up waits in line."""
    asyncio.run(server.serve(sockets=[listener]))


def raw(port: int, request: bytes) -> bytes:
    """What a server answers to these bytes, until it closes or falls silent."""
    with closing(socket.create_connection((LOCAL, port), timeout=10)) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        parts = []
        while part := client.recv(65536):
            parts.append(part)
        return b"".join(parts)


@contextmanager
def connected(url: str, narrow: bool = False) -> Iterator[socket.socket]:
    """A connection; `narrow`: one that takes little of what is sent to it."""
    with closing(socket.socket()) as line:
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(SECONDS)
        host, port = url.removeprefix("http://").split(":")
        line.connect((host, int(port)))
        yield line


def build_upgrade(url: str, path: str = "/api/lobby/socket", cookie: str = "") -> bytes:
    """A request for a socket."""
    head = [f"GET {path} HTTP/1.1", f"Host: {url.removeprefix('http://')}", f"Origin: {url}"]
    head += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    head += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Cookie: {cookie}", "", ""]
    return "\r\n".join(head).encode()


@contextmanager
def opened(
    url: str, path: str = "/api/lobby/socket", cookie: str = "", narrow: bool = False
) -> Iterator[socket.socket]:
    """A socket, at the lobby if no other path is given."""
    with connected(url, narrow) as line:
        line.sendall(build_upgrade(url, path, cookie))
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += line.recv(1)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        yield line


def send_all(line: socket.socket, data: bytes) -> None:
    """Send what the other end takes: it may have had enough before the end."""
    with suppress(ConnectionError):
        line.sendall(data)


def read_until(line: socket.socket, wanted: bytes) -> bytes:
    """All that comes until something was said."""
    heard = b""
    while wanted not in heard:
        part = line.recv(65536)
        assert part, heard
        heard += part
    return heard


def read_all(line: socket.socket) -> bytes:
    """All that comes until the connection is closed."""
    parts = []
    with suppress(ConnectionError):
        while part := line.recv(65536):
            parts.append(part)
    return b"".join(parts)


def split_frames(data: bytes) -> list[tuple[int, bytes]]:
    """The frames of a server: the kind and the content of each."""
    frames, at = [], 0
    while at + 2 <= len(data):
        start, size = at + 2, data[at + 1]
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : start], "big")
        frames.append((data[at] & 15, data[start : start + size]))
        at = start + size
    return frames


def read_close_code(frames: list[tuple[int, bytes]]) -> int | None:
    """The code with which the server closes a socket."""
    kind, content = frames[-1]
    return int.from_bytes(content[:2], "big") if kind == CLOSE else None


def read_answer(data: bytes) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)
