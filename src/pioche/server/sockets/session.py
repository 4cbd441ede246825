"""A visit over a socket: somebody comes in, is led to a table or the lobby, and leaves."""

import asyncio
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, cast

from litestar import WebSocket
from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.client_address import Scope, read_client_key
from pioche.server.connections.socket_writer import find_writer
from pioche.server.people.identity import Credential, read_credential
from pioche.server.problem import Problem
from pioche.server.refusal_messages import choose_language
from pioche.server.sockets.command_handler import CommandHandler
from pioche.server.store.base import StoreError
from pioche.server.tables.live_table import LiveTable, encode_message
from pioche.server.tables.log_reader import NoSuchTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import StoreUnavailable
from pioche.server.token_bucket import raise_if_limited
from pioche.server.worker import ServerWorker
from pioche.tables.codes import read_code
from pioche.tables.messages import Bye

# Why a socket is closed, beside the codes that all sockets know.
GONE = 4404  # there is no such table
TOO_MANY = 4429  # sockets, of this person or from this address
AGAIN = 1013  # too many play here right now: try again in some seconds
TOO_MUCH = 1008  # too many messages at once, or frames or bytes (then there is no `bye`)
BEHIND = 4408  # too slow to take what is sent: come back and resume
DOWN = 4503  # the store does not answer
LOGGED_OUT = 4401  # the key that it was opened with was taken away

NO_SEAT = -1  # what a spectator who comes back says about the seat

CLOSE_TIMEOUT = 5.0  # seconds that somebody who is cut off has to hear why

DISCONNECTS = (WebSocketDisconnect, ClientDisconnected)


class SocketSession:
    """One socket from its opening to its end."""

    kind = "table"
    is_resuming = False  # whether somebody comes back who was here before
    is_answering = False  # what was said before: what comes now has to wait
    credential: Credential | None = None

    def __init__(
        self, worker: ServerWorker, socket: WebSocket[Any, Any, Any], lang: str | None
    ) -> None:
        self.worker, self.socket, self.writer = worker, socket, find_writer(socket.scope)
        self.writer.sent = worker.metrics.sent[self.kind]
        self.outbox = Outbox(choose_language(lang))

    async def enter(self) -> None:
        """Find the place, and be greeted there."""
        raise NotImplementedError

    async def handle_message(self, line: str | bytes) -> None:
        """Something was said."""

    def leave(self) -> None:
        """Be gone."""

    def hear(self, _: str) -> bool:
        """Answer what was said at once, or see to it; False where that takes a task's patience."""
        return False

    async def run(self) -> None:
        """The whole of it. Litestar's socket holds itself in both hands, until it is freed."""
        try:
            await self.serve()
        finally:
            self.socket.receive, self.socket.send = empty_receive, empty_send

    async def serve(self) -> None:
        """Come in, be there, leave; who can't come in is told why."""
        address = self.outbox.address = read_client_key(cast(Scope, self.socket.scope))
        await self.socket.accept()
        with suppress(*DISCONNECTS):
            try:
                self.credential = read_credential(self.socket.scope["headers"])
                person = await self.worker.identity.find_holder(self.credential)
                self.outbox.person = person.id if person else ""
                await self.check_room()
                with (
                    self.worker.limiter.sockets.reserve(self.outbox.person or None, address),
                    self.hold_key(),
                ):
                    await self.check_key()
                    await self.exchange_messages()
            except NoSuchTable:
                await self.close_with_problem(GONE, Problem("no-table"))
            except (StoreError, StoreUnavailable):
                await self.close_with_problem(DOWN, Problem("store-down"))
            except Problem as problem:
                code = {"busy": AGAIN, "too-fast": TOO_MUCH}.get(problem.code, TOO_MANY)
                await self.close_with_problem(code, problem)

    async def check_room(self) -> None:
        """Problem where somebody new would slow down those who play."""
        if not self.is_resuming:
            self.worker.load.check_room("socket")

    def hold_key(self) -> AbstractContextManager[None]:
        """Be found when the key of this socket is taken away."""
        if self.credential is None or not self.outbox.person:
            return nullcontext()
        return self.worker.identity.sockets.hold(self.credential.hash, self.outbox)

    async def check_key(self) -> None:
        """Look again, now that we would be found: it may have been taken away meanwhile."""
        if self.outbox.person and not await self.worker.identity.find_holder(self.credential):
            self.outbox.revoke()

    async def close_with_problem(self, code: int, problem: Problem) -> None:
        """Say why, and close."""
        bye = Bye(problem.code, problem.text(self.outbox.lang))
        await self.writer.send_text(encode_message(bye))
        await self.socket.close(code, problem.code)

    async def exchange_messages(self) -> None:
        """Answer what comes, until one of us leaves.

        Who is too far behind is cut off, even in the middle of a message: it may never be
        taken. They may come back.
        """
        self.outbox.connect(self.writer)
        self.writer.on_unread = self.outbox.fall_behind
        try:
            await self.enter()
            self.writer.on_text = self.hear
            while not self.outbox.behind and (line := await self.receive()) is not None:
                self.is_answering = True
                await self.handle_message(line)
                self.is_answering = False
        finally:
            self.outbox.disconnect()
            self.writer.on_unread = self.writer.on_text = None
            self.leave()
        if self.outbox.revoked:
            await self.close_revoked()
        elif self.outbox.behind:
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

    async def close_behind(self) -> None:
        """Say why, if it is still heard."""
        with suppress(TimeoutError, asyncio.CancelledError):  # the cut itself may come only now
            await asyncio.wait_for(self.socket.close(BEHIND, "behind"), CLOSE_TIMEOUT)

    async def close_revoked(self) -> None:
        """Say that this device is logged out, if it is still heard."""
        with suppress(TimeoutError, asyncio.CancelledError):
            goodbye = self.close_with_problem(LOGGED_OUT, Problem("logged-out"))
            await asyncio.wait_for(goodbye, CLOSE_TIMEOUT)


class TableSocketSession(SocketSession):
    """Somebody who sits at a table, or watches it."""

    handler: CommandHandler | None = None

    def set_table(self, code: str, since: int | None, seat: int | None) -> "TableSocketSession":
        """Which table, what was seen of it before, and from which seat."""
        self.code, self.since, self.seat_before = code, since, seat
        self.is_resuming = since is not None
        return self

    async def check_room(self) -> None:
        """Who has a seat is let in: they load the page again, or come from the last game."""
        if self.worker.load.is_full_for("socket") and not await self.has_seat():
            await super().check_room()

    async def has_seat(self) -> bool:
        """Whether somebody sits at the table already."""
        code = read_code(self.code)
        if code is None or not self.outbox.person:
            return False
        live = await self.worker.tables.get_table(code)
        return live.table.seat_of(self.outbox.person) is not None

    async def enter(self) -> None:
        """Be seated, and told what there is to know."""
        code = read_code(self.code)
        if code is None:
            raise NoSuchTable(self.code)
        tables = self.worker.tables
        async with tables.hold_table(code) as live:
            self.handler = CommandHandler(self.worker, live, self.outbox, self.credential)
            await join_table(tables, live, self.outbox, self.find_resume_point(live))

    def find_resume_point(self, live: LiveTable) -> int | None:
        """What was seen before; None where it was seen by somebody else, or from another seat."""
        seat = live.table.seat_of(self.outbox.person)
        is_same = self.seat_before in (None, NO_SEAT if seat is None else seat)
        return self.since if is_same else None

    async def handle_message(self, line: str | bytes) -> None:
        """A command or a question."""
        assert self.handler is not None
        await self.handler.handle_message(line)
        self.handler = self.handler.successor or self.handler

    def hear(self, line: str) -> bool:
        """A move, most of the time."""
        return not self.is_answering and self.handler is not None and self.handler.play(line)

    def leave(self) -> None:
        """Somebody is not connected any more."""
        if self.handler is not None:
            (self.handler.successor or self.handler).leave()


class LobbySocketSession(SocketSession):
    """Somebody who looks at the lobby."""

    kind = "lobby"

    async def enter(self) -> None:
        self.bucket = self.worker.limiter.new_lobby_bucket()
        await self.worker.lobby.join(self.outbox)

    async def handle_message(self, _: str | bytes) -> None:
        """There is nothing to ask for; Problem where somebody goes on all the same."""
        raise_if_limited(self.bucket.take())

    def leave(self) -> None:
        self.worker.lobby.sockets.discard(self.outbox)
