"""Servers over one database, and people who come to them to sit at tables."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from database_reader import StoredLog, read_logs
from reconnecting_client import PATIENCE, Device, Json, Person
from server_process import ServerProcess

from pioche.tables.table_views import TableViews

NAMES = ("Ada", "Bea", "Cem", "Dua")


class ServerCluster:
    """Servers over one database. Who comes next takes the next one."""

    def __init__(self, processes: Sequence[ServerProcess]) -> None:
        self.processes = processes
        self.database = processes[0].database

    def url(self, number: int) -> str:
        """The address of one of them."""
        return self.processes[number % len(self.processes)].url

    @asynccontextmanager
    async def people(self, *names: str) -> AsyncIterator[list[Person]]:
        """People with names, each at another server as long as there are any."""
        async with AsyncExitStack() as stack:
            found = []
            for number, name in enumerate(names):
                person = await stack.enter_async_context(Person(self.url(number)))
                found.append(await person.enter(name))
            yield found

    @asynccontextmanager
    async def playing(
        self, game: str, people: int = 2, bots: Sequence[str] = ("novice",), **settings: Any
    ) -> AsyncIterator[list[Device]]:
        """People at a table whose game has begun; each sits at the seat of their number."""
        async with AsyncExitStack() as stack:
            guests = await stack.enter_async_context(self.people(*NAMES[:people]))
            code = await guests[0].open(game, people + len(bots), **settings)
            devices = [await stack.enter_async_context(one.at(code)) for one in guests]
            for device in devices[1:]:
                await device.do("sit")
            for level in bots:
                await devices[0].do("bot", level=level)
            seq = (await devices[0].do("start"))["seq"]
            for device in devices:
                await device.reach(seq)
            yield devices

    async def log(self, code: str) -> StoredLog:
        """What is kept of a table."""
        return (await read_logs(self.database))[code]


def flow(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test that talks to a server, as pytest can run it."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        async def scenario() -> None:
            async with asyncio.timeout(30 * PATIENCE):
                await test(*given, **named)

        asyncio.run(scenario())

    return run


def seen(log: StoredLog, device: Device) -> Json:
    """What a device should know, by the log up to where it is."""
    table = log.table(device.seq)
    whole = TableViews(table).build_table_message(table.seat_of(device.person.id), device.person.id)
    found: Json = msgspec.json.decode(msgspec.json.encode(whole))
    del found["type"]
    return found
