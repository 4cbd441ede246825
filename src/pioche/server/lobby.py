"""The lobby: tables that anybody may join or watch, live."""

import asyncio
import logging

import msgspec
from msgspec import Struct

from pioche.server.card import Listing
from pioche.server.connection import Connection
from pioche.server.house import House
from pioche.server.store.base import Shown, StoreError
from pioche.tables.messages import Phase

log = logging.getLogger(__name__)

MOST = 100  # tables shown
PAUSE = 0.5  # seconds between two looks


class Listed(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    code: str
    phase: Phase
    touched: int  # when something last happened there
    table: Listing
    your_turn: bool = False  # among one's own tables: it waits for you


class Lobby(Struct, tag_field="type", tag="lobby", frozen=True):
    """Every table of the lobby, the newest first."""

    tables: tuple[Listed, ...]


def listed(shown: Shown) -> Listed:
    """A row of the store as lists show it."""
    listing = msgspec.json.decode(shown.body, type=Listing)
    return Listed(shown.code, shown.phase, shown.touched, listing)


class LobbyBoard:
    """Shows the lobby to all who look at it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sockets: set[Connection] = set()
        self.last: tuple[Listed, ...] = ()
        self.lock = asyncio.Lock()  # what is read first must be shown first

    async def tables(self) -> tuple[Listed, ...]:
        """What the lobby holds now."""
        return tuple(listed(shown) for shown in await self.house.store.listed(MOST))

    async def join(self, socket: Connection) -> None:
        """Somebody looks."""
        async with self.lock:
            await self.show()
            socket.push(line_of(self.last))
            self.sockets.add(socket)

    async def look(self) -> None:
        """Wait for a change, and show it to all who look."""
        await self.house.lobby_changed.wait()
        self.house.lobby_changed.clear()
        if not self.sockets:
            return
        try:
            async with self.lock:
                await self.show()
        except StoreError:
            self.house.lobby_changed.set()
            raise

    async def show(self) -> None:
        """Send the lobby where it is another than before; that people move on is no news."""
        before, self.last = self.last, await self.tables()
        if list(map(news, before)) != list(map(news, self.last)):
            line = line_of(self.last)
            for socket in self.sockets:
                socket.push(line)


def news(table: Listed) -> Listed:
    """What of a table is worth a message."""
    return msgspec.structs.replace(table, touched=0)


def line_of(tables: tuple[Listed, ...]) -> str:
    """The lobby as it goes over the wire."""
    return msgspec.json.encode(Lobby(tables)).decode()
