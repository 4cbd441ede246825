"""Requests that are too big, too slow or too many, before the app ever sees them."""

import asyncio
import gc
import threading
import time
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn_server import (
    LOCAL,
    connected,
    read_all,
    read_answer,
    read_until,
    send_all,
    served,
)

from pioche.server.settings import Limits

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
TWO_MEGABYTES = 2_000_000
LARGE = bytes(5 * TWO_MEGABYTES)
HASTY = Limits(head_seconds=0.3, body_seconds=0.3)


class App:
    """Reads each request to its end and answers; the first may have to wait for the test."""

    def __init__(self, waits: bool = False) -> None:
        self.released = threading.Event()
        if not waits:
            self.released.set()
        self.began = threading.Event()
        self.events: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        self.began.set()
        while not self.released.is_set():
            await asyncio.sleep(0.01)
        while (event := await receive()).get("more_body"):
            pass
        self.events.append(event["type"])
        if event["type"] == "http.request":
            await send({"type": "http.response.start", "status": 200, "headers": LENGTH})
            await send({"type": "http.response.body", "body": b"ok"})


LENGTH = [(b"content-length", b"2")]


USUAL = Limits()


def ask(request: bytes, limits: Limits = USUAL, app: App | None = None) -> bytes:
    """All that a server answers to these bytes until it closes."""
    with served(app or App(), limits) as port, connected(f"http://{LOCAL}:{port}") as line:
        send_all(line, request)
        return read_all(line)


BIG: dict[str, bytes] = {
    "many headers": HEAD + b"X-More: y\r\n" * (TWO_MEGABYTES // 11) + b"Connection: close\r\n\r\n",
    "one header": HEAD + b"X: " + b"y" * TWO_MEGABYTES + b"\r\nConnection: close\r\n\r\n",
    "the path": b"GET /" + b"x" * TWO_MEGABYTES + b" HTTP/1.1\r\nConnection: close\r\n\r\n",
    "trailers": CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    + b"0\r\n"
    + b"X-More: y\r\n" * (TWO_MEGABYTES // 11)
    + b"\r\n",
    "a chunk's extension": CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    + b"1;x="
    + b"y" * TWO_MEGABYTES
    + b"\r\nz\r\n0\r\n\r\n",
    "empty lines": b"\r\n" * (TWO_MEGABYTES // 2) + HEAD + b"Connection: close\r\n\r\n",
}


@pytest.mark.parametrize("what", list(BIG))
def test_a_head_that_is_too_big_is_refused_and_says_how_big_it_may_be(what: str) -> None:
    status, problem = read_answer(ask(BIG[what]))
    assert (status, problem["code"]) == (431, "head-too-big")
    assert "16384" in problem["text"]


def test_the_reason_is_told_in_the_language_of_the_request() -> None:
    request = HEAD + b"Accept-Language: fr\r\n" + b"X-More: y\r\n" * 2000
    assert read_answer(ask(request))[1]["text"].startswith("L’en-tête de la requête")


def test_a_head_of_an_honest_size_is_read() -> None:
    request = HEAD + b"Cookie: " + b"c" * 15_000 + b"\r\nConnection: close\r\n\r\n"
    assert ask(request).startswith(b"HTTP/1.1 200 ")


def test_a_large_body_arrives_whole_in_one_piece_or_in_chunks() -> None:
    size, app = 1_000_000, App()
    post = HEAD.replace(b"GET", b"POST") + b"Connection: close\r\n"
    known = post + b"Content-Length: %d\r\n\r\n" % size + b"x" * size
    chunks = (b"%x\r\n" % 4000 + b"x" * 4000 + b"\r\n") * (size // 4000) + b"0\r\n\r\n"
    for request in (known, post + b"Transfer-Encoding: chunked\r\n\r\n" + chunks):
        assert ask(request, app=app).endswith(b"ok")


def test_a_body_without_end_is_closed_even_if_nobody_reads_it() -> None:
    """What comes after the answer is only thrown away."""

    async def answer_at_once(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": LENGTH})
        await send({"type": "http.response.body", "body": b"ok"})

    chunk = b"%x\r\n" % 4000 + b"x" * 4000 + b"\r\n"
    limits = Limits(record_bytes=100_000)
    with served(answer_at_once, limits) as port, connected(f"http://{LOCAL}:{port}") as line:
        line.sendall(CHUNKED)
        read_until(line, b"ok")
        with pytest.raises(ConnectionError):
            line.sendall(chunk * 5000)


def count_requests() -> int:
    """How many requests are in memory."""
    return sum(type(one) is RequestResponseCycle for one in gc.get_objects())


def test_pipelined_requests_wait_outside_and_are_all_answered() -> None:
    app, count = App(waits=True), 1000
    with served(app) as port, connected(f"http://{LOCAL}:{port}") as line:
        before = count_requests()
        line.sendall((HEAD + b"\r\n") * (count - 1) + HEAD + b"Connection: close\r\n\r\n")
        assert app.began.wait(30)
        with connected(f"http://{LOCAL}:{port}"):  # whatever came before was read by now
            pass
        assert count_requests() - before < 10
        app.released.set()
        assert read_all(line).count(b"HTTP/1.1 200 ") == count


def test_a_head_that_does_not_end_is_given_up() -> None:
    status, problem = read_answer(ask(HEAD + b"X-Mo", HASTY))
    assert (status, problem["code"]) == (408, "too-slow")


def test_the_second_head_of_a_connection_is_given_up_too() -> None:
    answers = ask(HEAD + b"\r\n" + HEAD, HASTY)
    first, _, second = answers.partition(b"ok")
    assert first.startswith(b"HTTP/1.1 200 ")
    assert read_answer(second)[0] == 408


def test_empty_lines_keep_no_connection_open() -> None:
    assert read_answer(ask(b"\r\n", HASTY))[0] == 408


def test_a_connection_that_says_nothing_is_closed_without_an_answer() -> None:
    assert ask(b"", HASTY) == b""


def test_a_body_that_does_not_end_is_given_up_and_the_app_is_told() -> None:
    app = App()
    status, problem = read_answer(ask(HEAD + b"Content-Length: 100\r\n\r\n{", HASTY, app))
    assert (status, problem["code"]) == (408, "too-slow")
    assert app.events == ["http.disconnect"]


def test_the_time_that_the_server_takes_is_not_the_clients() -> None:
    """A body that the app does not read yet can't come to its end."""
    app, body = App(waits=True), b"x" * 500_000
    limits = Limits(body_seconds=2)
    with served(app, limits) as port, connected(f"http://{LOCAL}:{port}") as line:
        head = HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
        sender = threading.Thread(target=send_all, args=(line, head + body))
        sender.start()
        line.settimeout(3)  # longer than a body may take
        with pytest.raises(TimeoutError):
            line.recv(1)
        line.settimeout(30)
        app.released.set()
        assert read_all(line).endswith(b"ok")
        sender.join()


class LargeApp:
    """Answers with more than lies between it and the client."""

    def __init__(self) -> None:
        self.gone = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": LARGE, "more_body": True})
        await send({"type": "http.response.body", "body": LARGE, "more_body": True})
        assert (await receive())["type"] == "http.disconnect"
        self.gone.set()


def test_who_takes_nothing_of_a_large_answer_is_cut_off() -> None:
    app = LargeApp()
    with (
        served(app, Limits(unread_seconds=0.3)) as port,
        connected(f"http://{LOCAL}:{port}", narrow=True) as line,
    ):
        line.sendall(HEAD + b"\r\n")
        assert app.gone.wait(30)


def test_who_takes_a_large_answer_slowly_gets_all_of_it() -> None:
    with (
        served(LargeApp(), Limits(unread_seconds=2.0)) as port,
        connected(f"http://{LOCAL}:{port}") as line,
    ):
        line.sendall(HEAD + b"\r\n")
        heard = 0
        while heard < 2 * len(LARGE):
            part = line.recv(2**18)
            assert part, f"cut off after {heard}"
            heard += len(part)
            time.sleep(0.05)  # all of it takes twice as long as nothing may
