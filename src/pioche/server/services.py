"""What a worker is made of, put together and taken apart again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar

from pioche.server.house import House
from pioche.server.lobby import LobbyBoard
from pioche.server.settings import ServerSettings
from pioche.server.store import open_store
from pioche.server.store.base import Store, StoreError
from pioche.server.thinking import Thinkers

log = logging.getLogger(__name__)

SWEEP = 1.0  # seconds between two looks for tables whose time has come
TIDY = 3600.0


class Services:
    """The parts of one worker."""

    store: Store
    house: House
    lobby: LobbyBoard

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """Open everything; at the end close it in the opposite order."""
        settings = self.settings
        self.store = open_store(settings.database)
        await self.store.open()
        thinkers = Thinkers(settings.bot_processes)
        self.house = House(self.store, thinkers, settings.bot_pace, settings.keep_days)
        self.lobby = LobbyBoard(self.house)
        loops = [
            asyncio.create_task(work) for work in (self.sweep(), self.tidy(), self.lobby.run())
        ]
        try:
            yield
        finally:
            for task in loops:
                task.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await self.house.close()
            await thinkers.close()
            await self.store.close()

    async def sweep(self) -> None:
        """Let happen what has to happen by itself."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.house.sweep()
            except StoreError:
                log.warning("the store does not answer")

    async def tidy(self) -> None:
        """Forget what has expired."""
        while True:
            with suppress(StoreError):
                await self.store.tidy(self.house.now())
            await asyncio.sleep(TIDY)
