"""Bodies that may hold a record: few at a time, and none that takes long to understand."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from msgspec import structs
from server_clients import GENEROUS, run_server
from uvicorn_server import SECONDS, connected, read_all, read_until, send_all

from pioche.server.http.middleware.large_bodies import MOST_PARTS

OTHER = "127.0.0.8"
SIZE = 1_000_000
LIMITS = structs.replace(GENEROUS, large_bodies_per_address=2, large_bodies=3)
FILMS = 9


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with run_server(tmp_path, LIMITS) as address:
        yield address


def head(path: str = "/api/film", length: str = f"Content-Length: {SIZE}", more: str = "") -> bytes:
    """The head of a request with a body."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", length]
    return "\r\n".join([*lines, *([more] if more else []), "", ""]).encode()


def begin(stack: ExitStack, url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection whose large body is waited for."""
    line = stack.enter_context(closing(socket.socket()))
    line.settimeout(SECONDS)
    line.bind((source, 0))
    line.connect(("127.0.0.1", int(url.rpartition(":")[2])))
    line.sendall(head(more="Expect: 100-continue"))
    read_until(line, b" 100 ")
    line.sendall(b" ")
    return line


def ask(url: str, data: bytes) -> bytes:
    """The head of the answer."""
    with connected(url) as line:
        send_all(line, data)
        return read_until(line, b"\r\n\r\n")


def test_an_address_has_only_so_many_on_their_way(url: str) -> None:
    with ExitStack() as stack:
        first, _ = begin(stack, url), begin(stack, url)
        with connected(url) as line:
            line.sendall(head("/api//film", "Transfer-Encoding: chunked"))
            assert read_all(line).startswith(b"HTTP/1.1 503 ")
        for length in (f"Content-Length: {SIZE}", "Transfer-Encoding: chunked"):
            with connected(url) as line:
                line.sendall(head(length=length))
                answer = read_all(line)  # without having sent the body
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b'"code":"busy"' in answer
            assert b"retry-after: 2" in answer
        small = ask(url, head(length="Content-Length: 2") + b"{}")
        assert small.startswith(b"HTTP/1.1 400 ")
        begin(stack, url, OTHER)
        first.close()
        answer = b" 503 "
        while b" 503 " in answer:  # until the server has noticed that it is gone
            answer = ask(url, head() + b"{}".ljust(SIZE))
        assert answer.startswith(b"HTTP/1.1 400 ")


def test_all_together_have_only_so_many(url: str) -> None:
    with ExitStack() as stack:
        for source in ("127.0.0.8", "127.0.0.8", "127.0.0.9"):
            begin(stack, url, source)
        assert ask(url, head()).startswith(b"HTTP/1.1 503 ")


@pytest.mark.parametrize("part", [b"[]", b"{}"])
def test_a_body_of_too_many_parts_is_refused_before_it_is_understood(url: str, part: bytes) -> None:
    many = b'{"moves":[' + b",".join([part] * MOST_PARTS) + b"]}"
    with connected(url) as line:
        line.sendall(head(length=f"Content-Length: {len(many)}") + many)
        answer = read_until(line, b"}")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"more than 100000 lists and objects" in answer


PATHS = ["/api/film", "/api/film?eyes=nobody", "/api/tables/continue", "//api/%66ilm/"]


@pytest.mark.parametrize("path", PATHS)
def test_records_are_counted_before_they_are_read(tmp_path: Path, path: str) -> None:
    limits = structs.replace(GENEROUS, films_per_minute=0.001, films_burst=FILMS)
    with run_server(tmp_path, limits) as url:
        for _ in range(FILMS):
            assert b" 429 " not in ask(url, head(path, "Content-Length: 2") + b"[]")
        with connected(url) as line:
            line.sendall(head(path))
            assert read_all(line).startswith(b"HTTP/1.1 429 ")


def test_a_step_that_no_record_has_is_refused(url: str) -> None:
    body = b'{"step": 9223372036854775808, "seat": 0, "table": "ABCDEF"}'
    answer = ask(url, head("/api/tables/continue", f"Content-Length: {len(body)}") + body)
    assert answer.startswith(b"HTTP/1.1 400 ")
