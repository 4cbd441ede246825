"""The lobby: tables that anybody may join or watch, live."""

import asyncio
import logging

import msgspec
from msgspec import Struct

from pioche.server.store.base import StoreError, TableRow
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.service import TableService
from pioche.server.tables.table_summary import TableOverview
from pioche.tables.messages import Phase

log = logging.getLogger(__name__)

MAX_TABLES = 100  # tables shown
LOBBY_PAUSE = 0.5  # seconds between two looks


class ListedTable(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    code: str
    phase: Phase
    touched: int  # when something last happened there
    table: TableOverview
    your_turn: bool = False  # among one's own tables: it waits for you


class Lobby(Struct, tag_field="type", tag="lobby", frozen=True):
    """Every table of the lobby, the newest first."""

    tables: tuple[ListedTable, ...]


def build_listed_table(shown: TableRow) -> ListedTable:
    """A row of the store as lists show it."""
    listing = msgspec.json.decode(shown.body, type=TableOverview)
    return ListedTable(shown.code, shown.phase, shown.touched, listing)


class LobbyBroadcaster:
    """Shows the lobby to all who look at it."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self.sockets: set[Outbox] = set()
        self.last_tables: tuple[ListedTable, ...] = ()
        self.lock = asyncio.Lock()  # what is read first must be shown first

    async def list_tables(self) -> tuple[ListedTable, ...]:
        """What the lobby holds now."""
        return tuple(
            build_listed_table(shown)
            for shown in await self.tables.store.list_lobby_tables(MAX_TABLES)
        )

    async def join(self, socket: Outbox) -> None:
        async with self.lock:
            await self.broadcast()
            socket.push(encode_lobby(self.last_tables))
            self.sockets.add(socket)

    async def wait_and_broadcast(self) -> None:
        """Wait for a change, and show it to all who look."""
        await self.tables.lobby_changed.wait()
        if self.tables.is_busy():  # players come first; the news is not lost
            return
        self.tables.lobby_changed.clear()
        if not self.sockets:
            return
        try:
            async with self.lock:
                await self.broadcast()
        except StoreError:
            self.tables.lobby_changed.set()
            raise

    async def broadcast(self) -> None:
        """Send the lobby where it is another than before; that people move on is no news."""
        before, self.last_tables = self.last_tables, await self.list_tables()
        if list(map(strip_touched, before)) != list(map(strip_touched, self.last_tables)):
            line = encode_lobby(self.last_tables)
            for socket in self.sockets:
                socket.push(line)


def strip_touched(table: ListedTable) -> ListedTable:
    """What of a table is worth a message."""
    return msgspec.structs.replace(table, touched=0)


def encode_lobby(tables: tuple[ListedTable, ...]) -> bytes:
    """The lobby as it goes over the wire."""
    return msgspec.json.encode(Lobby(tables))
