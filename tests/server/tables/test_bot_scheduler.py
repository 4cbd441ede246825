"""Bots think for those who look: among themselves they wait, and nobody gets more than a share."""

import asyncio
from pathlib import Path

import pytest
from table_services import PEOPLE, ScriptedBots, ask, started, table_service, until

from pioche.bots.table_bots_cache import QueueShare
from pioche.server.tables.bot_scheduler import BOTS_ALONE_WEIGHT
from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import TableService
from pioche.tables import clock
from pioche.tables import commands as c
from pioche.tables.settings import Settings

BOTS = ("regular", "regular", "regular")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite://{tmp_path}/tables.db"


async def bots_alone(service: TableService) -> LiveTable:
    """A running table of bots that nobody looks at."""
    host = PEOPLE[0]
    code = await service.create(host, Settings("no-thanks", 3), BOTS, sits=False, start=True)
    return await service.get_table(code)


async def look(service: TableService, live: LiveTable, address: str = "192.0.2.1") -> Outbox:
    outbox = Outbox("en", PEOPLE[1].id)
    outbox.address = address
    async with live.lock:
        await join_table(service, live, outbox, None)
    return outbox


def test_bots_among_themselves_wait_until_somebody_looks(url: str) -> None:
    async def scene() -> None:
        bots = ScriptedBots(at_once=True)
        async with table_service(url, bots) as service:
            live = await bots_alone(service)
            await service.sweep()
            await asyncio.sleep(0.05)
            assert bots.asked == []
            outbox = await look(service, live)
            await until(lambda: len(live.table.moves) >= 3)
            live.sockets.discard(outbox)
            await until(lambda: not live.bot_tasks)
            moves = len(live.table.moves)
            assert not live.table.state.is_over()
            await service.sweep()
            await asyncio.sleep(0.05)
            assert len(live.table.moves) == moves
            await look(service, live)
            await until(lambda: live.table.phase == "over")

    asyncio.run(scene())


def test_a_table_of_bots_alone_is_not_due_before_it_is_forgotten(url: str) -> None:
    async def scene() -> None:
        async with table_service(url) as service:
            live = await bots_alone(service)
            assert clock.find_due_time(live.table, 0) == live.table.at + clock.IDLE_TIMEOUT

    asyncio.run(scene())


def test_a_bot_moves_for_a_player_who_is_not_connected(url: str) -> None:
    """A game by correspondence goes on until it is the person's turn."""

    async def scene() -> None:
        bots = ScriptedBots(at_once=True)
        async with table_service(url, bots) as service:
            code = await started(service, people=1, bots=("regular", "regular"))
            live = await service.get_table(code)
            await until(lambda: live.table.waits_for(PEOPLE[0].id))

    asyncio.run(scene())


def test_stand_ins_wait_until_somebody_looks(url: str) -> None:
    async def scene() -> None:
        bots = ScriptedBots(at_once=True)
        async with table_service(url, bots) as service:
            code = await started(service, people=3)
            live = await service.get_table(code)
            for number, person in enumerate(PEOPLE):
                await ask(service, code, person, c.Leave(id=f"leave{number}"))
            await until(lambda: not live.bot_tasks)
            moves = len(live.table.moves)
            await service.sweep()
            await asyncio.sleep(0.05)
            assert len(live.table.moves) == moves
            assert live.table.phase == "running"

    asyncio.run(scene())


def test_the_thoughts_of_a_table_count_for_an_address_that_looks_or_else_for_the_host(
    url: str,
) -> None:
    async def scene() -> None:
        bots = ScriptedBots(at_once=True)
        async with table_service(url, bots) as service:
            live = await bots_alone(service)
            await look(service, live, "192.0.2.7")
            await until(lambda: bool(bots.shares))
            assert bots.shares[0] == QueueShare("192.0.2.7", BOTS_ALONE_WEIGHT)
            bots.shares.clear()
            await started(service, people=1, bots=("regular", "regular"))
            live = await service.get_table(await started(service, 1, ("regular", "regular")))
            assert live.asker == PEOPLE[0].id

    asyncio.run(scene())
