"""A visit over a socket: somebody comes in, is led to a table or the lobby, and leaves."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.address import Scope, address_of
from pioche.server.connection import Connection
from pioche.server.desk import Desk
from pioche.server.house import NoSuchTable, Unavailable
from pioche.server.identity import Claim, claimed_by
from pioche.server.live import line_of
from pioche.server.parts import Parts
from pioche.server.problem import Problem
from pioche.server.resume import greet
from pioche.server.saying import language_of
from pioche.server.store.base import StoreError
from pioche.server.wire import wire_of
from pioche.tables.codes import read_code
from pioche.tables.messages import Bye

# Why a socket is closed, beside the codes that all sockets know.
GONE = 4404  # there is no such table
TOO_MANY = 4429  # sockets, of this person or from this address
BEHIND = 4408  # too slow to take what is sent: come back and resume
DOWN = 4503  # the store does not answer

LAST_WORDS = 5.0  # seconds that somebody who is cut off has to hear why

LEFT = (WebSocketDisconnect, ClientDisconnected)


class Visit:
    """One socket from its opening to its end."""

    kind = "table"
    claim: Claim | None = None

    def __init__(self, parts: Parts, socket: WebSocket[Any, Any, Any], lang: str | None) -> None:
        self.parts, self.socket, self.wire = parts, socket, wire_of(socket.scope)
        self.connection = Connection(language_of(lang))

    async def enter(self) -> None:
        """Find the place, and be greeted there."""
        raise NotImplementedError

    async def answer(self, line: str | bytes) -> None:
        """Something was said."""

    def leave(self) -> None:
        """Be gone."""

    async def send(self, lines: Sequence[str]) -> None:
        """Messages over the wire."""
        self.parts.metrics.sent(self.kind, len(lines), sum(map(len, lines)))
        if self.wire is not None:
            await self.wire.send_texts(lines)
            return
        for line in lines:
            await self.socket.send({"type": "websocket.send", "text": line, "bytes": None})

    async def run(self) -> None:
        """The whole of it. Litestar's socket holds itself in both hands, until it is freed."""
        try:
            await self.come_and_go()
        finally:
            self.socket.receive, self.socket.send = empty_receive, empty_send

    async def come_and_go(self) -> None:
        """Come in, be there, leave; who can't come in is told why."""
        address = address_of(cast(Scope, self.socket.scope))
        await self.socket.accept()
        with suppress(*LEFT):
            try:
                self.claim = claimed_by(self.socket.scope["headers"])
                person = await self.parts.identity.holder(self.claim)
                self.connection.person = person.id if person else ""
                with self.parts.limiter.sockets.taken(self.connection.person or None, address):
                    await self.stay()
            except NoSuchTable:
                await self.bye(GONE, Problem("no-table"))
            except (StoreError, Unavailable):
                await self.bye(DOWN, Problem("store-down"))
            except Problem as problem:
                await self.bye(TOO_MANY, problem)

    async def bye(self, code: int, problem: Problem) -> None:
        """Say why, and close."""
        await self.send([line_of(Bye(problem.code, problem.text(self.connection.lang)))])
        await self.socket.close(code, problem.code)

    async def stay(self) -> None:
        """Send what is in line, and answer what comes, until one of us leaves.

        Who is too far behind is cut off, even in the middle of a message: it may never be
        taken. They may come back.
        """
        pump = asyncio.create_task(self.pump())
        try:
            await self.enter()
            while not self.connection.behind and (line := await self.hear()) is not None:
                await self.answer(line)
        finally:
            pump.cancel()
            self.leave()
        if self.connection.behind:
            await self.cut_off()

    async def hear(self) -> str | bytes | None:
        """What is said next; None when one of us leaves."""
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self.connection.cut = task.cancel  # only here: nobody is cut off while being answered
        try:
            message = await self.socket.receive()
        except asyncio.CancelledError:
            if not self.connection.behind or task.uncancel():
                raise
            return None
        finally:
            self.connection.cut = None
        if message["type"] != "websocket.receive":
            return None
        return message.get("text") or message.get("bytes") or b""

    async def pump(self) -> None:
        """Send until it is over."""
        with suppress(*LEFT, RuntimeError):  # the latter is uvicorn's for what comes after the end
            await self.connection.run(self.send)

    async def cut_off(self) -> None:
        """Say why, if it is still heard."""
        with suppress(TimeoutError, asyncio.CancelledError):  # the cut itself may come only now
            await asyncio.wait_for(self.socket.close(BEHIND, "behind"), LAST_WORDS)


class TableVisit(Visit):
    """Somebody who sits at a table, or watches it."""

    desk: Desk | None = None

    def at(self, code: str, since: int | None) -> "TableVisit":
        """Which table, and what was seen of it before."""
        self.code, self.since = code, since
        return self

    async def enter(self) -> None:
        """Be seated, and told what there is to know."""
        code = read_code(self.code)
        if code is None:
            raise NoSuchTable(self.code)
        house = self.parts.house
        live = await house.table(code)
        self.desk = Desk(self.parts, live, self.connection, self.claim)
        async with live.lock:
            await house.refresh(live)
            await greet(house, live, self.connection, self.since)

    async def answer(self, line: str | bytes) -> None:
        """A command or a question."""
        assert self.desk is not None
        await self.desk.answer(line)

    def leave(self) -> None:
        """Somebody is not connected any more."""
        if self.desk is None:
            return
        self.desk.leave()
        live = self.desk.live
        live.sockets.discard(self.connection)
        self.parts.house.presence.changed(live)


class LobbyVisit(Visit):
    """Somebody who looks at the lobby."""

    kind = "lobby"

    async def enter(self) -> None:
        """See it."""
        await self.parts.lobby.join(self.connection)

    def leave(self) -> None:
        """Look no longer."""
        self.parts.lobby.sockets.discard(self.connection)
