"""Connections that are closed because somebody sends too much: they are counted by the reason."""

import socket
from contextlib import closing
from pathlib import Path

import pytest
from malformed_messages import PING, TEXT, frame
from msgspec import structs
from server_clients import GENEROUS, run_server
from uvicorn_server import connected, opened, read_all, send_all

from pioche.server.counters import FLOODS

STRICT = structs.replace(
    GENEROUS,
    frames_per_second=0.01,
    frames_burst=50,
    bytes_per_second=0.01,
    bytes_burst=3000,
    head_seconds=0.3,
)
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
SOCKET_FLOODS = {"frames": frame(PING, b"") * 100, "bytes": frame(TEXT, b"x" * 1000) * 5}
REQUEST_FLOODS = {
    "head": HEAD + b"X-More: y\r\n" * 20_000,
    "body": CHUNKED + b"1;x=y\r\nz\r\n" * 20_000,
    "slow": HEAD,
}
MOST = 20


def read_floods(url: str, source: str = "127.0.0.8") -> dict[str, float]:
    """How many were closed for each reason, as the metrics have it."""
    with closing(socket.socket()) as line:
        line.settimeout(30)
        line.bind((source, 0))
        line.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        line.sendall(HEAD.replace(b"/healthz", b"/metrics") + b"Connection: close\r\n\r\n")
        page = read_all(line).decode()
    lines = [line for line in page.splitlines() if line.startswith("pioche_floods_total{")]
    found = {line.split('"')[1]: float(line.split()[-1]) for line in lines}
    assert {*found} >= {*FLOODS}
    return {reason: count for reason, count in found.items() if count}


@pytest.mark.parametrize("reason", list(SOCKET_FLOODS))
def test_a_flooding_socket_is_counted(reason: str, tmp_path: Path) -> None:
    with run_server(tmp_path, STRICT) as url:
        with opened(url) as line:
            send_all(line, SOCKET_FLOODS[reason])
            read_all(line)
        assert read_floods(url) == {reason: 1}


@pytest.mark.parametrize("reason", list(REQUEST_FLOODS))
def test_a_flooding_request_is_counted(reason: str, tmp_path: Path) -> None:
    with run_server(tmp_path, STRICT) as url:
        for _ in range(2):
            with connected(url) as line:
                send_all(line, REQUEST_FLOODS[reason])
                read_all(line)
        assert read_floods(url) == {reason: 2}


def test_who_asks_too_much_is_told_so_and_needs_a_new_connection(tmp_path: Path) -> None:
    few = structs.replace(GENEROUS, requests_per_second=0.01, requests_burst=3)
    with run_server(tmp_path, few) as url:
        with connected(url) as line:
            send_all(line, (HEAD + b"\r\n") * 20)
            answers = read_all(line)
        assert answers.count(b"HTTP/1.1 200 ") == 3
        assert answers.count(b"HTTP/1.1 429 ") == 1
        assert read_floods(url) == {"requests": 1}


def test_behind_a_proxy_who_asks_too_much_costs_the_others_no_connection(tmp_path: Path) -> None:
    few = structs.replace(GENEROUS, requests_per_second=0.01, requests_burst=3)
    with run_server(tmp_path, few, behind_proxy=True) as url, connected(url) as line:
        send_all(line, (HEAD + b"\r\n") * 19 + HEAD + b"Connection: close\r\n\r\n")
        assert read_all(line).count(b"HTTP/1.1 429 ") == 17


def test_new_connections_of_one_address_are_refused_beyond_a_rate(tmp_path: Path) -> None:
    few = structs.replace(GENEROUS, connections_per_second=0.01, connections_burst=MOST)
    with run_server(tmp_path, few) as url:
        answers = []
        for _ in range(2 * MOST):
            with connected(url) as line:
                send_all(line, HEAD + b"Connection: close\r\n\r\n")
                answers.append(read_all(line))
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers[:MOST])
        assert answers[MOST:] == [b""] * MOST
        assert read_floods(url) == {"connections": MOST}  # and other addresses are let in


def test_behind_a_proxy_new_connections_are_not_counted(tmp_path: Path) -> None:
    few = structs.replace(GENEROUS, connections_per_second=0.01, connections_burst=MOST)
    with run_server(tmp_path, few, behind_proxy=True) as url:
        for _ in range(2 * MOST):
            with connected(url) as line:
                send_all(line, HEAD + b"Connection: close\r\n\r\n")
                assert read_all(line).startswith(b"HTTP/1.1 200 ")
