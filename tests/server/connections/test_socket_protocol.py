"""Sockets that send or take what no honest client would."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from malformed_messages import PING, PONG, REST, TEXT, frame
from msgspec import structs
from server_clients import GENEROUS, Guest, run_server
from uvicorn_server import (
    GOODBYE,
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
    usual = Limits()
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
