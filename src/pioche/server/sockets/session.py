"""A visit over a socket: somebody comes in, is led to a table or the lobby, and leaves."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.client_address import Scope, read_client_key
from pioche.server.people.identity import Credential, read_credential
from pioche.server.problem import Problem
from pioche.server.refusal_messages import choose_language
from pioche.server.sockets.command_handler import CommandHandler
from pioche.server.store.base import StoreError
from pioche.server.tables.live_table import encode_message
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import NoSuchTable, StoreUnavailable
from pioche.server.tables.socket_writer import find_writer
from pioche.server.worker import ServerWorker
from pioche.tables.codes import read_code
from pioche.tables.messages import Bye

# Why a socket is closed, beside the codes that all sockets know.
GONE = 4404  # there is no such table
TOO_MANY = 4429  # sockets, of this person or from this address
BEHIND = 4408  # too slow to take what is sent: come back and resume
DOWN = 4503  # the store does not answer

CLOSE_TIMEOUT = 5.0  # seconds that somebody who is cut off has to hear why

DISCONNECTS = (WebSocketDisconnect, ClientDisconnected)


class SocketSession:
    """One socket from its opening to its end."""

    kind = "table"
    credential: Credential | None = None

    def __init__(
        self, worker: ServerWorker, socket: WebSocket[Any, Any, Any], lang: str | None
    ) -> None:
        self.worker, self.socket, self.writer = worker, socket, find_writer(socket.scope)
        self.outbox = Outbox(choose_language(lang))

    async def enter(self) -> None:
        """Find the place, and be greeted there."""
        raise NotImplementedError

    async def handle_message(self, line: str | bytes) -> None:
        """Something was said."""

    def leave(self) -> None:
        """Be gone."""

    async def send(self, lines: Sequence[str]) -> None:
        """Messages over the wire."""
        self.worker.metrics.count_sent(self.kind, len(lines), sum(map(len, lines)))
        if self.writer is not None:
            await self.writer.send_texts(lines)
            return
        for line in lines:
            await self.socket.send({"type": "websocket.send", "text": line, "bytes": None})

    async def run(self) -> None:
        """The whole of it. Litestar's socket holds itself in both hands, until it is freed."""
        try:
            await self.serve()
        finally:
            self.socket.receive, self.socket.send = empty_receive, empty_send

    async def serve(self) -> None:
        """Come in, be there, leave; who can't come in is told why."""
        address = read_client_key(cast(Scope, self.socket.scope))
        await self.socket.accept()
        with suppress(*DISCONNECTS):
            try:
                self.credential = read_credential(self.socket.scope["headers"])
                person = await self.worker.identity.find_holder(self.credential)
                self.outbox.person = person.id if person else ""
                with self.worker.limiter.sockets.reserve(self.outbox.person or None, address):
                    await self.exchange_messages()
            except NoSuchTable:
                await self.close_with_problem(GONE, Problem("no-table"))
            except (StoreError, StoreUnavailable):
                await self.close_with_problem(DOWN, Problem("store-down"))
            except Problem as problem:
                await self.close_with_problem(TOO_MANY, problem)

    async def close_with_problem(self, code: int, problem: Problem) -> None:
        """Say why, and close."""
        await self.send([encode_message(Bye(problem.code, problem.text(self.outbox.lang)))])
        await self.socket.close(code, problem.code)

    async def exchange_messages(self) -> None:
        """Send what is in line, and answer what comes, until one of us leaves.

        Who is too far behind is cut off, even in the middle of a message: it may never be
        taken. They may come back.
        """
        pump = asyncio.create_task(self.send_queued())
        try:
            await self.enter()
            while not self.outbox.behind and (line := await self.receive()) is not None:
                await self.handle_message(line)
        finally:
            pump.cancel()
            self.leave()
        if self.outbox.behind:
            await self.close_behind()

    async def receive(self) -> str | bytes | None:
        """What is said next; None when one of us leaves."""
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self.outbox.cut = task.cancel  # only here: nobody is cut off while being answered
        try:
            message = await self.socket.receive()
        except asyncio.CancelledError:
            if not self.outbox.behind or task.uncancel():
                raise
            return None
        finally:
            self.outbox.cut = None
        if message["type"] != "websocket.receive":
            return None
        return message.get("text") or message.get("bytes") or b""

    async def send_queued(self) -> None:
        """Send until it is over."""
        with suppress(
            *DISCONNECTS, RuntimeError
        ):  # the latter is uvicorn's for what comes after the end
            await self.outbox.send_all(self.send)

    async def close_behind(self) -> None:
        """Say why, if it is still heard."""
        with suppress(TimeoutError, asyncio.CancelledError):  # the cut itself may come only now
            await asyncio.wait_for(self.socket.close(BEHIND, "behind"), CLOSE_TIMEOUT)


class TableSocketSession(SocketSession):
    """Somebody who sits at a table, or watches it."""

    handler: CommandHandler | None = None

    def set_table(self, code: str, since: int | None) -> "TableSocketSession":
        """Which table, and what was seen of it before."""
        self.code, self.since = code, since
        return self

    async def enter(self) -> None:
        """Be seated, and told what there is to know."""
        code = read_code(self.code)
        if code is None:
            raise NoSuchTable(self.code)
        tables = self.worker.tables
        live = await tables.get_table(code)
        self.handler = CommandHandler(self.worker, live, self.outbox, self.credential)
        async with live.lock:
            await tables.refresh(live)
            await join_table(tables, live, self.outbox, self.since)

    async def handle_message(self, line: str | bytes) -> None:
        """A command or a question."""
        assert self.handler is not None
        await self.handler.handle_message(line)

    def leave(self) -> None:
        """Somebody is not connected any more."""
        if self.handler is None:
            return
        self.handler.cancel_hint()
        live = self.handler.live
        live.sockets.discard(self.outbox)
        self.worker.tables.presence.announce(live)


class LobbySocketSession(SocketSession):
    """Somebody who looks at the lobby."""

    kind = "lobby"

    async def enter(self) -> None:
        await self.worker.lobby.join(self.outbox)

    def leave(self) -> None:
        self.worker.lobby.sockets.discard(self.outbox)
