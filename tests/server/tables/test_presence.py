"""What workers tell each other of who is connected: little, and all tables at once."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from table_services import PEOPLE, started, table_service, until

from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.presence import (
    MOST_NOTICES,
    REPEAT_SECONDS,
    PresenceMessage,
    decode_notices,
)
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import TableService


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite://{tmp_path}/tables.db"


def share_store(service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the service believe that others use its store; what it tells them."""
    told: list[str] = []

    async def broadcast(line: str) -> None:
        told.append(line)

    monkeypatch.setattr(type(service.store), "is_shared", True)
    monkeypatch.setattr(service.store, "broadcast", broadcast)
    return told


def test_many_comings_and_goings_are_one_message(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            lives = [await service.get_table(await started(service)) for _ in range(3)]
            told = share_store(service, monkeypatch)
            for live in lives:
                for person in PEOPLE:
                    async with live.lock:
                        await join_table(service, live, Outbox("en", person.id), None)
            await until(lambda: bool(told))
            assert len(told) == 1
            notices = {notice.code: notice for notice in decode_notices(told[0])}
            assert set(notices) == {live.table.code for live in lives}
            assert all(n.seats == (0, 1, 2) and n.asks for n in notices.values())

    asyncio.run(scene())


def test_a_message_holds_no_more_tables_than_fit(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            told = share_store(service, monkeypatch)
            codes = [f"{n:012}" for n in range(2 * MOST_NOTICES + 1)]
            service.presence.notices = dict.fromkeys(codes, False)
            service.presence.send_notices()
            await until(lambda: len(told) == 3)
            assert [n.code for line in told for n in decode_notices(line)] == codes
            assert max(map(len, told)) < 8000 - 100  # what PostgreSQL takes, and who says it

    asyncio.run(scene())


def test_a_worker_of_the_last_release_is_understood() -> None:
    old = msgspec.json.encode(["abc", [0, 2], 1, True]).decode()
    (notice,) = decode_notices(old)
    assert (notice.code, notice.seats, notice.watching, notice.asks) == ("abc", (0, 2), 1, True)


def test_of_a_table_that_no_other_worker_has_nothing_more_is_said_until_all_have_left(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            live = await service.get_table(await started(service))
            told = share_store(service, monkeypatch)
            sockets = [Outbox("en", person.id) for person in PEOPLE]
            await join(service, live, sockets[0])
            await until(lambda: len(told) == 1)
            for socket in sockets[1:]:
                await join(service, live, socket)
            service.presence.repeat_notices()
            assert service.presence.notices == {}
            for socket in sockets:
                live.sockets.discard(socket)
                service.presence.announce(live)
            await until(lambda: len(told) == 2)
            assert [(n.seats, n.asks) for n in map(read_one, told)] == [((0,), True), ((), False)]

    asyncio.run(scene())


def test_workers_that_have_the_same_table_tell_each_other_all_that_changes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            live = await service.get_table(await started(service))
            told = share_store(service, monkeypatch)
            first, second, third = (Outbox("en", person.id) for person in PEOPLE)
            await join(service, live, first)
            await until(lambda: len(told) == 1)
            await join(service, live, second)  # before the answer comes
            service.presence.receive("other", msgspec.json.encode([notice(live, (2,))]).decode())
            await until(lambda: len(told) == 2)
            await join(service, live, third)
            await until(lambda: len(told) == 3)
            service.presence.last_repeat = -REPEAT_SECONDS
            service.presence.repeat_notices()
            await until(lambda: len(told) == 4)
            seats = [read_one(line).seats for line in told]
            assert seats == [(0,), (0, 1), (0, 1, 2), (0, 1, 2)]
            service.presence.receive("other", msgspec.json.encode([notice(live, ())]).decode())
            assert live.remote_presence == {}

    asyncio.run(scene())


def notice(live: LiveTable, seats: tuple[int, ...]) -> PresenceMessage:
    """What another worker says."""
    return PresenceMessage(live.table.code, seats, 0)


def read_one(line: str) -> PresenceMessage:
    """The only notice of a message."""
    (found,) = decode_notices(line)
    return found


async def join(service: TableService, live: LiveTable, socket: Outbox) -> None:
    """Somebody comes in."""
    async with live.lock:
        await join_table(service, live, socket, None)
