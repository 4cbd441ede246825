"""What people write into logs beside their moves: only what changes something, and not too much."""

from pathlib import Path

import msgspec
import pytest
from server_clients import GENEROUS, Guest, run_server
from server_cluster import flow
from table_services import PEOPLE, ask, pass_on, started, table_service, two_table_services

from pioche.server.problem import Problem
from pioche.server.settings import Limits
from pioche.server.tables.entry_budget import EntryBudget
from pioche.server.tables.service import TableService
from pioche.tables import commands as c
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Done
from pioche.tables.settings import Settings

ADA, BEA, CEM = PEOPLE
MANY = 1_000_000


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def set_budget(service: TableService, **few: float) -> Clock:
    """Let a service allow few of something, and as many as one likes of all else."""
    names = [f"{of}entries_{what}" for of in ("", "table_", "address_") for what in WHAT]
    clock = Clock()
    service.entry_budget = EntryBudget(Limits(**(dict.fromkeys(names, MANY) | few)), clock)
    return clock


WHAT = ("per_minute", "burst")


def say(id: str) -> c.Say:
    return c.Say(id=id, text=id)


async def wait_of(service: TableService, code: str, command: c.Command) -> int:
    """The seconds that somebody is told to wait."""
    with pytest.raises(Problem) as caught:
        await ask(service, code, ADA, command)
    assert caught.value.code == "too-fast"
    return caught.value.seconds


# -- what changes nothing ----------------------------------------------------------------


@flow
async def test_what_changes_nothing_is_done_without_an_entry(url: str) -> None:
    async with table_service(url) as only:
        code = await only.create(ADA, Settings("no-thanks", 3))
        assert await ask(only, code, ADA, c.Ready(id="a")) == Done("a", 2)
        for id in ("b", "c", "b"):
            assert await ask(only, code, ADA, c.Ready(id=id)) == Done(id, 2, changed=False)
        assert await ask(only, code, ADA, c.Ready(id="d", ready=False)) == Done("d", 3)
        # What has an entry is known by it, whatever the table is like now.
        assert await ask(only, code, ADA, c.Ready(id="a")) == Done("a", 2)
        assert len(await only.store.read_entries(code)) == 3


@flow
async def test_whether_something_changes_is_judged_on_the_newest_table(urls) -> None:
    async with two_table_services(urls("postgres"), deaf=True) as (one, two):
        code = await one.create(ADA, Settings("no-thanks", 3))
        await two.get_table(code)  # where she is not ready, and stays so
        assert (await ask(one, code, ADA, c.Ready(id="a"))).seq == 2
        assert await ask(two, code, ADA, c.Ready(id="b", ready=False)) == Done("b", 3)
        assert (await two.load_table(code)).seats[0].ready is False


def test_clients_are_told_when_nothing_was_written(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        guest = Guest(url, "Zoé")
        with guest.at(guest.open_table()) as seat:
            assert "changed" not in seat.ask("ready")
            again = seat.ask("ready")
            assert (again["type"], again["seq"], again["changed"]) == ("done", 2, False)
            assert all(message["type"] != "update" for message in seat.heard())
        guest.close()


# -- budgets -----------------------------------------------------------------------------


@flow
async def test_a_person_writes_no_more_than_their_budget_at_all_tables(url: str) -> None:
    async with table_service(url) as only:
        code, other = await started(only), await started(only)
        clock = set_budget(only, entries_per_minute=6, entries_burst=3)
        for id in ("a", "b"):
            await ask(only, code, ADA, say(id))
        await ask(only, other, ADA, say("c"))
        before = (await only.get_table(code)).table.seq
        assert await wait_of(only, code, say("d")) == 10
        assert await wait_of(only, other, say("d")) == 10
        assert (await only.get_table(code)).table.seq == before
        await ask(only, code, BEA, say("d"))
        clock.at += 10
        await ask(only, code, ADA, say("d"))
        assert await wait_of(only, code, say("e")) == 10


@flow
async def test_moves_and_leaving_are_never_limited(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        set_budget(only, entries_per_minute=1, entries_burst=1)
        for person in PEOPLE:
            await ask(only, code, person, say("first"))
            with pytest.raises(Problem):
                await ask(only, code, person, say("second"))
        for number in range(12):
            await pass_on(only, code, f"move{number}")
        await ask(only, code, BEA, c.Leave(id="leave"))
        with pytest.raises(Problem):
            await ask(only, code, BEA, c.Return(id="return"))
        await ask(only, code, ADA, c.Abandon(id="end"))


@flow
async def test_a_table_takes_no_more_than_its_budget_from_all_people(url: str) -> None:
    async with table_service(url) as only:
        code, other = await started(only), await started(only)
        set_budget(only, table_entries_per_minute=2, table_entries_burst=2)
        await ask(only, code, ADA, say("a"))
        await ask(only, code, BEA, say("b"))
        with pytest.raises(Problem):
            await ask(only, code, CEM, say("c"))
        await ask(only, other, CEM, say("c"))


@flow
async def test_an_address_writes_no_more_than_its_budget(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        set_budget(only, address_entries_per_minute=2, address_entries_burst=2)
        live = await only.get_table(code)
        await only.handle(live, ADA, say("a"), address="here")
        await only.handle(live, BEA, say("b"), address="here")
        with pytest.raises(Problem):
            await only.handle(live, CEM, say("c"), address="here")
        await only.handle(live, CEM, say("c"), address="there")


@flow
async def test_only_what_is_written_costs_something(url: str) -> None:
    async with table_service(url) as only:
        code = await only.create(ADA, Settings("no-thanks", 3))
        set_budget(only, entries_per_minute=1, entries_burst=2, table_entries_burst=2)
        await ask(only, code, ADA, c.Ready(id="once"))
        for number in range(5):
            with pytest.raises(CommandRefused):  # somebody from outside
                await ask(only, code, BEA, c.Ready(id=f"refused{number}"))
            await ask(only, code, ADA, c.Ready(id=f"same{number}"))
            await ask(only, code, ADA, c.Ready(id="once"))
        await ask(only, code, ADA, say("twice"))
        assert await wait_of(only, code, say("third")) == 60


@pytest.mark.parametrize(("lang", "word"), [("en", "Try again in"), ("fr", "Réessayez dans")])
def test_who_is_too_fast_is_told_how_long_to_wait(tmp_path: Path, lang: str, word: str) -> None:
    limits = msgspec.structs.replace(GENEROUS, entries_per_minute=1, entries_burst=2)
    with run_server(tmp_path, limits) as url:
        guest = Guest(url, "Zoé")
        with guest.at(guest.open_table(bots=2), f"?lang={lang}") as seat:
            assert seat.ask("ready")["type"] == "done"
            assert seat.ask("ready", ready=False)["type"] == "done"
            failed = seat.ask("ready")
            assert (failed["type"], failed["code"]) == ("failed", "too-fast")
            assert word in failed["text"]
            assert seat.ask("leave")["type"] == "done"
        guest.close()


def test_an_address_is_counted_over_all_its_sockets_and_requests(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(
        GENEROUS, address_entries_per_minute=1, address_entries_burst=2
    )
    with run_server(tmp_path, limits) as url:
        ada, bea = Guest(url, "Ada"), Guest(url, "Bea")
        with ada.at(ada.open_table()) as seat:
            assert seat.ask("ready")["type"] == "done"
        code = bea.open_table()
        bea.ask(code, "ready")
        command = {"type": "ready", "id": "x", "ready": False}
        answer = bea.http.post(f"/api/tables/{code}/commands", json=command)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 30
        for guest in (ada, bea):
            guest.close()
