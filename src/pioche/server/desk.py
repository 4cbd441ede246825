"""The desk of a socket at a table: every message gets an answer."""

import asyncio
import time

import msgspec
from msgspec import Struct

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
        self.hinting: asyncio.Task[None] | None = None

    async def answer(self, line: str | bytes) -> None:
        """One message."""
        try:
            passes(self.bucket.take())
            request = read(line)
        except Problem as problem:
            self.push(self.failed(problem, id_of(line)))
            return
        self.parts.metrics.commands.add(str(request.__struct_config__.tag))
        if isinstance(request, AskHint):
            self.advise(request)
        else:
            await self.answer_to(request)

    async def answer_to(self, request: Request) -> None:
        """A request that could be read."""
        began = time.perf_counter()
        reply = await self.reply(request)
        self.push(reply)
        if isinstance(reply, Done):
            self.parts.metrics.command_seconds.add(time.perf_counter() - began)

    def push(self, reply: Message) -> None:
        """Send an answer."""
        if isinstance(reply, Refused | Failed):
            self.parts.metrics.refusals.add(reply.code)
        self.socket.push(line_of(reply))

    def advise(self, request: AskHint) -> None:
        """Let an expert think, while the socket goes on."""
        if self.hinting is not None and not self.hinting.done():
            self.push(self.failed(Problem("too-fast", retry=1), request.id))
        else:
            self.hinting = asyncio.create_task(self.answer_to(request))

    def leave(self) -> None:
        """Nobody waits for an answer any more."""
        if self.hinting is not None:
            self.hinting.cancel()

    async def reply(self, request: Request) -> Message:
        """The answer to a request."""
        try:
            return await self.replied(request)
        except Denied as denied:
            return refused(denied, request.id, self.live.table, self.socket.lang)
        except (StoreError, Unavailable):
            return self.failed(Problem("store-down"), request.id)
        except NoSuchTable:
            return self.failed(Problem("no-table"), request.id)
        except Problem as problem:
            return self.failed(problem, request.id)
        except Exception as error:
            return self.failed(unforeseen(error, SOCKET), request.id)

    def failed(self, problem: Problem, id: str | None) -> Failed:
        """Why a message can't be dealt with."""
        return Failed(problem.code, problem.text(self.socket.lang), id)

    async def replied(self, request: Request) -> Message:
        """The answer to a request that could be read."""
        if isinstance(request, Ping):
            return Pong(request.id, self.parts.house.now())
        if isinstance(request, AskHint):
            return await self.hint(request)
        # They may have another name by now, or none: a program whose key was taken away.
        person = await self.parts.identity.holder(self.claim)
        return await self.parts.handle(self.live.table.code, person, request)

    async def hint(self, request: AskHint) -> Hint:
        """What an expert would play."""
        async with self.live.lock:  # what is not on disk yet has not happened
            await self.parts.house.refresh(self.live)
            table, seat = self.live.table, self.socket.seat
            if seat is None or table.state is None or seat not in table.state.actors():
                raise Denied("not-your-move")
            if not table.settings.hints:
                raise Denied("no-hints")
            seq, state = table.seq, table.state.clone()
        hint = await self.parts.thinkers.hint(table.code, seat, state)
        words = Words.of(table.game, self.socket.lang)
        move, text = table.game.text(hint.thought.action), words.advice(hint.reason, names(table))
        return Hint(request.id, seq, move, hint.thought.share, hint.reason, text)
