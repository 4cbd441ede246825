"""Table services without a network: workers over real stores, in the hands of a test."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from pioche.bots.table_bots import BotHint
from pioche.bots.table_bots_cache import QueueShare
from pioche.core.bot import Choice
from pioche.core.state import State
from pioche.server.metrics import Metrics
from pioche.server.settings import Limits
from pioche.server.store import create_store
from pioche.server.store.base import Person
from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.outbox import Outbox
from pioche.server.tables.resume import join_table
from pioche.server.tables.service import TableService
from pioche.tables import commands as c
from pioche.tables.messages import Done
from pioche.tables.settings import Settings
from pioche.tables.table import Table

PEOPLE = [Person(f"person{n}", name, "fox", 0) for n, name in enumerate(["Ada", "Bea", "Cem"])]
PATIENCE = 60  # seconds; only a failure takes that long


class ScriptedBots:
    """Bots that decide when and what a test says, or at once for the last legal move."""

    def __init__(self, at_once: bool = False) -> None:
        self.at_once = at_once
        self.asked: list[tuple[int, State, asyncio.Future[str]]] = []
        self.shares: list[QueueShare] = []  # in the queue, as each was asked

    async def choose(
        self, table: str, seat: int, level: str, state: State, share: QueueShare
    ) -> Choice:
        """Wait until the test says so."""
        self.shares.append(share)
        future = asyncio.get_running_loop().create_future()
        self.asked.append((seat, state, future))
        if self.at_once:
            return Choice(state.legal(seat)[-1])
        return Choice(state.game.parse(await future))

    async def hint(self, table: str, seat: int, state: State, share: QueueShare) -> BotHint:
        """Nobody asks for one."""
        raise NotImplementedError

    def forget(self, table: str) -> None:
        """Nothing is remembered."""

    async def wait(self, count: int) -> None:
        """Until so many have been asked."""
        await until(lambda: len(self.asked) >= count)

    def decide(self, number: int, move: str) -> None:
        """The bot that was asked in this place has decided."""
        self.asked[number][2].set_result(move)

    def fail(self, number: int) -> None:
        """The bot that was asked in this place can't decide."""
        self.asked[number][2].set_exception(RuntimeError("there is no process to think in"))


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that takes as long as it takes."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


MANY_TABLES = Limits(tables_per_person=1000)


@asynccontextmanager
async def table_service(url: str, bots: ScriptedBots | None = None) -> AsyncIterator[TableService]:
    """A worker over a database."""
    store = create_store(url)
    await store.open()
    made = TableService(
        store, bots or ScriptedBots(at_once=True), Metrics(), pace=0.0, limits=MANY_TABLES
    )
    try:
        yield made
    finally:
        await made.close()
        await store.close()


@asynccontextmanager
async def two_table_services(
    url: str, *bots: ScriptedBots, deaf: bool = False
) -> AsyncIterator[tuple[TableService, TableService]]:
    """Two workers over one database; the second may hear nothing of what the first does."""
    first, second = bots or (None, None)
    async with table_service(url, first) as one, table_service(url, second) as two:
        if deaf:
            two.store.on_appended = lambda _: None
        yield one, two


async def started(service: TableService, people: int = 3, bots: Sequence[str] = ()) -> str:
    """The code of a table whose game has begun; who moves next is for chance to say."""
    code = await service.create(PEOPLE[0], Settings("no-thanks", people + len(bots)), bots)
    for number, person in enumerate(PEOPLE[1:people]):
        await ask(service, code, person, c.Sit(id=f"sit{number}"))
    await ask(service, code, PEOPLE[0], c.Start(id="start"))
    return code


async def ask(service: TableService, code: str, person: Person, command: c.Command) -> Done:
    """A person's command, to the table of a code."""
    return await service.handle(await service.get_table(code), person, command)


def to_move(table: Table) -> Person | None:
    """The person who has to move, if it is one."""
    assert table.state is not None
    (seat,) = table.state.actors()
    return next((one for one in PEOPLE if one.id == table.seats[seat].person), None)


async def pass_on(service: TableService, code: str, id: str, seq: int = 0) -> tuple[Person, Done]:
    """Whoever has to move says no thanks."""
    person = to_move((await service.get_table(code)).table)
    assert person is not None
    return person, await ask(service, code, person, c.Play(id=id, seq=seq, move="pass"))


async def socket_at(
    service: TableService, live: LiveTable, person: Person, since: int | None = None
) -> Outbox:
    """A socket whose messages stay in line, for the test to read."""
    socket = Outbox("en", person.id)
    async with live.lock:
        await join_table(service, live, socket, since)
    return socket


def sent(socket: Outbox) -> list[tuple[str, int]]:
    """The types and seqs of what was sent about the table."""
    messages = [msgspec.json.decode(line) for line in socket.messages]
    return [(one["type"], one["seq"]) for one in messages if "seq" in one]
