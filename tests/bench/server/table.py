"""A table under load: four people with a socket each, who play at random.

Every move is timed until the server has acknowledged it and until the last of the four
sockets has its update.
"""

import asyncio
import itertools
import random
from time import perf_counter
from typing import Any, Protocol

import msgspec
from client import Address, Http, NotOpened, Socket
from msgspec import Raw, Struct

SEATS = 4
NOTHING = Raw(b"[]")
HANDS = 2  # under way at a table where everybody acts at once: enough to meet at a card


class About(Struct):
    """What the load must know about a table."""

    phase: str
    follows: str | None = None


class Whole(Struct, tag_field="type", tag="table"):
    """The first message."""

    seq: int
    about: About
    legal: Raw = NOTHING


class Update(Struct, tag_field="type", tag="update"):
    """An entry of the log. Only who is about to move looks at the moves."""

    seq: int
    about: About | None = None
    legal: Raw = NOTHING


class Done(Struct, tag_field="type", tag="done"):
    """A command was carried out."""

    id: str
    seq: int


class Refused(Struct, tag_field="type", tag="refused"):
    """A command was not."""

    id: str
    code: str


class Failed(Struct, tag_field="type", tag="failed"):
    """A message was not understood, or came too fast."""

    code: str
    text: str


class Bye(Struct, tag_field="type", tag="bye"):
    """The server closes the socket."""

    code: str
    text: str


class Here(Struct, tag_field="type", tag="here"):
    """Who is connected."""


decode = msgspec.json.Decoder(Whole | Update | Done | Refused | Failed | Bye | Here).decode
moves_of = msgspec.json.Decoder(list[str]).decode
encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """Who is told how a table fares."""

    def due(self, table: "Table") -> None:
        """Somebody may move: `table.play` when it is time."""

    def acknowledged(self, table: "Table", seconds: float) -> None:
        """The server has carried out a move."""

    def seen(self, table: "Table", seconds: float) -> None:
        """The last socket has heard of a move."""

    def refused(self, table: "Table", code: str) -> None:
        """A move was not carried out."""

    def over(self, table: "Table", moves: int) -> None:
        """The game is over."""

    def failed(self, table: "Table", problem: str) -> None:
        """Something happened that should not."""


def note_failure(first: asyncio.Future[None]) -> None:
    """Who was refused may have gone before hearing it; that is nothing to report."""
    if not first.cancelled():
        first.exception()


class Player:
    """A person at the table: a socket, and the moves they may make."""

    def __init__(self, table: "Table", cookie: str) -> None:
        self.table, self.cookie = table, cookie
        self.socket: Socket | None = None
        self.legal = NOTHING
        self.seq = 0
        self.busy = False  # a move is under way
        self.answers: dict[str, asyncio.Future[int]] = {}
        self.first: asyncio.Future[None] | None = None

    async def connect(self, address: Address, code: str) -> None:
        """Open the socket and hear how the table stands."""
        self.legal, self.seq, self.busy = NOTHING, 0, False
        self.first = asyncio.get_running_loop().create_future()
        self.first.add_done_callback(note_failure)
        path = f"/api/tables/{code}/socket"
        self.socket = await address.socket(path, self.cookie, self.hear)
        await self.first

    def hear(self, text: bytes) -> None:
        """Any message."""
        message = decode(text)
        kind = type(message)
        if kind is Update:
            self.updated(message)
        elif kind is Done:
            self.answered(message)
        elif kind is Refused:
            self.denied(message)
        elif kind is Whole:
            self.legal, self.seq = message.legal, message.seq
            if self.first is not None and not self.first.done():
                self.first.set_result(None)
        elif kind is Bye and self.first is not None and not self.first.done():
            self.first.set_exception(NotOpened(message.code))
        elif kind is not Here:
            self.table.watcher.failed(self.table, f"{kind.__name__}: {message.code}")

    def updated(self, update: Update) -> None:
        """Something happened at the table."""
        if update.seq != self.seq + 1:
            problem = f"update {update.seq} came after {self.seq}"
            self.table.watcher.failed(self.table, problem)
        self.legal, self.seq = update.legal, update.seq
        self.table.arrived(update)

    def answered(self, done: Done) -> None:
        """A command of ours was carried out."""
        if done.id in self.answers:
            self.answers.pop(done.id).set_result(done.seq)
        else:
            self.busy = False
            self.table.acknowledged(done)

    def denied(self, refused: Refused) -> None:
        """A command of ours was not."""
        if refused.id in self.answers:
            self.answers.pop(refused.id).set_exception(ValueError(refused.code))
        else:
            self.busy = False
            self.table.refused(refused)

    async def ask(self, type: str, **fields: Any) -> int:
        """Send a command and wait for what becomes of it: its seq."""
        id = self.table.new_id()
        self.answers[id] = asyncio.get_running_loop().create_future()
        self.send({"type": type, "id": id, "seq": self.seq, **fields})
        return await self.answers[id]

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self.socket is not None
        self.socket.send(encode(message))

    @property
    def able(self) -> bool:
        """Whether they may move now."""
        return not self.busy and len(self.legal) > 2


class Table:
    """A table, and those at it."""

    def __init__(self, game: str, cookies: list[str], watcher: Watcher, hands: int) -> None:
        self.game, self.watcher, self.hands = game, watcher, hands
        self.players = [Player(self, cookie) for cookie in cookies]
        self.ids = itertools.count(1)
        self.begin()

    def begin(self) -> None:
        """Nothing has happened at this table yet."""
        self.due = 0  # moves that the watcher knows of, and will make in time
        self.sent: dict[str, float] = {}  # moves under way: id → since when
        self.heard: dict[int, list[float]] = {}  # seq → how many have it, and when the last got it
        self.known: dict[int, float] = {}  # acknowledged, not with all yet: seq → since when
        self.moves = 0
        self.over = self.ended = False

    def new_id(self) -> str:
        """An id for a command."""
        return str(next(self.ids))

    # -- setting up ----------------------------------------------------------------------

    async def open(self, address: Address, http: Http) -> None:
        """Set up a table, take the seats, begin."""
        host, *others = self.players
        settings = {"game": self.game, "seats": len(self.players)}
        made, _ = await http.post("/api/tables", {"settings": settings}, host.cookie)
        await self.connect(address, made["code"])
        for player in others:
            await player.ask("sit")
        await self.start()

    async def again(self, address: Address) -> None:
        """A rematch: the next table with the same people."""
        host = self.players[0]
        await host.ask("rematch")
        while self.follows is None:  # the answer may overtake the update
            await asyncio.sleep(0.001)
        code = self.follows
        self.close()
        self.begin()
        await self.connect(address, code)
        for player in self.players[1:]:
            await player.ask("ready")
        await self.start()

    async def connect(self, address: Address, code: str) -> None:
        """Open all sockets."""
        self.code, self.follows = code, None
        for player in self.players:
            await player.connect(address, code)

    async def start(self) -> None:
        """Deal, when all sit."""
        await self.players[0].ask("start")
        self.offer()

    def close(self) -> None:
        """Leave the table, in the middle of a game too."""
        for player in self.players:
            if player.socket is not None:
                player.socket.close()
                player.socket = None

    # -- playing -------------------------------------------------------------------------

    def offer(self) -> None:
        """Tell of moves that can be made, as many as there may be under way."""
        able = sum(player.able for player in self.players)
        for _ in range(min(able, self.hands - len(self.sent)) - self.due):
            self.due += 1
            self.watcher.due(self)

    def play(self, since: float) -> bool:
        """Let somebody make a random move; False if nobody can any more."""
        self.due -= 1
        able = [player for player in self.players if player.able]
        if not able:
            return False
        player = able[0] if len(able) == 1 else random.choice(able)
        id = self.new_id()
        self.sent[id] = since
        player.busy = True
        move = random.choice(moves_of(player.legal))
        player.send({"type": "play", "id": id, "seq": player.seq, "move": move})
        return True

    def acknowledged(self, done: Done) -> None:
        """A move was carried out."""
        since = self.sent.pop(done.id)
        self.moves += 1
        self.watcher.acknowledged(self, perf_counter() - since)
        self.known[done.seq] = since
        self.settle(done.seq)

    def refused(self, refused: Refused) -> None:
        """A move was not: somebody else was faster."""
        del self.sent[refused.id]
        self.watcher.refused(self, refused.code)
        self.go_on()

    def arrived(self, update: Update) -> None:
        """One of the sockets has an update."""
        heard = self.heard.setdefault(update.seq, [0, 0.0])
        heard[0] += 1
        heard[1] = perf_counter()
        if update.about is not None:
            self.over = update.about.phase == "over"
            self.follows = update.about.follows
        if heard[0] == len(self.players):
            self.settle(update.seq)

    def settle(self, seq: int) -> None:
        """Go on when all have heard of an entry; it is timed when it was acknowledged too."""
        heard = self.heard.get(seq)
        if heard is None or heard[0] < len(self.players):
            return
        if seq in self.known:
            del self.heard[seq]
            self.watcher.seen(self, heard[1] - self.known.pop(seq))
        self.go_on()

    def go_on(self) -> None:
        """The next move, or the end when nothing is under way any more."""
        if not self.over:
            self.offer()
        elif not self.sent and not self.known and not self.ended:
            self.ended = True
            self.watcher.over(self, self.moves)
