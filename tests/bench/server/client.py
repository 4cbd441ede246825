"""A lean client: WebSocket (RFC 6455) and HTTP/1.1 by hand, thousands of sockets a process.

The load must cost little beside the server it measures: frames are cut where they lie, and
nothing is decoded here. Messages in several frames are not understood; the server sends none.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

import msgspec

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # the first byte of a frame that stands alone
MASKED = 0x80

Hear = Callable[[bytes], None]


class NotOpened(Exception):
    """The server's answer was no WebSocket, or no success."""


def frame(opcode: int, payload: bytes) -> bytes:
    """A masked frame, as clients must send them."""
    size, key = len(payload), os.urandom(4)
    mask = (key * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(mask, "big")
    if size < 126:
        head = bytes((opcode, MASKED | size))
    else:
        head = bytes((opcode, MASKED | 126)) + size.to_bytes(2, "big")
    return head + key + masked.to_bytes(size, "big")


def ignore(_: bytes) -> None:
    """Nobody listens any more."""


class Socket(asyncio.Protocol):
    """A WebSocket: every text that comes is handed on as bytes."""

    transport: asyncio.Transport

    def __init__(self, request: bytes, hear: Hear) -> None:
        self.request, self.hear = request, hear
        self.rest = b""
        self.upgraded = self.closed = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        """The server is gone, or we are."""
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(NotOpened(f"the connection was closed: {error}"))

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames; keep what is not whole."""
        if self.rest:
            data = self.rest + data
        if not self.upgraded:
            data = self.upgrade(data)
        at, end = 0, len(data) if self.upgraded else 0
        while end - at >= 2:
            start, size = at + 2, data[at + 1]
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if end < start + size:
                break
            self.take(data[at], data[start : start + size])
            at = start + size
        self.rest = data[at:]

    def upgrade(self, data: bytes) -> bytes:
        """What comes after the server's answer to the request; all of it if that is not whole."""
        head, whole, after = data.partition(b"\r\n\r\n")
        if not whole:
            return data
        if head.startswith(b"HTTP/1.1 101 "):
            self.upgraded = True
            if not self.opened.done():  # nobody waits for it any more
                self.opened.set_result(None)
            return after
        self.opened.set_exception(NotOpened(data[:300].decode("latin-1")))
        self.transport.abort()
        return b""

    def take(self, opcode: int, payload: bytes) -> None:
        """One frame."""
        if opcode == TEXT:
            self.hear(payload)
        elif opcode == PING:
            self.transport.write(frame(PONG, payload))
        elif opcode == CLOSE:
            self.transport.write(frame(CLOSE, payload[:2]))
            self.transport.close()
        elif opcode != PONG:
            raise ValueError(f"a frame that begins with {opcode:#x} was not expected")

    def send(self, text: bytes) -> None:
        """Send a text."""
        self.transport.write(frame(TEXT, text))

    def close(self) -> None:
        """Say goodbye, and hear no more; the server ends the connection."""
        self.hear = ignore
        if not self.closed:
            self.transport.write(frame(CLOSE, b"\x03\xe8"))


class Address:
    """Where the server listens."""

    def __init__(self, port: int, host: str = "127.0.0.1", source: str | None = None) -> None:
        self.host, self.port = host, port
        self.source = None if source is None else (source, 0)  # whom the server sees
        self.own = f"{host}:{port}"

    async def socket(self, path: str, cookie: str, hear: Hear) -> Socket:
        """An open WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {self.own}\r\nOrigin: http://{self.own}\r\n"
            f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: Socket(request.encode(), hear),
            self.host,
            self.port,
            local_addr=self.source,
        )
        await socket.opened
        return socket


class Http:
    """One connection for requests, one after another."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
        """The answer to a POST as JSON, and the cookie it sets."""
        content = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.address.own}\r\n"
            f"Origin: http://{self.address.own}\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        async with self.lock:
            answer, cookie = await self.ask(head.encode() + content)
        return msgspec.json.decode(answer or b"null"), cookie

    async def get(self, path: str) -> bytes:
        """The answer to a GET."""
        head = f"GET {path} HTTP/1.1\r\nHost: {self.address.own}\r\n\r\n"
        async with self.lock:
            return (await self.ask(head.encode()))[0]

    async def ask(self, request: bytes) -> tuple[bytes, str]:
        """Send a request and read its answer."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(
                self.address.host, self.address.port, local_addr=self.address.source
            )
        reader, writer = self.streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = [line.partition(": ") for line in head.split("\r\n")[1:]]
        headers = {name.lower(): value for name, _, value in lines}
        body = await reader.readexactly(int(headers["content-length"]))
        if head.split()[1][0] != "2":
            raise NotOpened(head.splitlines()[0] + " " + body[:300].decode())
        cookie = headers.get("set-cookie", "").partition(";")[0]
        return body, cookie

    async def close(self) -> None:
        """Let go."""
        if self.streams is not None:
            self.streams[1].close()
