"""People at a real server, over real sockets, who come back by themselves.

A device keeps up with its table from what it is told. When its connection is lost it comes
back with the last seq it has seen, and what was not answered it asks again, with the same id.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PATIENCE = 60.0  # seconds; only a failure takes that long
ANSWERS = ("done", "refused", "failed", "hint", "pong")
BRIEFLY = ("store-down", "too-fast")  # problems that pass
LOST = (OSError, WebSocketException, TimeoutError)

Json = dict[str, Any]


class Person:
    """Somebody with a browser, at one of the servers of a cluster."""

    def __init__(self, url: str, lang: str = "en") -> None:
        self.url, self.lang, self.ids = url, lang, count(1)
        headers = {"Origin": url, "Accept-Language": lang}
        self.http = httpx.AsyncClient(
            base_url=url, headers=headers, timeout=PATIENCE, trust_env=False
        )
        self.id = self.name = ""
        self.token = ""  # of a program, which has no cookie

    async def __aenter__(self) -> "Person":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def enter(self, name: str, avatar: str = "fox") -> "Person":
        """Choose a name."""
        me = await self.post("/api/me", {"name": name, "avatar": avatar})
        self.id, self.name = me["id"], me["name"]
        return self

    # -- requests ------------------------------------------------------------------------

    async def post(self, path: str, body: object = None) -> Any:
        """What a request that must succeed gives."""
        return read_body(await self.http.post(path, json=body))

    async def get(self, path: str) -> Any:
        """What a question that must be answered gives."""
        return read_body(await self.http.get(path))

    async def open(
        self, game: str, seats: int, bots: Sequence[str] = (), start: bool = False, **more: Any
    ) -> str:
        """The code of a new table."""
        settings = {"game": game, "seats": seats, **more}
        body = {"settings": settings, "bots": list(bots), "start": start}
        return str((await self.post("/api/tables", body))["code"])

    async def command(self, code: str, type: str, **fields: Any) -> Json:
        """The answer to a command over HTTP."""
        command = {"type": type, "id": self.new_id(), **fields}
        answer = await self.http.post(f"/api/tables/{code}/commands", json=command)
        return dict(answer.json())

    async def tables(self, phase: str = "running") -> dict[str, Json]:
        """One's tables of a phase, by their codes."""
        return {table["code"]: table for table in (await self.get("/api/me/tables"))[phase]}

    def new_id(self) -> str:
        """An id for a command."""
        return f"c{next(self.ids)}"

    # -- sockets -------------------------------------------------------------------------

    def at(self, code: str, since: int | None = None, **options: Any) -> "Device":
        """A socket at a table."""
        return Device(self, code, since, **options)

    def connect(self, path: str, **options: Any) -> connect:
        """A socket of this person's browser."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        program = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return connect(
            self.url.replace("http", "ws", 1) + path,
            origin=self.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies, **program},
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            **options,
        )


def read_body(answer: httpx.Response) -> Any:
    """The body of an answer to a request that must succeed."""
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer.json()


class Device:
    """A socket at a table, as long as the block runs; it comes back whenever it is lost."""

    def __init__(self, person: Person, code: str, since: int | None, lang: str = "") -> None:
        self.person, self.code = person, code
        self.lang = lang or person.lang
        self.patience = PATIENCE
        self.seq = since or 0
        self.seat: int | None = None
        self.hosting = False
        self.about: Json = {}
        self.times: Json = {}
        self.chat: list[Json] = []
        self.view: Json | None = None
        self.legal: list[str] = []
        self.here: Json = {}
        self.frames: list[str] = []  # as they came
        self.events: list[Json] = []
        self.asked: dict[str, tuple[Json, asyncio.Future[Json]]] = {}
        self.socket: ClientConnection | None = None
        self.connections = 0
        self.closed: list[int | None] = []  # the codes its sockets were closed with
        self.news = asyncio.Event()

    async def __aenter__(self) -> "Device":
        self.task = asyncio.create_task(self.run())
        await self.until(lambda: bool(self.frames))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task

    # -- the line to the server ----------------------------------------------------------

    async def run(self) -> None:
        """Be connected, again and again."""
        try:
            while True:
                with suppress(*LOST):
                    await self.visit()
                self.socket = None
                await asyncio.sleep(0.05)
        finally:
            self.news.set()

    async def visit(self) -> None:
        """One connection, from its beginning to its end."""
        since = f"&since={self.seq}" if self.seq else ""
        path = f"/api/tables/{self.code}/socket?lang={self.lang}{since}"
        async with self.person.connect(path) as socket:
            self.connections += 1
            self.socket = socket
            try:
                for command, _ in list(self.asked.values()):
                    await socket.send(json.dumps(command))
                async for frame in socket:
                    self.hear(str(frame))
            finally:
                self.closed.append(socket.close_code)

    def drop(self) -> None:
        """Lose the connection, without a goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()

    def hear(self, frame: str) -> None:
        """One message."""
        self.frames.append(frame)
        message = json.loads(frame)
        kind = message["type"]
        if kind in ANSWERS:
            self.answered(message)
        elif kind == "table":
            self.start_over(message)
        elif kind == "update":
            self.update(message)
        elif kind == "here":
            self.here = message
        elif kind == "resumed":
            assert message["seq"] == self.seq, (message, self.seq)
        self.news.set()

    # -- what is known -------------------------------------------------------------------

    def start_over(self, whole: Json) -> None:
        """Everything, from scratch; never older than what was known."""
        if whole["about"]["code"] != self.code:  # we have followed to the rematch
            self.code, self.seq = whole["about"]["code"], 0
        assert whole["seq"] >= self.seq, (whole["seq"], self.seq)
        self.seq, self.seat, self.hosting = whole["seq"], whole["seat"], whole["hosting"]
        self.about, self.times, self.chat = whole["about"], whole["times"], whole["chat"]
        self.view, self.legal = whole["view"], whole["legal"]

    def update(self, update: Json) -> None:
        """One entry."""
        assert update["seq"] == self.seq + 1, (update, self.seq)
        self.seq = update["seq"]
        self.about = update.get("about", self.about)
        still = {"at": update["at"], "banks": None, "running": [], "race": None, "game": None}
        self.times = update.get("times", still)
        self.view = update.get("view", self.view)
        self.legal = update.get("legal", [])
        self.events += update.get("events", [])
        news = update.get("news") or {}
        if news.get("type") in ("said", "emoted"):
            said = {name: news.get(name) for name in ("name", "seat", "role", "text", "emote")}
            self.chat = [*self.chat, {"at": update["at"], **said}][-50:]

    def known(self) -> Json:
        """All that the table should look like from here."""
        names = ("seq", "seat", "hosting", "about", "times", "chat", "view", "legal")
        return {name: getattr(self, name) for name in names}

    @property
    def phase(self) -> str:
        """Open, running or over."""
        return str(self.about.get("phase", ""))

    # -- asking --------------------------------------------------------------------------

    async def ask(self, type: str, id: str = "", **fields: Any) -> Json:
        """The answer, however often the connection is lost and the store is down until then."""
        command = {"type": type, "id": id or self.person.new_id(), "seq": self.seq, **fields}
        while True:
            answer = await self.asked_once(command)
            if answer["type"] != "failed" or answer["code"] not in BRIEFLY:
                return answer
            await asyncio.sleep(0.1)

    async def asked_once(self, command: Json) -> Json:
        """Send a command until something is answered."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.asked[command["id"]] = (command, future)
        if self.socket is not None:
            with suppress(*LOST):  # it is sent again on the next connection
                await self.socket.send(json.dumps(command))
        await self.until(future.done)
        return future.result()

    def answered(self, message: Json) -> None:
        """An answer; a second one to a command that was sent twice is the same."""
        _, future = self.asked.pop(message.get("id", ""), ({}, None))
        if future is not None and not future.done():
            future.set_result(message)

    async def do(self, type: str, **fields: Any) -> Json:
        """A command that must be carried out."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(self.patience):
                while not holds():
                    if self.task.done():
                        self.task.result()
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            state = (self.person.name, self.seq, self.phase, self.legal, self.frames[-3:])
            raise AssertionError(f"{state} after {self.connections} connections") from None

    async def reach(self, seq: int) -> None:
        """Wait until an entry has come."""
        await self.until(lambda: self.seq >= seq)

    # -- playing -------------------------------------------------------------------------

    async def play_on(self, chance: random.Random, moves: int = 1_000_000) -> int:
        """Make random moves whenever there are any, to the end; how many were made."""
        made = 0
        while made < moves:
            await self.until(lambda: bool(self.legal) or self.phase == "over")
            if self.phase == "over":
                break
            answer = await self.ask("play", move=chosen(self.legal, chance))
            made += answer["type"] == "done"
        return made


def chosen(legal: Sequence[str], chance: random.Random) -> str:
    """A random move; in a race one that ends it some day."""
    return "place" if "place" in legal else chance.choice(legal)


async def whose_turn(devices: Sequence[Device]) -> Device:
    """The first of these to have a move to make; any of them when the game is over."""

    async def turn(device: Device) -> Device:
        await device.until(lambda: bool(device.legal) or device.phase == "over")
        return device

    waits = [asyncio.create_task(turn(device)) for device in devices]
    done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in others:
        wait.cancel()
    return done.pop().result()
