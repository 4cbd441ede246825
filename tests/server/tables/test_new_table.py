"""Setting up a table, and who is its host."""

import asyncio
from pathlib import Path

import msgspec
from server_clients import GENEROUS, Guest, run_server
from server_cluster import flow
from stores import new_person
from table_services import PEOPLE

from pioche.server.problem import Problem
from pioche.server.settings import ServerSettings
from pioche.server.sockets.command_handler import handle_command
from pioche.server.worker import ServerWorker
from pioche.tables import commands as c
from pioche.tables.settings import Settings


def test_a_table_that_can_not_be_started_is_not_set_up(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        guest = Guest(url, "Zoé")
        body = {"settings": {"game": "no-thanks", "seats": 3}, "bots": ["novice"], "start": True}
        answer = guest.http.post("/api/tables", json=body)
        assert answer.status_code == 409
        assert answer.json()["code"] == "too-few"
        assert guest.http.get("/api/me/tables").json() == {
            "open": [],
            "running": [],
            "finished": [],
        }
        code = guest.open_table(bots=2, start=True)
        assert guest.http.get(f"/api/tables/{code}").json()["phase"] == "running"
        guest.close()


def test_who_becomes_the_host_is_told(tmp_path: Path) -> None:
    with run_server(tmp_path) as url:
        host, other = Guest(url, "Ada"), Guest(url, "Bo")
        code = host.open_table()
        other.ask(code, "sit")
        with other.at(code) as seat:
            assert not seat.hear("table")["hosting"]
            host.ask(code, "leave")
            assert seat.hear("table", "update")["hosting"]
            assert seat.ask("bot", level="novice")["type"] == "done"
        host.close()
        other.close()


MOST = 3
FEW_TABLES = msgspec.structs.replace(GENEROUS, tables_per_person=MOST)


@flow
async def test_of_many_tables_set_up_at_once_a_person_gets_as_many_as_they_may_have(
    url: str,
) -> None:
    worker = ServerWorker(ServerSettings(url, limits=FEW_TABLES))
    async with worker.lifespan(None):  # type: ignore[arg-type]
        await new_person(worker.store, PEOPLE[0].id)

        async def set_up(_: int) -> str:
            await worker.check_new_table(PEOPLE[0], "192.0.2.1")
            return await worker.tables.create(PEOPLE[0], Settings("no-thanks", 3))

        made = await asyncio.gather(*map(set_up, range(4 * MOST)), return_exceptions=True)
        assert sum(isinstance(one, str) for one in made) == MOST
        refused = [one for one in made if not isinstance(one, str)]
        assert all(isinstance(one, Problem) and one.code == "too-many-tables" for one in refused)
        assert await worker.store.count_tables_of(PEOPLE[0].id) == MOST


@flow
async def test_who_sits_down_at_many_tables_at_once_gets_as_many_as_they_may_have(
    url: str,
) -> None:
    worker = ServerWorker(ServerSettings(url, limits=FEW_TABLES))
    async with worker.lifespan(None):  # type: ignore[arg-type]
        hosts = [msgspec.structs.replace(PEOPLE[0], id=f"host{n}") for n in range(4 * MOST)]
        codes = [await worker.tables.create(host, Settings("no-thanks", 3)) for host in hosts]

        async def sit(code: str) -> None:
            live = await worker.tables.get_table(code)
            await handle_command(worker, live, PEOPLE[1], c.Sit(id="sit"))

        sat = await asyncio.gather(*map(sit, codes), return_exceptions=True)
        assert sat.count(None) == MOST
        refused = [one for one in sat if one is not None]
        assert all(isinstance(one, Problem) and one.code == "too-many-tables" for one in refused)
