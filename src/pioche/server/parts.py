"""What a worker is made of, put together and taken apart again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.di import NamedDependency

from pioche.server import clean, problem
from pioche.server.files import Files
from pioche.server.house import House, now_ms
from pioche.server.identity import Identity
from pioche.server.limits import Limiter
from pioche.server.lobby import PAUSE, Listed, LobbyBoard
from pioche.server.metrics import Metrics
from pioche.server.problem import Problem
from pioche.server.settings import ServerSettings
from pioche.server.store import open_store
from pioche.server.store.base import Person, Store, StoreError
from pioche.server.thinking import Thinkers
from pioche.tables.commands import Asked, Emote, Rematch, Say, Sit
from pioche.tables.messages import Done

log = logging.getLogger(__name__)

SWEEP = 1.0  # seconds between two looks for tables whose time has come
TIDY = 600.0

AnyRequest = Request[Any, Any, Any]


async def again_and_again(work: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do something for ever, with a pause between; what goes wrong once must not end it."""
    while True:
        try:
            await work()
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("what runs beside has failed")
        await asyncio.sleep(pause)


class Parts:
    """The parts of one worker."""

    store: Store
    thinkers: Thinkers
    house: House
    lobby: LobbyBoard
    identity: Identity

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.limiter = Limiter(settings.limits)
        self.metrics = Metrics()
        self.projector = asyncio.Semaphore(1)  # one film at a time: the tables need the processor
        self.files = None if settings.web is None else Files.read(Path(settings.web))

    # -- opening and closing -------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """Open everything; at the end close it in the opposite order."""
        await self.open()
        beside = [(self.sweep, SWEEP), (self.tidy, TIDY), (self.lobby.look, PAUSE)]
        loops = [asyncio.create_task(again_and_again(*work)) for work in beside]
        try:
            yield
        finally:
            for task in loops:
                task.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await self.house.close()
            await self.thinkers.close()
            await self.store.close()

    async def open(self) -> None:
        """Put the parts together."""
        settings = self.settings
        self.store = open_store(settings.database)
        await self.store.open()
        self.thinkers = Thinkers(settings.bot_processes)
        pace, days = settings.bot_pace, settings.keep_days
        self.house = House(self.store, self.thinkers, self.metrics, pace, days)
        self.store.committed = self.metrics.committed
        self.metrics.watch(self.look)
        self.lobby = LobbyBoard(self.house)
        self.identity = Identity(self.store, now_ms)

    async def sweep(self) -> None:
        """Let happen what has to happen by itself."""
        self.metrics.refresh()
        await self.house.sweep()

    async def tidy(self) -> None:
        """Forget what has expired."""
        await self.store.tidy(now_ms())
        for what, count in (await self.store.size()).items():
            self.metrics.stored[what].set(count)

    def look(self) -> None:
        """How many there are of everything now, for the metrics."""
        lives, metrics = list(self.house.tables.values()), self.metrics
        for phase, gauge in metrics.tables.items():
            gauge.set(sum(live.table.phase == phase for live in lives))
        metrics.sockets["table"].set(sum(len(live.sockets) for live in lives))
        metrics.sockets["lobby"].set(len(self.lobby.sockets))
        metrics.queues["store"].set(self.store.waiting)
        metrics.queues["bots"].set(sum(self.thinkers.waiting.values()))
        outboxes = (len(socket.outbox) for live in lives for socket in live.sockets)
        metrics.queues["outbox"].set(sum(outboxes))

    # -- what requests share -------------------------------------------------------------

    def language(self, request: AnyRequest) -> str:
        """The language to answer in."""
        return problem.language(request.headers.get("accept-language", ""))

    async def with_turn(self, listed: Listed, person: Person) -> Listed:
        """A table of a list that says whether it waits for somebody."""
        live = await self.house.table(listed.code)
        return msgspec.structs.replace(listed, your_turn=live.table.waits_for(person.id))

    async def handle(self, code: str, person: Person | None, command: Asked) -> Done:
        """Carry out a command: of somebody we know, with a text that can be shown to others."""
        if person is None:
            raise Problem("no-person")
        if not await self.house.knows(code, person, command):  # to ask again costs nothing
            await self.allow(person, command)
        if isinstance(command, Say):
            command = msgspec.structs.replace(command, text=clean.text(command.text))
        return await self.house.handle(code, person, command)

    async def allow(self, person: Person, command: Asked) -> None:
        """Problem where a person says too much at once, or has too many tables."""
        if isinstance(command, Say | Emote):
            self.limiter.text(person.id)
        elif isinstance(command, Sit | Rematch):
            await self.allow_table(person)

    async def allow_table(self, person: Person) -> None:
        """Problem where a person has too many tables already."""
        most = self.settings.limits.tables_per_person
        if await self.store.count_of(person.id) >= most:
            raise Problem("too-many-tables", most=most)


Given = NamedDependency[Parts]  # how handlers say that they want them
