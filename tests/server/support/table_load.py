"""A load of tables with people at them, while servers are killed under it; and the reckoning."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field

from database_reader import StoredLog, read_logs
from reconnecting_client import Device, Json, Person
from server_cluster import NAMES, seen

import pioche

Kill = Callable[[random.Random], Awaitable[None]]
LONG_PATIENCE = 1200.0  # seconds; a table may wait for its bots while servers come and go
PEOPLE = 2
BOTS = ["novice"]


@dataclass
class Load:
    """Tables of every game, each with people who play on whatever happens to the server."""

    urls: Sequence[str]
    seed: int
    answers: list[tuple[Device, str, Json]] = field(default_factory=list)  # who, id, answer
    devices: list[Device] = field(default_factory=list)
    more: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledged(self) -> int:
        """How many commands were carried out."""
        return sum(answer["type"] == "done" for _, _, answer in self.answers)

    async def run(self, tables: int, kills: int, kill: Kill) -> None:
        """Play, be killed so many times, and come to an end."""
        chance = random.Random(self.seed)
        async with AsyncExitStack() as stack:
            games = list(pioche.games)
            for number in range(tables):
                await self.open(stack, games[number % len(games)], number)
            players = [asyncio.create_task(self.play(one)) for one in self.devices]
            try:
                for _ in range(kills):
                    await self.until(self.acknowledged + chance.randint(1, 100), players)
                    await asyncio.sleep(chance.random() * 0.05)
                    await kill(chance)
                await self.until(self.acknowledged + 10 * tables, players)
            finally:
                await ended(players)
            await self.end()

    async def open(self, stack: AsyncExitStack, game: str, number: int) -> None:
        """A table whose game has begun."""
        devices: list[Device] = []
        for place, name in enumerate(NAMES[:PEOPLE]):
            url = self.urls[(number + place) % len(self.urls)]
            person = await stack.enter_async_context(Person(url))
            await person.enter(f"{name} {number}")
            if not devices:
                code = await person.open(game, PEOPLE + len(BOTS), BOTS)
            devices.append(await stack.enter_async_context(person.at(code)))
        for device in devices[1:]:
            await self.ask(device, "sit")
        await self.ask(devices[0], "start")
        for device in devices:
            device.patience = LONG_PATIENCE
        self.devices += devices

    async def until(self, acknowledged: int, players: Sequence[asyncio.Task[None]]) -> None:
        """Wait for acknowledgements; who can't play on makes the test fail."""
        while self.acknowledged < acknowledged:
            for player in players:
                if player.done():
                    player.result()
            self.more.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.more.wait(), 1)

    # -- people --------------------------------------------------------------------------

    async def play(self, device: Device) -> None:
        """Make random moves and say something now and then; a table that is over is left."""
        chance = random.Random(device.person.id)
        while True:
            await device.until(lambda: bool(device.legal) or device.phase == "over")
            if device.phase == "over":
                return await self.chat_on(device, chance)
            if chance.random() < 0.1:
                await self.ask(device, "say", text="Hm")
            elif device.legal:
                await self.ask(device, "play", move=quick(device, chance))

    async def chat_on(self, device: Device, chance: random.Random) -> None:
        """What people do after the game."""
        while True:
            await self.ask(device, "emote", emote="good-game")
            await asyncio.sleep(chance.random() / 10)

    async def ask(self, device: Device, type: str, **fields: str) -> Json:
        """Ask until there is an answer, and note it."""
        id = device.person.new_id()
        answer = await device.ask(type, id, **fields)
        self.answers.append((device, id, answer))
        self.more.set()
        return answer

    async def end(self) -> None:
        """All people ask to end their games; then nothing moves any more."""
        await asyncio.gather(*(self.leave(device) for device in self.devices))
        await asyncio.gather(*(one.until(lambda o=one: o.phase == "over") for one in self.devices))
        # Whoever was stopped in the middle of a word has still been heard.
        await asyncio.gather(*(one.until(lambda o=one: not o.asked) for one in self.devices))
        await asyncio.gather(*(one.until(lambda o=one: self.knows_all(o)) for one in self.devices))

    def knows_all(self, device: Device) -> bool:
        """Whether a device knows as much as everybody else at its table."""
        return all(one.seq <= device.seq for one in self.devices if one.code == device.code)

    async def leave(self, device: Device) -> None:
        """Ask to end, until the game is over: a move takes the wish back."""
        while device.phase != "over":
            await self.ask(device, "abandon")
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await device.until(lambda: device.phase == "over")

    # -- the reckoning -------------------------------------------------------------------

    async def check(self, database: str) -> dict[str, StoredLog]:
        """What was acknowledged is kept, once; what was refused is not; and all agree."""
        kept = await read_logs(database)
        ids = Counter(
            (code, entry.by, entry.id)
            for code, log in kept.items()
            for entry in log.entries
            if entry.id
        )
        assert set(ids.values()) == {1}
        for log in kept.values():
            assert log.seqs == list(range(1, len(log.entries) + 1))
        for device, id, answer in self.answers:
            self.check_answer(kept[device.code], device, id, answer)
        for device in self.devices:
            entries = kept[device.code].entries
            assert device.seq == len(entries), (device.phase, entries[-2:])
            assert device.known() == seen(kept[device.code], device)
        return kept

    def figures(self, kills: int) -> str:
        """What the test has gone through, for those who want to know."""
        refused = sum(answer["type"] == "refused" for _, _, answer in self.answers)
        connections = sum(device.connections for device in self.devices)
        moves = sum(len(device.frames) for device in self.devices)
        return (
            f"{kills} kills, {len(self.devices) // PEOPLE} tables, {len(self.devices)} sockets,"
            f" {self.acknowledged} commands acknowledged, {refused} refused,"
            f" {connections} connections, {moves} messages"
        )

    def check_answer(self, log: StoredLog, device: Device, id: str, answer: Json) -> None:
        """One answer against the log."""
        mine = [n for n, one in enumerate(log.entries, 1) if (one.by, one.id) == who(device, id)]
        is_written = answer["type"] == "done" and answer.get("changed", True)
        expected = [answer["seq"]] if is_written else []
        assert mine == expected, (id, answer, mine)


def who(device: Device, id: str) -> tuple[str, str]:
    """What a command is known by."""
    return device.person.id, id


def quick(device: Device, chance: random.Random) -> str:
    """A random move."""
    return chance.choice(device.legal)


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Let people finish what they do."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
