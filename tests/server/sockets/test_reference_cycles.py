"""Who leaves takes everything along: nothing waits for the collector of cycles."""

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest
import uvicorn
from malformed_messages import CLOSE, TEXT, frame
from msgspec import structs
from server_clients import GENEROUS, Guest
from table_services import (
    PEOPLE,
    ScriptedBots,
    pass_on,
    socket_at,
    started,
    table_service,
    to_move,
    until,
)

from pioche.server.http.app import build_app
from pioche.server.listen import listen
from pioche.server.run.workers import build_config
from pioche.server.settings import ServerSettings
from pioche.server.tables.service import TableService

pytest.importorskip("uvloop")  # asyncio's own transports leave a few objects each

TIMES = 50
HOST = "127.0.0.1"
GOODBYE = frame(CLOSE, b"\x03\xe8")
PING = frame(TEXT, b'{"type":"ping","id":"there"}')
WRONG = frame(15, b"")
EMPTY_PING = frame(9, b"")
HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
HALF_BODY = HALF.replace(b"GET", b"POST") + b"Content-Length: 10\r\n\r\n{"
PARTS = b"[" + b"{}," * 100_000 + b"{}]"
LIMITS = structs.replace(GENEROUS, frames_per_second=1, frames_burst=100)


class Left:
    """What only the collector could free, when all is over; counted by type."""

    def __init__(self) -> None:
        self.types: Counter[str] = Counter()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what the block leaves. The loop must not run in another thread."""
        gc.collect()
        gc.disable()
        try:
            yield
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            self.types.update(type(one).__qualname__ for one in gc.garbage)
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()


class Client:
    """One who speaks by hand: clients of libraries have cycles of their own."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.code = port, "", ""

    def settle(self) -> None:
        """Become somebody, and have a table."""
        guest = Guest(f"http://{HOST}:{self.port}", "Ada")
        self.code = guest.open_table()
        self.cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        guest.close()

    def asks(self, path: str, *headers: str) -> bytes:
        """What the server answers until it closes."""
        with self.connected(path, "Connection: close", *headers) as line:
            return rest(line)

    def opens(self, path: str, origin: str, until: bytes, *says: bytes) -> bytes:
        """Open a socket, hear until something is said, and say the last words."""
        upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        upgrade += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Origin: {origin}"]
        with self.connected(path, *upgrade) as line:
            heard = b""
            while until not in heard:
                heard += line.recv(65536) or pytest.fail(f"the end: {heard!r}")
            for word in says:
                line.sendall(word)
            return heard + rest(line) if says else heard

    @contextmanager
    def connected(self, path: str, *headers: str) -> Iterator[socket.socket]:
        """A connection on which this was asked for."""
        head = [f"GET {path} HTTP/1.1", f"Host: {HOST}:{self.port}", f"Cookie: {self.cookie}"]
        with closing(socket.create_connection((HOST, self.port), timeout=30)) as line:
            line.sendall("\r\n".join([*head, *headers, "", ""]).encode())
            yield line

    def at_table(self, *says: bytes) -> None:
        """A socket at the table; without last words it is cut."""
        own = f"http://{HOST}:{self.port}"
        self.opens(f"/api/tables/{self.code}/socket", own, b'"type":"here"', *says)

    def nowhere(self) -> None:
        """A socket at a table that there is not."""
        own = f"http://{HOST}:{self.port}"
        self.opens("/api/tables/ZZZZZZ/socket", own, b'"type":"bye"', GOODBYE)

    def in_lobby(self) -> None:
        """A socket at the lobby."""
        own = f"http://{HOST}:{self.port}"
        self.opens("/api/lobby/socket", own, b'"type":"lobby"', GOODBYE)

    def flood(self) -> None:
        """A socket that sends more than it may."""
        own = f"http://{HOST}:{self.port}"
        heard = self.opens("/api/lobby/socket", own, b'"type":"lobby"', EMPTY_PING * 1000)
        assert b"too many frames" in heard

    def sends(self, data: bytes, until: bytes = b"") -> None:
        """A connection that sends something, may wait for an answer, and is cut."""
        with closing(socket.create_connection((HOST, self.port), timeout=30)) as line:
            line.sendall(data)
            heard = b""
            while until not in heard:
                heard += line.recv(65536) or pytest.fail(f"the end: {heard!r}")

    def posts(self, path: str, body: bytes, expected: bytes) -> None:
        """A request with a body that is refused."""
        head = f"POST {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.sends(head.encode() + body, expected)

    def from_elsewhere(self) -> None:
        """A socket that another page wants."""
        self.opens(f"/api/tables/{self.code}/socket", "http://elsewhere.example", b" 403 ")


def rest(line: socket.socket) -> bytes:
    """All that comes until the end."""
    heard = b""
    while part := line.recv(65536):
        heard += part
    return heard


VISITS: dict[str, Callable[[Client], object]] = {
    "said goodbye": lambda client: client.at_table(PING, GOODBYE),
    "cut": lambda client: client.at_table(),
    "spoke nonsense": lambda client: client.at_table(WRONG),
    "looked at the lobby": Client.in_lobby,
    "found no table": Client.nowhere,
    "not let in": Client.from_elsewhere,
    "flooded": Client.flood,
}
REQUESTS: dict[str, Callable[[Client], object]] = {
    "answered": lambda client: client.asks("/api/tables"),
    "refused": lambda client: client.asks("/api/tables/ZZZZZZ"),
    "not let in": lambda client: client.asks("/api/tables", "Content-Length: 1000000"),
    "half a head": lambda client: client.sends(HALF),
    "half a body": lambda client: client.sends(HALF_BODY),
    "too big a head": lambda client: client.sends(HALF + b"X: y\r\n" * 4000, b" 431 "),
    "misread": lambda client: client.posts("/api/film", b"[1, 2]", b" 400 "),
    "misread parameter": lambda client: client.posts("/api/film?eyes=x", b"{}", b" 400 "),
    "wrong record": lambda client: client.posts("/api/film", b'{"game": 1}', b" 400 "),
    "too much of it": lambda client: client.posts("/api/film", PARTS, b" 400 "),
    "no JSON": lambda client: client.posts("/api/tables", b"{", b" 400 "),
    "pipelined": lambda client: client.sends((HALF + b"\r\n") * 20, b" 200 "),
}


@asynccontextmanager
async def serving(config: uvicorn.Config) -> AsyncIterator[tuple[uvicorn.Server, Client]]:
    """A server in this thread's loop, as `pioche serve` has it, and a client with a table."""
    server = uvicorn.Server(config)
    with closing(listen(HOST, 0)) as listener:
        client = Client(listener.getsockname()[1])
        task = asyncio.create_task(server.serve([listener]))
        await asyncio.to_thread(client.settle)
        try:
            yield server, client
        finally:
            server.should_exit = True
            await task


def left_by(what: Callable[[Client], object], folder: Path) -> Counter[str]:
    """What many who do this leave behind at a server."""
    settings = ServerSettings(f"sqlite://{folder}/tables.db", limits=LIMITS)
    config = build_config(settings, lambda: build_app(settings))
    left = Left()

    async def scenario() -> None:
        async with serving(config) as (server, client):
            state = server.server_state
            await asyncio.to_thread(what, client)  # so that all code has run once
            with left.counted():
                for _ in range(TIMES):
                    await asyncio.to_thread(what, client)
                await until(lambda: not state.connections and not state.tasks)

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(scenario())
    return left.types


@pytest.mark.parametrize("how", list(VISITS))
def test_a_socket_that_is_closed_leaves_nothing_for_the_collector(how: str, tmp_path: Path) -> None:
    left = left_by(VISITS[how], tmp_path)
    assert left.total() < TIMES, left.most_common()


@pytest.mark.parametrize("how", list(REQUESTS))
def test_a_request_leaves_nothing_for_the_collector(how: str, tmp_path: Path) -> None:
    left = left_by(REQUESTS[how], tmp_path)
    assert left.total() < TIMES, left.most_common()


@pytest.mark.parametrize("bots", [0, 1])
def test_a_table_that_leaves_memory_leaves_nothing_for_the_collector(
    bots: int, tmp_path: Path
) -> None:
    left = Left()

    async def scenario() -> None:
        async with table_service(f"sqlite://{tmp_path}/tables.db", ScriptedBots()) as one:
            await come_and_go(one, bots)  # so that all code has run once
            with left.counted():
                for _ in range(TIMES):
                    await come_and_go(one, bots)

    asyncio.run(scenario())
    assert left.types.total() < TIMES, left.types.most_common()


async def come_and_go(service: TableService, bots: int) -> None:
    """A game begins, goes on until a bot thinks if there is one, and nobody looks any more."""
    code = await started(service, 3, ["novice"] * bots)
    live = await service.get_table(code)
    device = await socket_at(service, live, PEOPLE[0])
    for number in range(4):
        if to_move(live.table) is not None:
            await pass_on(service, code, f"pass{number}")
    assert len(live.bot_tasks) == bots
    live.sockets.discard(device)
    service.unload(live)
    await asyncio.sleep(0.01)  # who thought has to hear that it is over
