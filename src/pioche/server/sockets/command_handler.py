"""What comes from a socket at a table: every message gets an answer."""

import asyncio
import time
from functools import partial

import msgspec
from msgspec import Struct

from pioche.bots.table_bots_cache import QueueShare
from pioche.core.state import State
from pioche.server.http.error_handlers import describe_misreading, log_internal_error
from pioche.server.people import sanitize
from pioche.server.people.identity import Credential
from pioche.server.problem import Problem
from pioche.server.refusal_messages import build_refused, seat_names
from pioche.server.store.base import Person, StoreError
from pioche.server.tables.live_table import LiveTable, encode_message
from pioche.server.tables.log_reader import NoSuchTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import StoreUnavailable
from pioche.server.token_bucket import raise_if_limited
from pioche.server.worker import ServerWorker
from pioche.tables.commands import (
    AskHint,
    Command,
    CommandId,
    Emote,
    Follow,
    Ping,
    Play,
    Request,
    Say,
    Sit,
)
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Done, Failed, HintMessage, Message, Pong, Refused
from pioche.words import Words

SOCKET_SCOPE = {"path_template": "/api/tables/{code}/socket"}  # where it happened, for the log

LIMITED_COMMANDS = (Say, Emote, Sit)

decoder = msgspec.json.Decoder(Request)


class RequestId(Struct):
    """Anything with an id: of a request that makes no sense, what its answer is to be called."""

    id: CommandId | None = None


def decode_request(line: str | bytes) -> Request:
    """A request; Problem where it makes no sense."""
    try:
        request: Request = decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem("malformed", problem=describe_misreading(error)) from None
    return request


def read_request_id(line: str | bytes) -> str | None:
    """The id of something that may be no request."""
    try:
        return msgspec.json.decode(line, type=RequestId).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def handle_command(
    worker: ServerWorker,
    live: LiveTable,
    person: Person,
    command: Command,
    program: bool = False,
    address: str = "",
) -> Done:
    """Carry out a command: within the limits, with a text that can be shown to others.

    `program`: whether it comes by a token, so that what it says is shown as a program's.
    """
    if isinstance(command, Sit):  # counted, then seated: one after the other
        async with worker.get_person_lock(person.id):
            await check_limits(worker, live, person, command)
            return await worker.tables.handle(live, person, command, program, address)
    if isinstance(command, LIMITED_COMMANDS):
        await check_limits(worker, live, person, command)
    if isinstance(command, Say):
        command = msgspec.structs.replace(command, text=sanitize.sanitize_text(command.text))
    return await worker.tables.handle(live, person, command, program, address)


async def check_limits(
    worker: ServerWorker, live: LiveTable, person: Person, command: Say | Emote | Sit
) -> None:
    """Problem where a person says too much at once, or has too many tables."""
    if (person.id, command.id) in live.table.done_commands:  # to ask again costs nothing
        return
    if isinstance(command, Say | Emote):
        worker.limiter.check_text(person.id)
    else:
        await worker.check_table_limit(person)


class CommandHandler:
    """Answers what comes from one socket at a table."""

    def __init__(
        self, worker: ServerWorker, live: LiveTable, socket: Outbox, claim: Credential | None
    ) -> None:
        self.worker, self.live, self.outbox, self.credential = worker, live, socket, claim
        self.bucket = worker.limiter.new_message_bucket()
        self.hint_task: asyncio.Task[None] | None = None
        self.successor: CommandHandler | None = None  # at the rematch, if the socket went on there
        self.retry_task: asyncio.Task[None] | None = None  # a move that may not be on disk

    async def handle_message(self, line: str | bytes) -> None:
        try:
            raise_if_limited(self.bucket.take())
            request = decode_request(line)
        except Problem as problem:
            self.push(self.build_failure(problem, read_request_id(line)))
            return
        self.worker.metrics.commands.add(str(request.__struct_config__.tag))
        await self.answer(request)

    async def answer(self, request: Request) -> None:
        """Answer a request, whatever comes of it."""
        began = time.perf_counter()
        try:
            reply = await self.execute(request)
        except Exception as error:
            reply = self.build_error_reply(error, request.id)
        if reply is not None:
            self.push(reply)
        if isinstance(reply, Done):
            self.worker.metrics.command_seconds.add(time.perf_counter() - began)

    def play(self, line: str) -> bool:
        """Carry out a move at once, as `handle_message` would; False where that can't be.

        Nothing has happened then, and nothing is counted.
        """
        if not self.live.is_ready or self.credential is None:
            return False
        try:
            request = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return False
        person = self.worker.identity.recall_holder(self.credential)
        if type(request) is not Play or person is None or self.bucket.find_wait():
            return False
        finish = partial(self.finish_play, request, time.perf_counter())
        if not self.worker.tables.entry_writer.play(self.live, person, request, finish):
            return False
        self.bucket.take()
        self.worker.metrics.commands.add("play")
        return True

    def finish_play(self, request: Play, began: float, done: Done | None) -> None:
        """Answer a move that is on disk; ask again where it may not be."""
        if done is None:
            self.retry_task = asyncio.create_task(self.answer(request))
            return
        self.push(done)
        self.worker.metrics.command_seconds.add(time.perf_counter() - began)

    def push(self, reply: Message) -> None:
        if isinstance(reply, Refused | Failed):
            self.worker.metrics.refusals.add(reply.code)
        self.outbox.push(encode_message(reply))

    def build_failure(self, problem: Problem, id: str | None) -> Failed:
        """Why a message can't be dealt with."""
        return Failed(problem.code, problem.text(self.outbox.lang), id)

    def build_error_reply(self, error: Exception, id: str) -> Refused | Failed:
        """Why a request has no other answer."""
        if isinstance(error, CommandRefused):
            return build_refused(error, id, self.live.table, self.outbox.lang)
        if isinstance(error, StoreError | StoreUnavailable):
            error = Problem("store-down")
        elif isinstance(error, NoSuchTable):
            error = Problem("no-table")
        elif not isinstance(error, Problem):
            error = log_internal_error(error, SOCKET_SCOPE)
        return self.build_failure(error, id)

    async def execute(self, request: Request) -> Message | None:
        """The answer to a request; None where it will come later."""
        if isinstance(request, Ping):
            return Pong(request.id, self.worker.tables.find_time(self.live))
        if isinstance(request, Follow):
            return await self.follow(request)
        person = await self.find_person()
        if isinstance(request, AskHint):
            await self.start_hint(request)
            return None
        program = self.credential is not None and self.credential.is_program
        return await handle_command(
            self.worker, self.live, person, request, program, self.outbox.address
        )

    async def find_person(self) -> Person:
        """Who it is: they may have another name by now, or none, if their key was taken away."""
        person = await self.worker.identity.find_holder(self.credential)
        if person is None:
            raise Problem("no-person")
        return person

    async def follow(self, request: Follow) -> Done:
        """Leave this table for its rematch, over the same socket.

        Both locks are held: what was written here has been told before, and nothing comes after.
        """
        if self.outbox.person:  # others only watch
            await self.find_person()
        tables = self.worker.tables
        async with (
            tables.hold_table(self.live.table.code) as before,
            tables.hold_table(await tables.find_rematch(before)) as live,
        ):
            self.leave()
            await self.join(live)
            return Done(request.id, live.table.seq)

    async def join(self, live: LiveTable) -> None:
        """Go on at another table; what is under way at this one stays here."""
        handler = CommandHandler(self.worker, live, self.outbox, self.credential)
        handler.bucket = self.bucket
        self.successor = handler
        await join_table(self.worker.tables, live, self.outbox, None)

    def leave(self) -> None:
        """Be gone from the table."""
        self.cancel_hint()
        self.live.sockets.discard(self.outbox)
        self.worker.tables.presence.announce(self.live)

    async def start_hint(self, request: AskHint) -> None:
        """Let an expert think, while the socket goes on."""
        if self.hint_task is not None and not self.hint_task.done():
            raise Problem("too-fast", retry=1)
        async with self.live.lock:  # what is not on disk yet has not happened
            await self.worker.tables.refresh(self.live)
            table, seat = self.live.table, self.outbox.seat
            if seat is None or table.state is None or seat not in table.state.actors():
                raise CommandRefused("not-your-move")
            if not table.settings.hints:
                raise CommandRefused("no-hints")
            seq, state = table.seq, table.state.clone()
        self.hint_task = asyncio.create_task(self.send_hint(request, seq, seat, state))

    async def send_hint(self, request: AskHint, seq: int, seat: int, state: State) -> None:
        """Send what an expert would play, when it is there."""
        reply: Message
        try:
            reply = await self.compute_hint(request, seq, seat, state)
        except Exception as error:
            reply = self.build_error_reply(error, request.id)
        self.push(reply)

    async def compute_hint(
        self, request: AskHint, seq: int, seat: int, state: State
    ) -> HintMessage:
        """What an expert would play."""
        table = self.live.table
        share = QueueShare(self.live.asker)
        hint = await self.worker.bots.hint(table.code, seat, state, share)
        words = Words.load(table.game, self.outbox.lang)
        move, text = (
            table.game.text(hint.thought.action),
            words.say_advice(hint.reason, seat_names(table)),
        )
        return HintMessage(request.id, seq, move, hint.thought.share, hint.reason, text)

    def cancel_hint(self) -> None:
        """Nobody waits for an answer any more."""
        if self.hint_task is not None:
            self.hint_task.cancel()
