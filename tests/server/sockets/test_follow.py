"""To the rematch over the same socket: everything of it, and nothing of the table before."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from typing import Any

import msgspec
import pytest
from reconnecting_client import Device, Person
from server_clients import GENEROUS, Guest, Seat, end_game, run_server
from server_cluster import ServerCluster, flow, seen
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


@pytest.fixture
def server(tmp_path) -> Iterator[str]:
    with run_server(tmp_path) as url:
        yield url


@contextmanager
def at_ended_game(server: str) -> Iterator[tuple[Guest, Guest, str]]:
    """Two people, and the code of a table where they have ended their game."""
    with closing(Guest(server, "Ada")) as ada, closing(Guest(server, "Bea")) as bea:
        yield ada, bea, end_game(ada, bea)


def follow(seat: Seat) -> tuple[Any, Any]:
    """The first message of the rematch, which comes before the answer, and the answer."""
    seat.socket.send(json.dumps({"type": "follow", "id": "onwards"}))
    first = None
    while (told := seat.hear("table", "done", "refused", "failed"))["type"] == "table":
        first = told
    return first, told


def test_who_follows_is_told_all_of_the_rematch_and_plays_there(server: str) -> None:
    with ExitStack() as stack:
        ada, bea, code = stack.enter_context(at_ended_game(server))
        here, there = (stack.enter_context(guest.at(code)) for guest in (ada, bea))
        here.ask("rematch")
        (first, done), (second, _) = follow(here), follow(there)
        assert first["about"]["code"] == second["about"]["code"] != code
        assert (first["seat"], first["hosting"]) == (1, True)
        assert (second["seat"], second["hosting"]) == (0, False)
        assert (done["type"], done["id"], done["seq"]) == ("done", "onwards", first["seq"])
        assert here.hear("here")["seats"] == [0, 1]
        assert there.ask("ready")["type"] == "done"
        assert here.ask("start")["type"] == "done"
        begun = [one for one in there.heard() if one.get("about")][-1]
        assert begun["about"]["phase"] == "running"
        assert begun["view"]["seat"] == 0


def test_who_leaves_for_the_rematch_is_not_at_the_table_any_more(server: str) -> None:
    with ExitStack() as stack:
        ada, bea, code = stack.enter_context(at_ended_game(server))
        here, there = (stack.enter_context(guest.at(code)) for guest in (ada, bea))
        here.ask("rematch")
        there.heard()
        follow(here)
        assert there.hear("here") == {"type": "here", "seats": [1], "watching": 0}
        here.heard()
        bea.ask(code, "say", text="Where are you?")
        assert there.hear("update")["news"]["text"] == "Where are you?"
        assert [one for one in here.heard() if one["type"] == "update"] == []


def test_without_a_rematch_everybody_stays(server: str) -> None:
    with ExitStack() as stack:
        ada, bea, code = stack.enter_context(at_ended_game(server))
        here = stack.enter_context(ada.at(code))
        here.heard()
        refused = here.ask("follow")
        assert (refused["type"], refused["code"]) == ("refused", "no-rematch")
        assert refused["text"] == "There is no rematch of this table yet."
        bea.ask(code, "say", text="Still here?")
        assert here.hear("update")["news"]["text"] == "Still here?"


def test_somebody_without_a_name_follows_to_watch(server: str) -> None:
    with ExitStack() as stack:
        ada, _, code = stack.enter_context(at_ended_game(server))
        ada.ask(code, "rematch")
        url = f"{server.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        wire = stack.enter_context(connect(url, origin=server, compression=None))  # type: ignore[arg-type]
        first, done = follow(Seat(wire, iter(())))
        assert (first["seat"], first["about"]["phase"]) == (None, "open")
        assert done["type"] == "done"


def test_a_key_that_was_taken_away_follows_nowhere(server: str) -> None:
    with ExitStack() as stack:
        ada, bea, code = stack.enter_context(at_ended_game(server))
        bea.ask(code, "rematch")
        token = ada.post("/api/me/tokens", {"label": "bot"})
        url = f"{server.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        key = {"Authorization": f"Bearer {token['token']}"}
        wire = stack.enter_context(connect(url, additional_headers=key, compression=None))
        seat = Seat(wire, iter(()))
        seat.hear("table")
        assert ada.http.delete(f"/api/me/tokens/{token['id']}").is_success
        with suppress(ConnectionClosed):
            wire.send(json.dumps({"type": "follow", "id": "onwards"}))
        told = [seat.hear("table", "failed", "bye")]
        with suppress(ConnectionClosed):
            told.append(seat.hear("table", "failed", "bye"))
        assert {message.get("code") for message in told} <= {"no-person", "logged-out"}


def test_the_limits_of_a_socket_go_on_with_it(tmp_path) -> None:
    limits = msgspec.structs.replace(GENEROUS, messages_per_second=0.001, messages_burst=5)
    with run_server(tmp_path, limits) as url, ExitStack() as stack:
        ada, _, code = stack.enter_context(at_ended_game(url))
        ada.ask(code, "rematch")
        here = stack.enter_context(ada.at(code))
        follow(here)
        answers = [here.ask("ping")["type"] for _ in range(5)]
        assert answers == ["pong"] * 4 + ["failed"]


@flow
async def test_nothing_of_the_table_before_comes_after_the_rematch(cluster: ServerCluster) -> None:
    """Somebody talks at the old table all the time; who follows hears nothing out of order."""
    async with cluster.people("Ada", "Bea") as (ada, bea), AsyncExitStack() as stack:
        code = await ada.open("gap", 2)  # without bots: a move would make the wish to end lapse
        here = await stack.enter_async_context(ada.at(code))
        there = await stack.enter_async_context(bea.at(code))
        await there.do("sit")
        await here.do("start")
        for number in range(6):
            await here.do("abandon")
            await there.ask("abandon")
            await here.until(lambda: here.phase == "over")
            await here.do("rematch")
            before = here.about["code"]
            talking = asyncio.create_task(talk(bea, before))
            await here.do("follow")
            await talking
            assert here.about["code"] != before
            log = await cluster.log(here.about["code"])
            assert here.known() == seen(log, here), number
            await there.do("follow")
            await there.do("ready")
            await here.do("start")
            await asyncio.gather(*(settle(cluster, device) for device in (here, there)))
        assert here.connections == there.connections == 1


async def talk(person: Person, code: str) -> None:
    """Say as much as one may."""
    for _ in range(6):
        await person.command(code, "emote", emote="wow")


async def settle(cluster: ServerCluster, device: Device) -> None:
    """Wait until a device has heard all of its table, and compare."""
    log = await cluster.log(device.about["code"])
    await device.reach(len(log.entries))
    assert device.known() == seen(log, device)
