"""Time at tables: clocks that run out, races that end, tables that nobody comes back to.

The server runs in this process, over real sockets and both stores; its time is the test's.
"""

import asyncio
import random
from collections.abc import Iterator

import pytest
from hand_clock import HandClock
from reconnecting_client import Person, whose_turn
from server_clients import GENEROUS, serve_in_thread
from server_cluster import ServerCluster, flow, seen

from pioche.server.settings import ServerSettings
from pioche.tables import entries as e
from pioche.tables.clock import COVER_AFTER, DAY, IDLE_TIMEOUT, MINUTE, OPEN_TIMEOUT

SECOND = 1000


class LocalServer:
    """A server of this process, as a member of a cluster."""

    def __init__(self, url: str, database: str) -> None:
        self.url, self.database = url, database


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


@pytest.fixture
def server(url: str, clock: HandClock) -> Iterator[ServerCluster]:
    """A server whose time is the test's."""
    settings = ServerSettings(url, bot_pace=0.0, keep_days=30, limits=GENEROUS)
    with serve_in_thread(settings) as address:
        yield ServerCluster([LocalServer(address, url)])  # type: ignore[list-item]


@flow
async def test_who_runs_out_of_time_is_played_on_and_may_take_the_seat_back(
    server: ServerCluster, clock: HandClock
) -> None:
    bank = {"bank": 60, "increment": 5}
    async with server.playing("no-thanks", 2, clock=bank) as devices:
        mover = await whose_turn(devices)
        seat = mover.seat
        assert seat is not None
        assert mover.times["running"] == [seat]
        clock.passed += 61 * SECOND
        await mover.until(lambda: mover.about["seats"][seat]["away"] == "time")
        assert (await mover.ask("play", move="pass"))["code"] == "away"
        other = next(device for device in devices if device is not mover)
        await other.until(lambda: bool(other.legal))  # a bot has made the move
        await mover.do("return")
        assert mover.about["seats"][seat]["away"] is None
        assert mover.times["banks"][seat] >= 30 * SECOND
        log = await server.log(mover.code)
        assert len(log.of(e.TimeRanOut)) == 1
        await mover.reach(len(log.entries))
        assert mover.known() == seen(log, mover)


@flow
async def test_a_race_that_nobody_stops_ends_by_the_clock(
    server: ServerCluster, clock: HandClock
) -> None:
    """RJV-12"""
    options = {"round_seconds": 120}
    async with server.playing("rouge-jaune-vert", 2, [], options=options) as (host, guest):
        assert 0 < host.times["race"] <= 120 * SECOND
        await guest.do("play", move="grab 7")
        clock.passed += 121 * SECOND
        await host.until(lambda: host.view is not None and host.view["phase"] == "points")
        assert (await host.ask("play", move="grab 8"))["clause"] == "RJV-12"
        chooser = await whose_turn([host, guest])
        await chooser.play_on(random.Random(1), 1)
        await host.until(lambda: host.times["race"] is not None)
        moves = [entry.move for entry in (await server.log(host.code)).of(e.Played)]
        assert moves.count("time") == 1


@flow
async def test_when_an_agreed_time_is_up_the_round_is_the_last(
    server: ServerCluster, clock: HandClock
) -> None:
    """GAP-4: also where nobody moves, and whoever asks the store for what is due."""
    async with server.playing("gap", 2, [], options={"minutes": 5}) as (host, guest):
        assert 0 < host.times["game"] <= 5 * MINUTE
        assert host.view is not None and host.view["last"] is None
        clock.passed += 5 * MINUTE + SECOND
        await guest.until(lambda: guest.view is not None and guest.view["last"] == 1)
        assert guest.times["game"] is None
        log = await server.log(host.code)
        for device in (host, guest):
            await device.reach(len(log.entries))
            assert device.known() == seen(log, device)
        await asyncio.gather(
            *(each.play_on(random.Random(n)) for n, each in enumerate((host, guest)))
        )
        await host.until(lambda: host.phase == "over")
        moves = [entry.move for entry in (await server.log(host.code)).of(e.Played)]
        assert moves[0] == "time" and moves.count("time") == 1


@flow
async def test_a_table_may_let_a_bot_play_on_for_somebody_it_waits_for(
    server: ServerCluster, clock: HandClock
) -> None:
    async with server.playing("no-thanks", 2) as devices:
        mover = await whose_turn(devices)
        other = next(device for device in devices if device is not mover)
        assert (await other.ask("cover", seat=mover.seat))["code"] == "not-waiting"
        clock.passed += COVER_AFTER + MINUTE
        await other.do("cover", seat=mover.seat)
        await other.until(lambda: bool(other.legal))
        assert other.about["seats"][mover.seat]["away"] == "covered"


@flow
async def test_tables_that_nobody_comes_back_to_expire_by_the_rule(
    server: ServerCluster, clock: HandClock
) -> None:
    async with server.playing("gap", 2, []) as (host, guest), server.people("Dua") as (dua,):
        waiting = await dua.open("gap", 2, listed=True)
        clock.passed += OPEN_TIMEOUT + MINUTE
        async with dua.at(waiting) as alone:
            await alone.until(lambda: alone.phase == "over")
            assert alone.about["abandoned"]
        assert (await dua.get("/api/tables"))["tables"] == []
        assert host.phase == "running"
        clock.passed += IDLE_TIMEOUT + MINUTE
        await host.until(lambda: host.phase == "over")
        await guest.until(lambda: guest.about["abandoned"])
        clock.passed += 31 * DAY
        await gone(dua, host.code)
        assert (await dua.http.get(f"/api/tables/{host.code}/record")).status_code == 404
        assert await host.person.tables("finished") == {}


async def gone(person: Person, code: str) -> None:
    """Until there is no such table any more."""
    async with asyncio.timeout(60):
        while (await person.http.get(f"/api/tables/{code}")).status_code != 404:
            await asyncio.sleep(0.1)


@flow
@pytest.mark.parametrize("jump", [-10 * MINUTE, 366 * DAY])
async def test_a_race_ends_in_time_though_somebody_sets_the_wall_clock(
    server: ServerCluster, clock: HandClock, jump: int
) -> None:
    """RJV-12: and not sooner."""
    options = {"round_seconds": 120}
    async with server.playing("rouge-jaune-vert", 2, [], options=options) as (host, guest):
        clock.set_by = jump
        clock.passed += 60 * SECOND
        await guest.do("play", move="grab 7")
        await asyncio.sleep(1.5)  # the server has looked for what is due
        assert host.view is not None and host.view["phase"] == "race"
        assert 0 < guest.times["race"] <= 60 * SECOND
        clock.passed += 61 * SECOND
        await host.until(lambda: host.view is not None and host.view["phase"] == "points")


@flow
async def test_a_race_whose_log_has_seen_a_later_time_ends_in_time(
    server: ServerCluster, clock: HandClock
) -> None:
    """RJV-12: another machine, or this one before, was ahead."""
    options = {"round_seconds": 120}
    async with server.playing("rouge-jaune-vert", 2, [], options=options) as (host, guest):
        clock.passed += 60 * SECOND
        await guest.do("play", move="grab 7")
        clock.passed -= 10 * MINUTE  # now the time of the server is before the last entry
        await host.do("play", move="grab 8")
        clock.passed += 61 * SECOND
        await host.until(lambda: host.view is not None and host.view["phase"] == "points")


@flow
async def test_what_is_old_by_a_wall_clock_that_was_set_stays(
    server: ServerCluster, clock: HandClock
) -> None:
    async with server.playing("gap", 2, []) as (host, guest), server.people("Dua") as (dua,):
        over = await dua.open("no-thanks", 3, ["novice"] * 2)
        waiting = await dua.open("gap", 2)
        async with dua.at(over) as alone:
            await alone.do("start")
            await alone.do("abandon")
        clock.set_by = 366 * DAY
        await asyncio.sleep(2.5)  # the server has looked twice
        assert (await dua.http.get(f"/api/tables/{over}/record")).status_code == 200
        assert (await dua.get(f"/api/tables/{waiting}"))["phase"] == "open"
        assert host.phase == guest.phase == "running"
        clock.set_by = 0
        clock.passed += 366 * DAY  # now it is old
        await gone(dua, over)
