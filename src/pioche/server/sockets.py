"""The sockets of tables: one for each device that looks at a table."""

import logging

import msgspec

from pioche.server.connection import Connection
from pioche.server.house import House, Unavailable
from pioche.server.live import Live, line_of
from pioche.server.saying import names, refused, sentence
from pioche.server.store.base import Person
from pioche.tables.commands import Asked, AskHint, Ping, Request
from pioche.tables.judge import Denied
from pioche.tables.messages import Done, Failed, Hint, Message, Pong
from pioche.words import Words

log = logging.getLogger(__name__)

decoder = msgspec.json.Decoder(Request)


class Desk:
    """Answers what comes from one socket at a table."""

    def __init__(self, house: House, live: Live, socket: Connection, person: Person | None) -> None:
        self.house, self.live, self.socket, self.person = house, live, socket, person

    async def answer(self, line: str | bytes) -> None:
        """One message."""
        try:
            request = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.fail("malformed", problem=str(error))
            return
        self.socket.push(line_of(await self.reply(request)))

    def fail(self, code: str, id: str | None = None, **params: str) -> None:
        """Say that a message can't be dealt with."""
        text = sentence(code, params, self.socket.lang)
        self.socket.push(line_of(Failed(code, text, id)))

    async def reply(self, request: Request) -> Message:
        """The answer to a request that could be read."""
        try:
            if isinstance(request, Ping):
                return Pong(request.id, self.house.now())
            if isinstance(request, AskHint):
                return await self.hint(request)
            return await self.carry_out(request)
        except Denied as denied:
            return refused(denied, request.id, self.live.table, self.socket.lang)
        except Unavailable:
            text = sentence("store-down", {}, self.socket.lang)
            return Failed("store-down", text, request.id)

    async def carry_out(self, command: Asked) -> Done:
        """A command."""
        if self.person is None:
            raise Denied("nobody")
        return await self.house.handle(self.live.table.code, self.person, command)

    async def hint(self, request: AskHint) -> Hint:
        """What an expert would play."""
        table = self.live.table
        seat = self.socket.seat
        if seat is None or table.state is None or seat not in table.state.actors():
            raise Denied("not-your-move")
        if not table.settings.hints:
            raise Denied("no-hints")
        seq, state = table.seq, table.state.clone()
        hint = await self.house.drivers.thinking.hint(table.code, seat, state)
        words = Words.of(table.game, self.socket.lang)
        move, text = table.game.text(hint.thought.action), words.advice(hint.reason, names(table))
        return Hint(request.id, seq, move, hint.thought.share, hint.reason, text)
