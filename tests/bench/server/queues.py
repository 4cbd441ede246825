"""Somebody who waits in a queue, alone and beside those who ask for much: bots, and replays.

Those who ask for much come from addresses of their own and stay within the usual limits. What
counts is how long somebody else waits.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from itertools import count
from time import perf_counter
from typing import Any

import uvloop
from client import Address, Http, NotOpened, Socket
from pioche_server import served

import pioche
from pioche.core.records.record import Move, Record
from pioche.core.rng import KeyedRng
from pioche.core.state import CHANCE

GAME, SEATS = "no-thanks", 4
OTHERS = [f"127.0.0.{number}" for number in range(2, 7)]
BOT_TABLES = 200  # of four masters each
TABLES_EACH = 40  # for one person: fewer than the limit
BOT_MOVES = 15  # that are timed
REPLAYS = 10  # that are timed
ASKED_AT_ONCE = 4  # replays, by each of the others
HURRY = 0.02  # seconds until somebody asks again who was refused
REPLAY_GAME = "gap"

Figures = dict[str, Any]


class Guest:
    """Somebody with a cookie, from an address of their own."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.address = Address(port, source=source)
        self.http = Http(self.address)

    async def enter(self) -> None:
        """Become somebody."""
        person = {"name": "Guest", "avatar": "fox"}
        _, self.cookie = await self.http.post("/api/me", person)

    async def open_table(self, bots: int, sits: bool) -> str:
        """A table with masters that has begun; its code."""
        wish = {"settings": {"game": GAME, "seats": SEATS}, "bots": ["master"] * bots}
        wish |= {"sits": sits, "start": True}
        made, _ = await self.http.post("/api/tables", wish, self.cookie)
        return str(made["code"])

    async def watch(self, code: str, hear: Callable[[bytes], None]) -> Socket:
        """A socket at a table."""
        return await self.address.socket(f"/api/tables/{code}/socket", self.cookie, hear)


class BotGame:
    """A person who plays with three masters, and how long each of these takes to move."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.took: list[float] = []
        self.since = 0.0
        self.bots_turn = False
        self.done = asyncio.Event()

    async def play(self) -> list[float]:
        """So many moves of masters; the seconds of each."""
        while len(self.took) < BOT_MOVES:
            self.done.clear()
            self.bots_turn = False
            code = await self.guest.open_table(SEATS - 1, sits=True)
            self.socket = await self.guest.watch(code, self.hear)
            await self.done.wait()
            self.socket.close()
        return self.took

    def hear(self, text: bytes) -> None:
        """Time a bot's move, and make our own at once."""
        message = json.loads(text)
        if message["type"] not in ("table", "update") or self.done.is_set():
            return
        now = perf_counter()
        if self.bots_turn and message["type"] == "update":
            self.took.append(now - self.since)
        self.since, legal = now, message.get("legal") or []
        self.bots_turn = not legal
        if len(self.took) >= BOT_MOVES or message.get("about", {}).get("phase") == "over":
            self.done.set()
        elif legal:
            move = {"type": "play", "id": str(now), "seq": message["seq"], "move": legal[-1]}
            asyncio.get_running_loop().call_soon(
                lambda: self.socket.send(json.dumps(move).encode())
            )


async def open_bot_tables(port: int, watched: bool) -> list[Socket]:
    """Many tables of masters alone; with somebody at each of them, or with nobody."""
    sockets = []
    for number in range(BOT_TABLES // TABLES_EACH):
        guest = Guest(port, OTHERS[number % len(OTHERS)])
        await guest.enter()
        for _ in range(TABLES_EACH):
            code = await patiently(partial(guest.open_table, SEATS, sits=False))
            if watched:
                sockets.append(await guest.watch(code, lambda _: None))
        await guest.http.close()
    return sockets


async def patiently(ask: Callable[[], Coroutine[Any, Any, str]]) -> str:
    """Ask again until the limit of requests allows it."""
    while True:
        try:
            return await ask()
        except NotOpened:
            await asyncio.sleep(0.1)


async def measure_bots(port: int, watched: bool) -> Figures:
    """How long a master takes, alone and beside the others."""
    guest = Guest(port)
    await guest.enter()
    alone = await BotGame(guest).play()
    sockets = await open_bot_tables(port, watched)
    beside = await BotGame(guest).play()
    for socket in sockets:
        socket.close()
    return compare(alone, beside, goal=2 * median(alone) + 0.5)


@cache
def play_record() -> Record:
    """A game of random moves."""
    chance, rules, source = random.Random(4), pioche.games[REPLAY_GAME], KeyedRng(bytes(32))
    state, moves = rules.new(SEATS), []
    while not state.is_over():
        if state.actors() == (CHANCE,):
            state.shuffle(source)
            continue
        seat = chance.choice(state.actors())
        action = chance.choice(state.legal(seat))
        state.apply(seat, action)
        moves.append(Move(seat, rules.text(action), 1000 * len(moves)))
    shuffles = {"secret": bytes(32).hex(), "commitment": source.commitment()}
    people, options = [{"name": "Guest"}] * SEATS, dict(state.options)
    return Record(
        REPLAY_GAME, rules.version, options, people, shuffles, tuple(moves), state.dump_outcome()
    )


def make_record(name: str) -> dict[str, Any]:
    """The game with players of a name, as it is sent: no other record is the same."""
    record = replace(play_record(), players=[{"name": name}] * SEATS)
    document: dict[str, Any] = json.loads(record.to_json())
    return document


async def ask_for_replays(port: int, source: str, number: int, counts: list[int]) -> None:
    """Ask for one replay after the other, all different, for ever."""
    http = Http(Address(port, source=source))
    for serial in count():
        try:
            await http.post("/api/film", make_record(f"{source} {number} {serial}"))
            counts[0] += 1
        except NotOpened:
            counts[1] += 1
            await asyncio.sleep(HURRY)


async def time_replays(port: int, name: str) -> list[float]:
    """How long replays take, one every second or so; who is refused asks again."""
    http, took = Http(Address(port)), []
    for number in range(REPLAYS):
        record, began = make_record(f"{name} {number}"), perf_counter()
        while True:
            with suppress(NotOpened):
                await http.post("/api/film", record)
                break
            await asyncio.sleep(0.1)
        took.append(perf_counter() - began)
        await asyncio.sleep(0.5)
    await http.close()
    return took


@asynccontextmanager
async def many_replays(port: int, counts: list[int]) -> AsyncIterator[None]:
    """While five addresses ask for replays, several at once each."""
    asking = [
        asyncio.create_task(ask_for_replays(port, source, number, counts))
        for source in OTHERS
        for number in range(ASKED_AT_ONCE)
    ]
    try:
        await asyncio.sleep(2.0)
        yield
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def measure_replays(port: int) -> Figures:
    """How long a replay takes, alone and beside five addresses that ask for many."""
    counts = [0, 0]
    alone = await time_replays(port, "alone")
    async with many_replays(port, counts):
        beside = await time_replays(port, "beside")
    goal = (len(OTHERS) + 3) * median(alone) + 0.5
    return compare(alone, beside, goal) | {"made": counts[0], "refused": counts[1]}


def compare(alone: list[float], beside: list[float], goal: float) -> Figures:
    """The usual wait without and with the others."""
    usual = {"alone": median(alone), "beside": median(beside), "longest": max(beside)}
    return {**usual, "goal": goal}


def median(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2]


QUEUES: dict[str, Callable[[int], Coroutine[Any, Any, Figures]]] = {
    "200 tables of masters, unwatched": lambda port: measure_bots(port, watched=False),
    "200 tables of masters, watched": lambda port: measure_bots(port, watched=True),
    "replays for five addresses": measure_replays,
}


def run(name: str) -> Figures:
    """One of them, against a fresh server with the usual limits."""
    with served(limits={}) as (port, _):
        return uvloop.run(QUEUES[name](port))
