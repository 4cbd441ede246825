"""Tables with long logs: nobody waits while one is read, and to come back to one costs little."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from server_cluster import flow
from table_services import PEOPLE, ask, sent, socket_at, started, table_service

from pioche.server.tables.log_reader import NoSuchTable
from pioche.server.tables.service import TableService
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.opening import open_table
from pioche.tables.settings import Settings
from pioche.tables.table import GameStep, Table
from pioche.tables.table_views import TableViews

CODE, SECRET, NOW = "k7tm4rx9w2hf", bytes(range(32)), 1_700_000_000_000
LONG = 50_000  # entries
SLICE = 100  # entries that may be applied before the loop has a turn
MOST = 600  # entries that coming back may apply


def long_log(length: int = LONG) -> list[e.Entry]:
    """The log of a game that has begun, and of much talk."""
    log: list[e.Entry] = [open_table(Settings("no-thanks", 3), PEOPLE[0], NOW)]
    for seat, one in enumerate(PEOPLE[1:], 1):
        sat = e.Sat(at=NOW, by=one.id, id="s", seat=seat, person=one.id, name=one.name, avatar="")
        log.append(sat)
    log.append(e.Started(at=NOW, by=PEOPLE[0].id, id="start", seats=(0, 1, 2), rules=1))
    for n in range(length - len(log)):
        said = e.Said(at=NOW + n, by=PEOPLE[0].id, id=f"c{n}", seat=0, name="Ada", text=f"{n}")
        log.append(said)
    return log


async def keep(service: TableService, log: list[e.Entry]) -> None:
    """Put a log into an empty store; it is still the day of its last entry."""
    service.now = lambda: log[-1].at
    lines = [(1, seq, e.encode_entry(entry)) for seq, entry in enumerate(log, 1)]
    tables = [(1, CODE, SECRET, NOW, "running", 0, b"{}")]
    heads = [(1, len(log), NOW, None)]
    await service.store.fill([("tables", tables), ("heads", heads), ("log", lines)])


class Applied:
    """Counts the entries that are applied to tables, and those between two turns of the loop."""

    def __init__(self) -> None:
        self.count = self.turns = self.run = self.longest_run = 0

    def note(self) -> None:
        """An entry was applied."""
        self.count += 1
        self.run += 1
        self.longest_run = max(self.longest_run, self.run)

    async def take_turns(self) -> None:
        """Somebody else on the loop."""
        while True:
            self.turns += 1
            self.run = 0
            await asyncio.sleep(0)

    @contextmanager
    def beside(self) -> Iterator[None]:
        """While the block runs, somebody else takes turns."""
        task = asyncio.create_task(self.take_turns())
        try:
            yield
        finally:
            task.cancel()


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> Applied:
    """What is applied from now on."""
    counter, apply = Applied(), Table.apply_entry

    def apply_counted(table: Table, entry: e.Entry) -> list[GameStep]:
        counter.note()
        return apply(table, entry)

    monkeypatch.setattr(Table, "apply_entry", apply_counted)
    return counter


@flow
async def test_who_comes_back_to_a_long_table_costs_no_more_than_to_a_short_one(
    url: str, applied: Applied
) -> None:
    async with table_service(url) as only:
        await keep(only, long_log())
        live = await only.get_table(CODE)
        for since in (LONG - 1, LONG - 5, LONG - 299):
            applied.count = 0
            socket = await socket_at(only, live, PEOPLE[1], since)
            assert sent(socket)[0] == ("resumed", since)
            assert sent(socket)[-1] == ("update", LONG)
            assert 0 < applied.count <= MOST
        applied.count = 0
        socket = await socket_at(only, live, PEOPLE[1], 17)
        assert sent(socket) == [("table", LONG)]
        assert applied.count == 0


@flow
async def test_the_loop_has_its_turns_while_a_long_log_is_folded(
    url: str, applied: Applied
) -> None:
    async with table_service(url) as only:
        await keep(only, long_log())
        with applied.beside():
            live = await only.get_table(CODE)
        assert applied.count == live.table.seq == LONG
        assert applied.turns >= LONG // SLICE
        assert applied.longest_run <= SLICE


@flow
async def test_after_a_write_that_came_too_late_only_the_end_of_a_log_is_read_again(
    url: str, applied: Applied
) -> None:
    async with table_service(url) as only:
        await keep(only, long_log())
        live = await only.get_table(CODE)
        commands = live.table.done_commands
        applied.count, live.stale = 0, True
        async with live.lock:
            await only.refresh(live)
        assert live.table.seq == LONG
        assert applied.count <= MOST
        assert live.table.done_commands == commands
        assert live.table.chat == (await only.load_table(CODE)).chat
        assert (await ask(only, CODE, PEOPLE[0], c.Say(id="c7", text="again"))).seq == 12


async def talk(service: TableService, code: str, times: int) -> None:
    """Somebody says something, again and again."""
    for number in range(times):
        command = c.Say(id=f"say{number}", text=str(number))
        await ask(service, code, PEOPLE[number % 3], command)


@flow
async def test_what_was_missed_is_the_same_from_wherever_the_fold_goes_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pioche.server.tables.checkpoints.INTERVAL", 10)
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        await talk(only, code, 38)
        last = live.table.seq
        entries = [e.decode_entry(line) for line in await only.store.read_entries(code)]
        for since in range(last - 10, last):
            socket = await socket_at(only, live, PEOPLE[1], since)
            table = Table.from_log(code, live.table.rng.secret, entries[:since])
            views = TableViews(table)
            for entry, line in zip(entries[since:], list(socket.messages)[1:], strict=False):
                update = views.build_updates(entry, table.apply_entry(entry), [1])[1]
                assert line == msgspec.json.encode(update)
            assert table.seq == last


@flow
async def test_a_table_that_is_removed_while_it_is_read_is_not_there(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_service(url) as only:
        code = await started(only)
        only.unload(await only.get_table(code))
        read = only.store.load_header

        async def read_then_remove(code: str) -> object:
            header = await read(code)
            await only.store.remove_table(code)
            return header

        monkeypatch.setattr(only.store, "load_header", read_then_remove)
        with pytest.raises(NoSuchTable):
            await only.get_table(code)
