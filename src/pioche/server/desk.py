"""The desk of a socket at a table: every message gets an answer."""

import asyncio
import time
from collections.abc import Awaitable

import msgspec
from msgspec import Struct

from pioche.core.state import State
from pioche.server.connection import Connection
from pioche.server.errors import unforeseen
from pioche.server.house import NoSuchTable, Unavailable
from pioche.server.identity import Claim
from pioche.server.limits import passes
from pioche.server.live import Live, line_of
from pioche.server.parts import Parts
from pioche.server.problem import Problem
from pioche.server.saying import names, refused
from pioche.server.store.base import StoreError
from pioche.tables.commands import AskHint, Id, Ping, Request
from pioche.tables.judge import Denied
from pioche.tables.messages import Done, Failed, Hint, Message, Pong, Refused
from pioche.words import Words

SOCKET = {"path_template": "/api/tables/{code}/socket"}  # where it happened, for the log

decoder = msgspec.json.Decoder(Request)


class Marked(Struct):
    """Anything with an id: of a request that makes no sense, what its answer is to be called."""

    id: Id | None = None


def read(line: str | bytes) -> Request:
    """A request; Problem where it makes no sense."""
    try:
        request: Request = decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem("malformed", problem=str(error)) from None
    return request


def id_of(line: str | bytes) -> str | None:
    """The id of something that may be no request."""
    try:
        return msgspec.json.decode(line, type=Marked).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


class Desk:
    """Answers what comes from one socket at a table."""

    def __init__(self, parts: Parts, live: Live, socket: Connection, claim: Claim | None) -> None:
        self.parts, self.live, self.socket, self.claim = parts, live, socket, claim
        self.bucket = parts.limiter.messages()
        self.hinting: asyncio.Task[Message | None] | None = None

    async def answer(self, line: str | bytes) -> None:
        """One message."""
        try:
            passes(self.bucket.take())
            request = read(line)
        except Problem as problem:
            self.push(self.failed(problem, id_of(line)))
            return
        self.parts.metrics.commands.add(str(request.__struct_config__.tag))
        began = time.perf_counter()
        reply = await self.reply(request, self.replied(request))
        if isinstance(reply, Done):
            self.parts.metrics.command_seconds.add(time.perf_counter() - began)

    async def reply(self, request: Request, replied: Awaitable[Message | None]) -> Message | None:
        """Send the answer to a request, if it is there already, or why there is none."""
        try:
            reply = await replied
        except Denied as denied:
            reply = refused(denied, request.id, self.live.table, self.socket.lang)
        except (StoreError, Unavailable):
            reply = self.failed(Problem("store-down"), request.id)
        except NoSuchTable:
            reply = self.failed(Problem("no-table"), request.id)
        except Problem as problem:
            reply = self.failed(problem, request.id)
        except Exception as error:
            reply = self.failed(unforeseen(error, SOCKET), request.id)
        if reply is not None:
            self.push(reply)
        return reply

    def push(self, reply: Message) -> None:
        """Send an answer."""
        if isinstance(reply, Refused | Failed):
            self.parts.metrics.refusals.add(reply.code)
        self.socket.push(line_of(reply))

    def failed(self, problem: Problem, id: str | None) -> Failed:
        """Why a message can't be dealt with."""
        return Failed(problem.code, problem.text(self.socket.lang), id)

    async def replied(self, request: Request) -> Message | None:
        """The answer to a request; None where it will come later."""
        if isinstance(request, Ping):
            return Pong(request.id, self.parts.house.now())
        if isinstance(request, AskHint):
            await self.advise(request)
            return None
        # They may have another name by now, or none: a program whose key was taken away.
        person = await self.parts.identity.holder(self.claim)
        return await self.parts.handle(self.live.table.code, person, request)

    async def advise(self, request: AskHint) -> None:
        """Let an expert think, while the socket goes on."""
        if self.hinting is not None and not self.hinting.done():
            raise Problem("too-fast", retry=1)
        async with self.live.lock:  # what is not on disk yet has not happened
            await self.parts.house.refresh(self.live)
            table, seat = self.live.table, self.socket.seat
            if seat is None or table.state is None or seat not in table.state.actors():
                raise Denied("not-your-move")
            if not table.settings.hints:
                raise Denied("no-hints")
            thought = self.hint(request, table.seq, seat, table.state.clone())
        self.hinting = asyncio.create_task(self.reply(request, thought))

    async def hint(self, request: AskHint, seq: int, seat: int, state: State) -> Hint:
        """What an expert would play."""
        table = self.live.table
        hint = await self.parts.thinkers.hint(table.code, seat, state)
        words = Words.of(table.game, self.socket.lang)
        move, text = table.game.text(hint.thought.action), words.advice(hint.reason, names(table))
        return Hint(request.id, seq, move, hint.thought.share, hint.reason, text)

    def leave(self) -> None:
        """Nobody waits for an answer any more."""
        if self.hinting is not None:
            self.hinting.cancel()
