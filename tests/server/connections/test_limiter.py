"""How many connections there may be."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from msgspec import structs
from processes import until
from server_clients import GENEROUS, run_server
from server_process import ServerProcess
from uvicorn_server import (
    build_upgrade,
    connected,
    opened,
    read_all,
    read_answer,
    read_until,
    send_all,
)

resource = pytest.importorskip("resource")  # which Windows does not have

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
PAGE = REQUEST.replace(b"/healthz", b"/api/games")
MOST = 5
FILES = 200
FEW = structs.replace(GENEROUS, connections_per_address=MOST)


def ask(url: str, request: bytes = REQUEST) -> bytes:
    """What a server answers to a connection of its own."""
    with connected(url) as line:
        send_all(line, request)
        return read_all(line)


def test_one_address_has_only_so_many_connections_beside_its_sockets(tmp_path: Path) -> None:
    with run_server(tmp_path, FEW) as url, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(opened(url))
        for _ in range(MOST):
            stack.enter_context(connected(url))
        status, problem = read_answer(ask(url, b""))
        assert (status, problem["code"]) == (429, "too-many-connections")
        assert str(MOST) in problem["text"]
        stack.close()
        until(lambda: ask(url).startswith(b"HTTP/1.1 200 "))


def test_another_address_is_not_concerned(tmp_path: Path) -> None:
    with run_server(tmp_path, FEW) as url, ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(connected(url))
        with closing(socket.socket()) as line:
            line.settimeout(30)
            line.bind(("127.0.0.9", 0))
            line.connect(("127.0.0.1", int(url.rpartition(":")[2])))
            line.sendall(REQUEST)
            assert read_all(line).startswith(b"HTTP/1.1 200 ")


def test_behind_a_proxy_connections_are_not_counted_by_address(tmp_path: Path) -> None:
    with run_server(tmp_path, FEW, behind_proxy=True) as url, ExitStack() as stack:
        for _ in range(2 * MOST):
            stack.enter_context(connected(url))
        assert ask(url).startswith(b"HTTP/1.1 200 ")


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may have few descriptors."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux can lower the limit of another process")
    server = ServerProcess(tmp_path, f"sqlite://{tmp_path}/tables.db")
    try:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        yield server
    finally:
        server.close()


def test_when_descriptors_run_out_the_log_says_so_and_the_idle_make_room(
    cramped: ServerProcess,
) -> None:
    with ExitStack() as stack:
        for _ in range(FILES + 50):
            stack.enter_context(connected(cramped.url))
        until(lambda: ask(cramped.url).startswith(b"HTTP/1.1 200 "))
        until(lambda: ask(cramped.url, PAGE).startswith(b"HTTP/1.1 200 "))
        assert 1 <= cramped.log.count("file descriptors run out") <= 5


def test_when_sockets_fill_the_house_requests_are_still_answered(cramped: ServerProcess) -> None:
    with ExitStack() as stack:
        for _ in range(FILES):
            line = stack.enter_context(connected(cramped.url))
            line.sendall(build_upgrade(cramped.url))
            answer = read_until(line, b"\r\n\r\n")
            if not answer.startswith(b"HTTP/1.1 101 "):
                break
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert "file descriptors run out" in cramped.log
        for request in (REQUEST, PAGE):
            assert ask(cramped.url, request).startswith(b"HTTP/1.1 200 ")


def test_many_bad_requests_leave_one_line_in_the_log(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, f"sqlite://{tmp_path}/tables.db")
    try:
        for _ in range(30):
            assert ask(server.url, b"NO SUCH THING\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        assert 1 <= server.log.count("Invalid HTTP request") <= 3
    finally:
        server.close()
