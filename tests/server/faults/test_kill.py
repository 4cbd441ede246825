"""Whatever is killed, and whenever: what was acknowledged is kept, once, and all agree on it."""

import asyncio
import logging
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from postgres import Postgres
from processes import alive, until
from server_cluster import flow
from server_process import MANY, ServerProcess
from table_load import Kill, Load

log = logging.getLogger(__name__)  # --log-cli-level=info shows what a test has gone through

TEXTS = {"texts_per_minute": MANY, "texts_burst": MANY}
QUICK, LONG = (5, 4), (15, 40)  # tables, kills
MEASURES = [pytest.param(QUICK, id="quick"), pytest.param(LONG, id="long", marks=pytest.mark.long)]


@contextmanager
def serving(folder: Path, database: str, workers: int = 1) -> Iterator[ServerProcess]:
    """A server, for a while."""
    process = ServerProcess(folder, database, workers, **TEXTS)
    try:
        yield process
    finally:
        process.close()


def killing(process: ServerProcess) -> Kill:
    """Kills the whole server, and starts it again after a moment."""

    async def kill(chance: random.Random) -> None:
        process.kill()
        await asyncio.sleep(chance.random() / 10)
        await asyncio.to_thread(process.start)

    return kill


def killing_one(process: ServerProcess) -> Kill:
    """Kills one of several workers; it has to be replaced."""

    async def kill(chance: random.Random) -> None:
        victim = chance.choice(process.workers())
        os.kill(victim, signal.SIGKILL)
        await asyncio.to_thread(until, lambda: not alive(victim))

    return kill


def restarting(postgres: Postgres) -> Kill:
    """Ends the database without a goodbye to anybody, and starts it again."""

    async def kill(_: random.Random) -> None:
        await asyncio.to_thread(postgres.restart)

    return kill


@pytest.mark.parametrize("measure", MEASURES)
@flow
async def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(
    url: str, tmp_path: Path, measure: tuple[int, int]
) -> None:
    with serving(tmp_path / "server", url) as process:
        load = Load([process.url], seed=1)
        await load.run(*measure, killing(process))
        assert process.stop() == 0
        await load.check(url)
        log.info(load.figures(measure[1]))
        assert process.starts == 1 + measure[1]
        # Who was not back yet when the next kill came has missed one; all were cut off.
        assert all(device.connections > 1 for device in load.devices)


@pytest.mark.parametrize("measure", MEASURES)
@flow
async def test_a_worker_of_two_may_be_killed(
    postgres: Postgres, tmp_path: Path, measure: tuple[int, int]
) -> None:
    database = postgres.new_database()
    with serving(tmp_path, database, workers=2) as process:
        load = Load([process.url], seed=2)
        await load.run(*measure, killing_one(process))
        assert process.stop() == 0
        await load.check(database)
        log.info(load.figures(measure[1]))


@pytest.mark.parametrize("measure", MEASURES)
@flow
async def test_the_database_may_be_restarted_underneath(
    tmp_path: Path, measure: tuple[int, int]
) -> None:
    postgres = Postgres()
    try:
        database = postgres.new_database()
        with serving(tmp_path, database, workers=2) as process:
            load = Load([process.url], seed=3)
            await load.run(*measure, restarting(postgres))
            assert process.stop() == 0
            await load.check(database)
            log.info(load.figures(measure[1]))
    finally:
        postgres.stop()
