"""Whatever comes over a socket: an answer, no crash, and nothing at the table has changed."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from malformed_messages import FRAMES, command, lines
from msgspec import structs
from server_clients import GENEROUS, Guest, Seat, run_server
from websockets.exceptions import ConnectionClosed, InvalidStatus

ANSWERS = {"refused", "failed", "pong"}


class Scene:
    """A table in play, with an honest player, and strangers who mean no good."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.guests = [Guest(url, name) for name in ("Ada", "Bo", "Cy", "Di")]
        self.host, *players, self.stranger = self.guests
        self.code = self.host.open_table(seats=3)
        for player in players:
            player.ask(self.code, "sit")
        self.host.ask(self.code, "start")
        self.stranger.open_table(seats=3, bots=2)  # who sits elsewhere
        self.honest = stack.enter_context(self.host.at(self.code))
        self.before = self.stand()
        turn = self.honest.hear("table")["view"]["turn"]
        self.waiting = self.guests[(turn + 1) % 3]
        for guest in self.guests:
            stack.callback(guest.close)

    def stand(self) -> list[Any]:
        """The table anew, through the eyes of a player and of somebody who watches."""
        seen = []
        for guest in (self.host, self.stranger):
            with guest.at(self.code) as seat:
                seen.append(seat.hear("table"))
        return seen

    def check(self) -> None:
        """The honest player has not been told of anything; nothing has changed."""
        assert {message["type"] for message in self.honest.heard()} <= {"here"}
        assert self.stand() == self.before


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """One table for all."""
    with ExitStack() as stack:
        url = stack.enter_context(run_server(tmp_path_factory.mktemp("server")))
        yield Scene(url, stack)


def send(seat: Seat, line: str | bytes) -> None:
    """A line, even one with half a letter in it."""
    text = line.encode("utf-8", "replace").decode() if isinstance(line, str) else line
    seat.socket.send(text)


def answers(seat: Seat) -> list[Any]:
    """What was answered until now."""
    return [message for message in seat.heard() if message["type"] not in ("here", "table")]


@pytest.mark.parametrize("seed", range(2))
def test_nonsense_from_a_stranger_is_answered_and_does_nothing(scene: Scene, seed: int) -> None:
    rng = random.Random(seed)
    with scene.stranger.at(scene.code) as seat:
        for line in lines(rng, 150):
            send(seat, line)
            found = answers(seat)
            assert len(found) == 1
            assert found[0]["type"] in ANSWERS, (line, found)
            assert "Traceback" not in found[0].get("text", "")
    scene.check()


def test_a_stranger_can_do_nothing_at_somebody_elses_table(scene: Scene) -> None:
    rng = random.Random(1)
    with scene.stranger.at(scene.code) as seat:
        for number in range(100):
            seat.socket.send(json.dumps(command(rng, number)))
            (found,) = answers(seat)
            assert found["type"] in ANSWERS, found
    scene.check()


def test_nobody_acts_for_another_seat_or_out_of_turn(scene: Scene) -> None:
    """Who waits for their turn may speak and leave; but that is all."""
    quiet = {"say", "emote", "leave", "abandon"}
    rng = random.Random(2)
    with scene.waiting.at(scene.code) as seat:
        for number in range(120):
            asked = command(rng, number)
            if asked["type"] in quiet:
                continue
            seat.socket.send(json.dumps(asked))
            (found,) = answers(seat)
            assert found["type"] in ANSWERS, found
        for line in lines(rng, 100):
            if not any(f'"type": "{word}"' in str(line) for word in quiet):
                send(seat, line)
                assert all(found["type"] in ANSWERS for found in answers(seat))
    scene.check()


def test_what_was_done_is_not_done_again(scene: Scene) -> None:
    """Replays of one's own command are answered as the first was; those of others are one's own."""
    first = {"type": "start", "id": "h1", "seq": 0}
    with scene.host.at(scene.code) as seat:
        for _ in range(5):
            seat.socket.send(json.dumps(first))
            (found,) = answers(seat)
            assert found["type"] == "done"
            assert found["seq"] <= scene.before[0]["seq"]
    with scene.stranger.at(scene.code) as seat:
        seat.socket.send(json.dumps(first))
        (found,) = answers(seat)
        assert found["type"] == "refused"
    scene.check()


@pytest.mark.parametrize("name", FRAMES)
def test_frames_that_are_none_end_their_socket_alone(scene: Scene, name: str) -> None:
    data, codes = FRAMES[name]
    with scene.stranger.at(scene.code) as seat:
        seat.hear("table")
        # Who is cut off in the middle of sending may be reset before the reason gets through.
        long = len(data) > 100_000
        with suppress(*[ConnectionError] * long):
            seat.socket.socket.sendall(data)
        if not codes:
            assert all(found["type"] in ANSWERS for found in answers(seat))
        else:
            with pytest.raises(ConnectionClosed) as closed:
                answers(seat)
            received = closed.value.rcvd
            assert (long and received is None) or (received and received.code in codes)
    scene.check()


QUERIES = ["?since=abc", "?since=-1", "?since=0", "?since=999999999", "?since=1e3", "?lang=xx"]
QUERIES += ["?since=" + "9" * 400, "?lang=" + "x" * 2000, "?since=1&since=2", "?x=%ff%00", "?%"]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query[:20])
def test_odd_queries_are_answered(scene: Scene, query: str) -> None:
    try:
        with scene.stranger.at(scene.code, query) as seat:
            assert seat.hear("table", "resumed")["seq"] == scene.before[0]["seq"]
    except InvalidStatus as refused:
        assert 400 <= refused.response.status_code < 500
    scene.check()


CODES = ["x", "2222-2222-2222", "222222222222", "%00", "%ff", "..%2f..%2f", "é" * 40, "a" * 3000]


@pytest.mark.parametrize("code", CODES, ids=lambda code: ascii(code)[:20])
def test_who_looks_for_a_table_that_is_not_there_is_told_so(scene: Scene, code: str) -> None:
    try:
        with scene.stranger.at(code) as seat:
            assert seat.hear("bye")["code"] == "no-table"
            with pytest.raises(ConnectionClosed) as closed:
                seat.hear("table")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
    except InvalidStatus as refused:
        assert 400 <= refused.response.status_code < 500
    scene.check()


def test_who_sends_too_much_is_told_so_and_does_no_harm(tmp_path: Path) -> None:
    """The limit is one that no machine is too slow to reach."""
    limits = structs.replace(GENEROUS, messages_per_second=0.001, messages_burst=5)
    with run_server(tmp_path, limits) as url:
        guest, other = Guest(url, "Ada"), Guest(url, "Bo")
        code = guest.open_table()
        with guest.at(code) as flood, other.at(code) as seat:
            for _ in range(300):
                flood.socket.send('{"type": "ping", "id": "a"}')
            heard = [flood.hear("pong", "failed") for _ in range(300)]
            assert [message["type"] for message in heard] == ["pong"] * 5 + ["failed"] * 295
            assert heard[-1]["code"] == "too-fast"
            assert seat.ask("sit")["type"] == "done"
        guest.close()
        other.close()
