"""Twice as many players as a server can bear: those who were there first must not feel it.

Every table plays at its own pace, and nobody moves before the last move has reached everybody:
that is how people play. So twice the load means twice the tables. Half of what the server can
do is seated at first; then three times as many knock, and go on to knock until they are let in.
"""

import asyncio
import gc
import random
from typing import Any

from client import NotOpened
from load import CONNECTIONS, Load, spread
from process import Process
from table import HANDS, SEATS, Table

import pioche

PAUSE = 0.25  # seconds between a move that all have seen and the next
FIRST, OFFERED = 0.5, 2.0  # parts of what the server can do
KNOCK_AGAIN = 5.0  # seconds, as the server asks for
AT_ONCE = 4  # tables that are set up at the same time, at first
SETTLE = 10.0  # seconds of knocking before it is measured

Figures = dict[str, Any]


class PacedLoad(Load):
    """Tables that take their time between two moves."""

    def __init__(self, port: int, pid: int) -> None:
        super().__init__(port, pid)
        self.first: set[Table] = set()  # those who were there before anybody knocked
        self.refused_entry = self.let_in = 0

    def forget(self) -> None:
        super().forget()
        self.lasts_of_first: list[float] = []

    def due(self, table: Table) -> None:
        if not self.stopped:
            pause = PAUSE * random.uniform(0.8, 1.2)
            asyncio.get_running_loop().call_later(pause, self.play, table)

    def play(self, table: Table) -> None:
        if not self.stopped:
            table.play(asyncio.get_running_loop().time())

    def seen(self, table: Table, seconds: float) -> None:
        super().seen(table, seconds)
        if table in self.first:
            self.lasts_of_first.append(seconds)

    async def seat_first(self, games: list[str], count: int) -> None:
        """Those who are there before anybody else comes."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def seat(table: Table, number: int) -> None:
            async with gate:
                await self.knock(table, number, again=0.2)

        self.first = set(tables := await self.make_tables(games, count))
        await asyncio.gather(*(seat(table, number) for number, table in enumerate(tables)))
        self.refused_entry = self.let_in = 0

    async def let_knock(self, games: list[str], count: int) -> None:
        """Let many newcomers try."""
        for number, table in enumerate(await self.make_tables(games, count)):
            task = asyncio.create_task(self.knock_later(table, number))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def make_tables(self, games: list[str], count: int) -> list[Table]:
        """Tables that are not set up yet, each with its own people."""
        cookies, tables = await self.people(SEATS * count), []
        for number in range(count):
            game, mine = games[number % len(games)], cookies[SEATS * number : SEATS * (number + 1)]
            hands = HANDS if pioche.games[game].real_time else 1
            tables.append(Table(game, mine, self, hands))
        self.tables += tables
        return tables

    async def knock_later(self, table: Table, number: int) -> None:
        """Not all of them come at the same moment."""
        await asyncio.sleep(random.uniform(0.0, KNOCK_AGAIN))
        await self.knock(table, number, KNOCK_AGAIN)

    async def knock(self, table: Table, number: int, again: float) -> None:
        """Try to get a table until the server has room for one more."""
        while not self.stopped:
            try:
                await table.open(self.address, self.https[number % CONNECTIONS])
                self.let_in += 1
                return
            except (NotOpened, OSError):
                self.refused_entry += 1
                table.close()
                table.begin()
                await asyncio.sleep(again * random.uniform(0.9, 1.1))


async def measure_overload(
    port: int, server: Process, games: list[str], capacity: float, seconds: float
) -> Figures:
    """Seat some, let many more knock, and time the moves of all who were let in."""
    load = PacedLoad(port, server.pid)
    gc.disable()  # to look through all these tables would delay moves
    await load.seat_first(games, round(FIRST * capacity * PAUSE))
    await load.run(5.0)
    before = {"rate": len(load.acks) / load.seconds, "last": spread(load.lasts)}
    await load.let_knock(games, round((OFFERED - FIRST) * capacity * PAUSE))
    await asyncio.sleep(SETTLE)
    await load.run(seconds)
    metrics = await read_metrics(load)
    await load.close()
    told = {"first": len(load.first), "let_in": load.let_in, "refused_entry": load.refused_entry}
    told |= {"knocking": len(load.tables) - len(load.first), "before": before, "metrics": metrics}
    return {**load.result(), **told, "last_of_first": spread(load.lasts_of_first)}


async def read_metrics(load: Load) -> dict[str, float]:
    """What the server says about it itself."""
    http = load.https[0]
    page = (await http.get("/metrics")).decode()
    wanted = ("pioche_loop_delay", "pioche_coalesced", "pioche_shed", "pioche_floods")
    wanted += tuple(
        f"pioche_{what}_{part}"
        for what in ("commit_seconds", "command_seconds")
        for part in ("sum", "count")
    )
    lines = [line.rsplit(" ", 1) for line in page.splitlines() if line.startswith(wanted)]
    return {name: float(value) for name, value in lines}
