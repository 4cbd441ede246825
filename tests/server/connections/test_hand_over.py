"""Sockets of a table meet at one worker, and nothing is lost or counted twice on the way."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

import pytest
from postgres import Postgres
from processes import alive, until
from server_clients import Guest, Seat
from server_process import ServerProcess
from websockets.exceptions import ConnectionClosed

from pioche.server.connections import hand_over
from pioche.server.connections.hand_over import (
    HandOver,
    find_slot,
    find_table_code,
    rank_slots,
)
from pioche.tables.codes import make_code

# -- which worker has a socket, by what the system knows -----------------------------------


def find_holders(server: ServerProcess, seat: Seat) -> list[int]:
    """The processes that hold the server's end of a connection."""
    here, there = seat.socket.socket.getsockname()[1], server.port
    wanted = f"{there:04X}", f"{here:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        local, remote, inode = (line.split()[n] for n in (1, 2, 9))
        if (local.split(":")[1], remote.split(":")[1]) == wanted:
            link = f"socket:[{inode}]"
            return [pid for pid in server.workers() if link in list_files(pid)]
    return []


def find_holder(server: ServerProcess, seat: Seat) -> int:
    """The one worker that has a connection; others may be about to let go of it."""
    until(lambda: len(find_holders(server, seat)) == 1)
    return find_holders(server, seat)[0]


def list_files(pid: int) -> list[str]:
    """What a process has open."""
    found = []
    for path in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            found.append(os.readlink(path))
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def serve(database: str, tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts a server of two workers, with these limits."""
    with ExitStack() as stack:

        def start(**limits: float) -> ServerProcess:
            server = ServerProcess(tmp_path / "server", database, workers=2, **limits)
            stack.callback(server.close)
            until(lambda: len(find_listening(server)) == 2)
            return server

        yield start


def find_listening(server: ServerProcess) -> list[int]:
    """The workers that take what others give, in the order of their slots."""
    named = {}
    for line in Path("/proc/net/unix").read_text().splitlines():
        if line.endswith(".sock") and "pioche-workers-" in line:
            named[f"socket:[{line.split()[6]}]"] = line
    found = {named[f]: pid for pid in server.workers() for f in list_files(pid) if f in named}
    return [found[line] for line in sorted(found, key=lambda line: line.split()[7])]


def test_the_sockets_of_a_table_meet_at_one_worker(serve: Callable[..., ServerProcess]) -> None:
    server = serve()
    with ExitStack() as stack:
        guest = stack.enter_context(closing(Guest(server.url, "Ada")))
        slots = find_listening(server)
        for _ in range(6):
            code = guest.open_table()
            seats = [stack.enter_context(guest.at(code)) for _ in range(4)]
            owner = slots[find_slot(code, 2)]
            assert [find_holder(server, seat) for seat in seats] == [owner] * 4
            assert [seat.ask("ping")["type"] for seat in seats] == ["pong"] * 4
        assert server.stop() == 0
    assert [line for line in server.worries if "Cancel" not in line] == []


def test_no_descriptor_is_left_behind(serve: Callable[..., ServerProcess]) -> None:
    server = serve()
    with closing(Guest(server.url, "Ada")) as guest:
        codes = [guest.open_table() for _ in range(4)]
        visit(guest, codes)  # so that all that stays is there
        before = count_files(server)
        for _ in range(5):
            visit(guest, codes)
        until(lambda: count_files(server) <= before)


def visit(guest: Guest, codes: list[str]) -> None:
    """Open and close some sockets."""
    for code in codes:
        with guest.at(code) as seat:
            assert seat.ask("ping")["type"] == "pong"


def count_files(server: ServerProcess) -> int:
    """The sockets of all workers."""
    return sum(file.startswith("socket:") for pid in server.workers() for file in list_files(pid))


def test_a_socket_whose_worker_does_not_answer_is_served_by_the_one_that_accepted_it(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve()
    with closing(Guest(server.url, "Ada")) as guest:
        first, second = find_listening(server)
        code = next(c for c in iter(guest.open_table, "") if find_slot(c, 2) == 0)
        os.kill(first, signal.SIGSTOP)
        try:
            with guest.at(code) as seat:
                assert seat.ask("ping")["type"] == "pong"
                os.kill(first, signal.SIGCONT)  # it finds an offer that holds no longer
                assert find_holder(server, seat) == second
                assert seat.ask("ping")["type"] == "pong"
        finally:
            os.kill(first, signal.SIGCONT)


def test_a_worker_that_replaces_a_dead_one_gets_its_tables(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve()
    with closing(Guest(server.url, "Ada")) as guest:
        code = guest.open_table()
        slot = find_slot(code, 2)
        dead = find_listening(server)[slot]
        other = find_listening(server)[1 - slot]
        os.kill(dead, signal.SIGKILL)
        until(lambda: not alive(dead))
        until(lambda: len(find_listening(server)) == 2)
        heir = next(pid for pid in find_listening(server) if pid != other)
        with ExitStack() as stack:
            seats = [stack.enter_context(guest.at(code)) for _ in range(4)]
            assert [find_holder(server, seat) for seat in seats] == [heir] * 4


def test_connections_and_sockets_are_counted_at_one_worker_each(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve(connections_per_address=4, sockets_per_address=3)
    with closing(Guest(server.url, "Ada")) as guest:
        code = guest.open_table()
        for _ in range(5):  # the places of those who have left are free again, at both workers
            with ExitStack() as stack:
                seats = [stack.enter_context(guest.at(code)) for _ in range(3)]
                assert [seat.ask("ping")["type"] for seat in seats] == ["pong"] * 3
                with guest.at(code) as one_more, pytest.raises(ConnectionClosed) as closed:
                    one_more.hear("never")
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
            until(lambda: may_enter(guest, code))


def may_enter(guest: Guest, code: str) -> bool:
    """Whether there is a place."""
    with guest.at(code) as seat:
        return str(seat.hear("table", "bye")["type"]) == "table"


# -- the hand-over by itself ---------------------------------------------------------------


def choose_code(slot: int) -> str:
    """The code of a table that belongs to one of two workers."""
    codes = (make_code(lambda size, n=n: n.to_bytes(size, "big")) for n in count())
    return next(code for code in codes if find_slot(code, 2) == slot)


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The two ends of a connection: the server's and the client's."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        client = socket.create_connection(door.getsockname(), timeout=30)
        server, _ = door.accept()
    with server, client:
        yield server, client


def test_a_connection_goes_to_another_worker_with_its_request(tmp_path: Path, line) -> None:
    server, client = line
    taken: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
    request = b"GET /x HTTP/1.1\r\n" + b"a" * 100_000

    async def scene() -> None:
        one, two = HandOver(str(tmp_path), 2), HandOver(str(tmp_path), 2)
        one.open(0, lambda *_: None)
        two.open(1, lambda *given: taken.put_nowait(given))
        assert await one.give(
            choose_code(1), server.fileno(), request, lambda: server.close() is None
        )
        heir, read = await asyncio.wait_for(taken.get(), 30)
        with heir:
            assert read == request
            heir.setblocking(True)
            heir.sendall(b"welcome")
            assert client.recv(100) == b"welcome"
        one.close()
        two.close()

    asyncio.run(scene())
    assert client.recv(100) == b""  # nobody else held it
    assert list(tmp_path.iterdir()) == []


def test_a_connection_stays_where_nobody_takes_it(
    tmp_path: Path, line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has ever been there; who was there is dead; who is there does not answer."""
    server, client = line
    monkeypatch.setattr(hand_over, "ANSWER_SECONDS", 0.05)

    def never() -> bool:
        raise AssertionError("nobody is ready to take it")

    async def scene() -> None:
        one = HandOver(str(tmp_path), 2)
        one.open(0, lambda *_: None)
        code, path = choose_code(1), one.build_path(1)
        assert one.is_elsewhere(code) and not one.is_elsewhere(choose_code(0))
        assert not await one.give(code, server.fileno(), b"GET", never)
        assert not await one.give(code, -1, b"GET", never)  # the client has just left
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(path)
            assert not await one.give(code, server.fileno(), b"GET", never)
            other.listen()
            assert not await one.give(code, server.fileno(), b"GET", never)
        one.close()

    asyncio.run(scene())
    server.sendall(b"here")
    assert client.recv(100) == b"here"


def test_an_offer_that_is_not_confirmed_is_forgotten(tmp_path: Path, line) -> None:
    """The client has left, or the giver serves it: the taker must not touch it."""
    server, _ = line

    async def scene() -> None:
        one, two = HandOver(str(tmp_path), 2), HandOver(str(tmp_path), 2)
        one.open(0, lambda *_: None)
        two.open(1, lambda *_: pytest.fail("it was not meant to be taken"))
        before = count_open()
        assert await one.give(choose_code(1), server.fileno(), b"GET", lambda: False)
        while two.tasks:
            await asyncio.sleep(0.01)
        assert count_open() == before
        one.close()
        two.close()

    asyncio.run(scene())


def count_open() -> int:
    """The descriptors of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_worker_that_dies_loses_only_its_own_tables() -> None:
    codes = [make_code(os.urandom) for _ in range(300)]
    owners = {code: rank_slots(code, 3) for code in codes}
    for slot in range(3):
        assert 50 < sum(ranked[0] == slot for ranked in owners.values()) < 150
        heirs = {ranked[1] for ranked in owners.values() if ranked[0] == slot}
        assert heirs == {0, 1, 2} - {slot}


def test_only_sockets_of_tables_are_handed_over() -> None:
    assert find_table_code(b"/api/tables/k7tm4rx9w2hf/socket") == "k7tm4rx9w2hf"
    assert find_table_code(b"/api/tables/K7TM%2D4rx9-w2hf/socket?since=3&lang=fr") == "k7tm4rx9w2hf"
    for url in (b"/api/lobby/socket", b"/api/tables/hello/socket", b"/api/tables/k7tm4rx9w2hf"):
        assert find_table_code(url) is None
