"""Sockets that send or take what no honest client would."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from malformed_messages import PING, PONG, REST, TEXT, frame
from msgspec import structs
from server_clients import GENEROUS, Guest, run_server
from uvicorn_server import (
    GOODBYE,
    build_upgrade,
    connected,
    opened,
    read_all,
    read_close_code,
    read_until,
    send_all,
    split_frames,
)

from pioche.server.connections.socket_protocol import PIECE
from pioche.server.settings import Limits

BURST = 50
FEW_FRAMES = structs.replace(GENEROUS, frames_per_second=0.01, frames_burst=BURST)
FEW_BYTES = structs.replace(GENEROUS, bytes_per_second=0.01, bytes_burst=3000)
SMALLEST_FRAME = 6  # bytes
FLOODS = {
    "pings": frame(PING, b"") * 20_000,
    "pongs": frame(PONG, b"") * 20_000,
    "continuations": frame(TEXT, b"", fin=False) + frame(REST, b"", fin=False) * 20_000,
    "full pings": frame(PING, b"." * 125) * 2_000,
}


@contextmanager
def playing(folder: Path, limits: Limits) -> Iterator[tuple[Guest, str]]:
    """A server where somebody has a table; they, and its code."""
    with run_server(folder, limits) as url:
        guest = Guest(url, "Ada")
        try:
            yield guest, guest.open_table()
        finally:
            guest.close()


@pytest.mark.parametrize("place", ["lobby", "table"])
@pytest.mark.parametrize("kind", list(FLOODS))
def test_a_flood_of_frames_is_closed_and_a_quiet_player_plays_on(
    kind: str, place: str, tmp_path: Path
) -> None:
    with playing(tmp_path, FEW_FRAMES) as (guest, code), guest.at(code) as seat:
        seat.hear("table")
        path = "/api/lobby/socket" if place == "lobby" else f"/api/tables/{code}/socket"
        with opened(guest.url, path) as line:
            send_all(line, FLOODS[kind] + frame(REST, b"") * (kind == "continuations") + GOODBYE)
            assert seat.ask("sit")["type"] in ("done", "refused")
            frames = split_frames(read_all(line))
    pongs = [content for kind, content in frames if kind == PONG]
    assert len(pongs) <= BURST + PIECE / SMALLEST_FRAME
    assert read_close_code(frames) == 1008


def test_a_flood_of_bytes_is_closed(tmp_path: Path) -> None:
    with (
        playing(tmp_path, FEW_BYTES) as (guest, code),
        opened(guest.url, f"/api/tables/{code}/socket") as line,
    ):
        send_all(line, frame(TEXT, b'{"type":"ping","id":"a"}'.ljust(1000)) * 5 + GOODBYE)
        frames = split_frames(read_all(line))
    assert read_close_code(frames) == 1008


def test_the_usual_limits_leave_room_for_the_fastest_player(tmp_path: Path) -> None:
    """All messages that a socket may send at once, the longest there are, and pongs between."""
    usual = Limits(busy_seconds=60.0, full_seconds=60.0)  # however slow the machine is
    messages = usual.messages_burst
    with (
        playing(tmp_path, usual) as (guest, code),
        opened(guest.url, f"/api/tables/{code}/socket") as line,
    ):
        for number in range(messages):
            text = f'{{"type":"ping","id":"{number}"}}'.ljust(2000).encode()
            line.sendall(frame(TEXT, text) + frame(PONG, b"1234"))
        line.sendall(frame(TEXT, b'{"type":"ping","id":"last"}'))
        heard = read_until(line, b'"last"')
        line.sendall(GOODBYE)
        heard += read_all(line)
    frames = split_frames(heard)
    told = [json.loads(content) for kind, content in frames if kind == TEXT]
    answers = [message["id"] for message in told if message["type"] in ("pong", "failed")]
    assert answers == [*map(str, range(messages)), "last"]
    assert read_close_code(frames) == 1000


def test_messages_that_come_at_once_are_all_answered_in_order(tmp_path: Path) -> None:
    asked = [f'{{"type":"ping","id":"{number}"}}' for number in range(300)]
    with (
        playing(tmp_path, GENEROUS) as (guest, code),
        opened(guest.url, f"/api/tables/{code}/socket") as line,
    ):
        line.sendall(b"".join(frame(TEXT, text.encode()) for text in asked))
        heard = read_until(line, b'"299"')
    told = [json.loads(content) for kind, content in split_frames(heard) if kind == TEXT]
    answers = [message["id"] for message in told if message["type"] == "pong"]
    assert answers == [str(number) for number in range(300)]


def test_nothing_is_read_from_a_client_that_does_not_read(tmp_path: Path) -> None:
    """It may ping as long as the buffers of the system on both sides take it."""
    pings = memoryview(frame(PING, b"." * 125) * 250_000)
    sent = 0
    with playing(tmp_path, GENEROUS) as (guest, _), opened(guest.url) as line:
        line.settimeout(3)
        with suppress(TimeoutError):
            while sent < len(pings):
                sent += line.send(pings[sent : sent + 65536])
        assert sent < len(pings)
        assert guest.http.get("/healthz").status_code == 200


def test_a_client_that_does_not_read_is_cut_off_in_the_end(tmp_path: Path) -> None:
    hasty = structs.replace(GENEROUS, unread_seconds=0.5)
    asked = frame(TEXT, b'{"type":"ping","id":"' + b"x" * 40 + b'"}') * 500
    with playing(tmp_path, hasty) as (guest, code), guest.at(code) as seat:
        seat.hear("here")
        with opened(guest.url, f"/api/tables/{code}/socket", narrow=True) as line:
            assert seat.hear("here")["watching"] == 1
            sender = threading.Thread(target=send_all, args=(line, asked * 100))
            sender.start()
            while seat.hear("here").get("watching"):
                pass
        sender.join()


def test_a_lobby_that_is_talked_to_closes(tmp_path: Path) -> None:
    quiet = structs.replace(GENEROUS, lobby_messages_per_minute=0.01, lobby_messages_burst=3)
    with playing(tmp_path, quiet) as (guest, _), opened(guest.url) as line:
        send_all(line, frame(TEXT, b"hello") * 3)
        read_until(line, b'"type":"lobby"')
        send_all(line, frame(TEXT, b"hello"))
        heard = read_until(line, b"too-fast")
        send_all(line, GOODBYE)
        frames = split_frames(heard + read_all(line))
    assert json.loads(frames[-2][1])["code"] == "too-fast"
    assert read_close_code(frames) == 1008


MOVES = {
    "alone": lambda text: [frame(TEXT, text)],
    "after a pong": lambda text: [frame(PONG, b"unasked"), frame(TEXT, text)],
    "after a ping in the same piece": lambda text: [frame(PING, b"?") + frame(TEXT, text)],
    "in two bits": lambda text: [frame(TEXT, text)[:9], frame(TEXT, text)[9:]],
    "in two frames": lambda text: [
        frame(TEXT, text[:9], fin=False),
        frame(PING, b"between"),
        frame(REST, text[9:]),
    ],
    "after something long": lambda text: [
        frame(TEXT, b'{"type":"ping","id":"' + b"p" * 30 + b'"' + b" " * 200 + b"}"),
        frame(TEXT, text),
    ],
}


@pytest.mark.parametrize("how", list(MOVES))
def test_a_command_is_carried_out_however_its_bytes_arrive(how: str, tmp_path: Path) -> None:
    with playing(tmp_path, GENEROUS) as (guest, code):
        cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        with opened(guest.url, f"/api/tables/{code}/socket", cookie=cookie) as line:
            read_until(line, b'"table"')
            for number in range(3):
                name = f"emote-{number}"
                command = json.dumps({"type": "emote", "id": name, "emote": "wow"}).encode()
                for bits in MOVES[how](command):
                    send_all(line, bits)
                    time.sleep(0.01)  # so that they are not read as one
                read_until(line, f'"done","id":"{name}"'.encode())


REFUSED_UPGRADES = {
    "a long line": b"X-Long: " + b"y" * 9000 + b"\r\n",
    "many lines": b"".join(b"X-%d: y\r\n" % n for n in range(200)),
    "a body": b"Content-Length: 3\r\n",
    "chunks": b"Transfer-Encoding: chunked\r\n",
}


@pytest.mark.parametrize("more", list(REFUSED_UPGRADES))
def test_a_request_that_the_parser_of_sockets_refuses_is_closed(more: str, tmp_path: Path) -> None:
    """No app ever sees it, so nobody else would."""
    with run_server(tmp_path) as url, connected(url) as line:
        line.sendall(build_upgrade(url)[:-2] + REFUSED_UPGRADES[more] + b"\r\n")
        assert b" 101 " not in read_all(line)


def test_a_socket_is_not_opened_before_the_answer_to_another_request(tmp_path: Path) -> None:
    with run_server(tmp_path) as url, connected(url) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + build_upgrade(url))
        assert b" 101 " not in read_all(line)
