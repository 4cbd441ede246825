"""Overload: those who play come first, and nobody new makes it worse."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from server_clients import Guest, serve_in_thread
from table_services import PEOPLE, ScriptedBots, pass_on, started, table_service
from websockets.exceptions import ConnectionClosed

from pioche.server.load_monitor import CALM_SECONDS, TICK_SECONDS, LoadMonitor
from pioche.server.problem import Problem
from pioche.server.settings import Limits, ServerSettings
from pioche.server.sockets.session import AGAIN
from pioche.server.store.base import NewEntry, StoreError
from pioche.server.store.sqlite.store import SqliteStore
from pioche.server.tables import service
from pioche.server.tables.lobby import LobbyBroadcaster
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.tables.settings import Settings

LIMITS = Limits(busy_seconds=0.1, full_seconds=0.12)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite://{tmp_path}/tables.db"


def types(outbox: Outbox) -> list[str]:
    return [msgspec.json.decode(line)["type"] for line in outbox.messages]


def test_a_loop_that_comes_late_is_noticed_and_one_calm_moment_is_no_all_clear() -> None:
    load = LoadMonitor(LIMITS)
    for _ in range(20):
        load.note_look(LIMITS.full_seconds + 0.02, 1.0)
    assert load.is_busy and load.is_full
    load.note_look(0.0, 1.0)
    load.note_look(0.0, 1.0)
    assert load.is_busy and not load.is_full
    for _ in range(20):
        load.note_look(0.0, 1.0)
    assert not load.is_busy


def test_a_single_stall_turns_nobody_away() -> None:
    load = LoadMonitor(LIMITS)
    load.note_look(2 * LIMITS.full_seconds, 1.0)
    assert not load.is_full


def test_nobody_is_turned_away_where_other_programs_keep_the_processor_busy() -> None:
    load = LoadMonitor(LIMITS)
    for _ in range(20):
        load.note_look(2 * LIMITS.full_seconds, 0.1)
    assert load.is_busy and not load.is_full


def test_the_delay_is_what_the_loop_takes_longer_than_asked() -> None:
    times = iter([10.0, 10.0 + CALM_SECONDS + 0.1])
    used = iter([5.0, 5.0 + 0.07])
    load = LoadMonitor(LIMITS, lambda: next(times), lambda: next(used))
    noted: list[tuple[float, ...]] = []
    load.note_look = lambda *look: noted.append(look)  # type: ignore[method-assign]
    asyncio.run(load.watch())
    assert noted == [pytest.approx((0.1, 0.2, CALM_SECONDS))]


def test_nobody_new_is_ever_let_in_where_the_limit_is_nothing() -> None:
    assert LoadMonitor(Limits(full_seconds=0.0)).is_full


def test_new_tables_are_refused_before_new_sockets() -> None:
    load = LoadMonitor(LIMITS)
    for _ in range(20):
        load.note_look(1.5 * LIMITS.full_seconds, 1.0)
    load.check_room("socket")
    with pytest.raises(Problem):
        load.check_room("table")
    for _ in range(20):
        load.note_look(2.5 * LIMITS.full_seconds, 1.0)
    with pytest.raises(Problem):
        load.check_room("socket")


def test_nobody_new_is_let_in_while_it_is_full() -> None:
    load = LoadMonitor(LIMITS)
    load.check_room("table")
    load.note_look(LIMITS.full_seconds * 20, 1.0)
    with pytest.raises(Problem) as told:
        load.check_room("table")
    assert load.shed == {"table": 1}
    assert (told.value.code, told.value.status) == ("busy", 503)
    assert told.value.build_headers() == {"retry-after": "5"}


def test_spectators_get_the_news_of_some_time_at_once_and_players_every_update(url: str) -> None:
    async def scene() -> None:
        async with table_service(url, ScriptedBots()) as service:
            code = await started(service)
            live = await service.get_table(code)
            player, watcher = Outbox("en", PEOPLE[0].id), Outbox("en", "somebody")
            for outbox in (player, watcher):
                async with live.lock:
                    await join_table(service, live, outbox, None)
                outbox.messages.clear()
            player.messages.clear()
            service.is_busy = lambda: True
            for number in range(3):
                await pass_on(service, code, f"m{number}")
            assert types(player) == ["update"] * 3
            assert types(watcher) == []
            service.is_busy = lambda: False
            # Whoever has missed something must not get the next update without it.
            await pass_on(service, code, "m3")
            assert types(watcher) == []
            await service.sweep()
            assert types(watcher) == ["table"]
            whole = msgspec.json.decode(watcher.messages[0])
            assert whole["seq"] == live.table.seq
            await pass_on(service, code, "m4")
            assert types(watcher) == ["table", "update"]
            assert types(player) == ["update"] * 5

    asyncio.run(scene())


def test_a_spectator_who_leaves_while_waiting_is_forgotten(url: str) -> None:
    async def scene() -> None:
        async with table_service(url, ScriptedBots()) as service:
            code = await started(service)
            live = await service.get_table(code)
            watcher = Outbox("en", "somebody")
            async with live.lock:
                await join_table(service, live, watcher, None)
            service.is_busy = lambda: True
            await pass_on(service, code, "m0")
            live.sockets.discard(watcher)
            watcher.messages.clear()
            await service.sweep()
            assert types(watcher) == []
            assert not live.waiting_spectators

    asyncio.run(scene())


def test_the_lobby_waits_while_players_come_first_and_its_news_is_not_lost(url: str) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            lobby, outbox = LobbyBroadcaster(service), Outbox("en")
            await lobby.join(outbox)
            outbox.messages.clear()
            service.is_busy = lambda: True
            await service.create(PEOPLE[0], Settings("no-thanks", 3, listed=True))
            await lobby.wait_and_broadcast()
            assert types(outbox) == []
            service.is_busy = lambda: False
            await lobby.wait_and_broadcast()
            assert types(outbox) == ["lobby"]

    asyncio.run(scene())


# -- over the network --------------------------------------------------------------------


@pytest.fixture
def delay(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How late the loops of servers come, in place of what is measured."""
    late = [0.0]
    shown = property(lambda _: late[0], lambda *_: None)
    monkeypatch.setattr(LoadMonitor, "delay", shown, raising=False)
    always = property(lambda _: 1.0, lambda *_: None)
    monkeypatch.setattr(LoadMonitor, "share", always, raising=False)
    return late


@pytest.fixture
def address(tmp_path: Path, delay: list[float]) -> Iterator[str]:
    with serve_in_thread(ServerSettings(f"sqlite://{tmp_path}/tables.db", limits=LIMITS)) as url:
        yield url


def test_a_full_server_says_so_and_lets_in_only_those_who_come_back(
    address: str, delay: list[float]
) -> None:
    guest, late = Guest(address, "Zoé"), Guest(address, "Ada")
    code = guest.open_table(3, 2, start=True)
    with guest.at(code) as seat:
        seq = seat.hear("table")["seq"]
        delay[0] = 3 * LIMITS.full_seconds
        health = guest.http.get("/healthz")
        assert (health.status_code, health.json()["status"]) == (200, "full")
        refused = guest.http.post("/api/tables", json={"settings": {"game": "gap", "seats": 2}})
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert refused.headers["retry-after"] == "5"
        with late.at(code) as other:
            assert other.hear("bye")["code"] == "busy"
            with pytest.raises(ConnectionClosed) as closed:
                other.hear("table")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == AGAIN
        assert seat.ask("say", text="I go on")["type"] == "done"
    with guest.at(code, f"?since={seq}") as seat:
        assert seat.hear("resumed")["seq"] == seq
    with guest.at(code) as seat:  # the page was loaded again
        assert seat.hear("table")["seq"] >= seq
    page = guest.http.get("/metrics").text
    for shed in ('what="table"} 1.0', 'what="socket"} 1.0'):
        assert f"pioche_shed_total{{{shed}" in page
    delay[0] = 0.0
    assert guest.http.get("/healthz").json()["status"] == "ok"
    with late.at(code) as other:
        assert other.hear("table")["seq"] >= seq
    guest.close()
    late.close()


def test_while_nothing_can_be_saved_nobody_is_told_that_all_is_well(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(address, "Zoé")
    code = guest.open_table(3, 1)
    append = SqliteStore.append_entry

    async def fail(store: SqliteStore, entry: NewEntry) -> bool:
        raise StoreError("the disk is full")

    monkeypatch.setattr(service, "RETRY_PAUSES", ())
    monkeypatch.setattr(SqliteStore, "append_entry", fail)
    body = {"type": "say", "id": "x", "text": "hello"}
    answer = guest.http.post(f"/api/tables/{code}/commands", json=body)
    assert answer.json()["code"] == "store-down"
    assert guest.http.get("/healthz").json()["code"] == "store-down"
    monkeypatch.setattr(SqliteStore, "append_entry", append)
    assert guest.http.post(f"/api/tables/{code}/commands", json=body).is_success
    assert guest.http.get("/healthz").json()["status"] == "ok"
    guest.close()


def test_who_has_little_to_do_looks_less_often() -> None:
    load = LoadMonitor(LIMITS)
    assert load.choose_wait() == CALM_SECONDS
    for _ in range(20):
        load.note_look(0.0, 0.9)
    assert load.choose_wait() == TICK_SECONDS
    for _ in range(100):
        load.note_look(0.0, 0.0)
    assert load.choose_wait() == CALM_SECONDS
    load.note_look(2 * LIMITS.busy_seconds + 1.0, 0.0)
    assert load.choose_wait() == TICK_SECONDS
