"""Playing on from a step of a replay, over real sockets."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sample_records import document, played
from server_clients import GENEROUS, Guest, run_server
from server_cluster import ServerCluster, flow, seen

import pioche
from pioche.core.records.record import Record
from pioche.server.replays.replay import state_after
from pioche.server.replays.verify import verify_record
from pioche.tables import entries as e

GAMES = list(pioche.games)


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with run_server(tmp_path_factory.mktemp("server")) as url:
        guest = Guest(url, "Zoé")
        guest.http.timeout = httpx.Timeout(60)
        yield guest
        guest.close()


def go_on(guest: Guest, record: Record, /, **more: Any) -> httpx.Response:
    body = {"record": document(record), "step": 5, "seat": 1, "level": "novice", **more}
    return guest.http.post("/api/tables/continue", json=body)


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game", GAMES)
@flow
async def test_a_game_is_played_on_from_a_step_to_its_end(
    cluster: ServerCluster, game: str, tmp_path: Path
) -> None:
    record = played(game, most=30)
    async with cluster.people("Zoé", "Ada") as (zoe, passer):
        body = {"record": document(record), "step": 12, "seat": 2, "level": "regular"}
        made = await zoe.post("/api/tables/continue", body)
        state = state_after(record, 12)
        async with zoe.at(made["code"]) as device, passer.at(made["code"]) as watcher:
            assert device.seat == 2 and device.hosting and device.phase == "running"
            names = [seat["name"] for seat in device.about["seats"]]
            assert names == ["Ada", "Blaise", "Zoé"]
            assert [seat["bot"] for seat in device.about["seats"]] == ["regular", "regular", None]
            assert device.about["settings"]["options"] == dict(state.options)
            assert not device.about["settings"]["listed"]
            await device.play_on(random.Random(game))
            await watcher.until(lambda: watcher.phase == "over")
            log = await cluster.log(made["code"])
            for each in (device, watcher):
                await each.reach(len(log.entries))
                assert each.known() == seen(log, each)
        (opened,) = log.of(e.Opened)
        assert isinstance(opened, e.Opened) and opened.start == plain(state.dump())
        file = tmp_path / "record.json"
        file.write_text((await zoe.http.get(f"/api/tables/{made['code']}/record")).text)
        assert verify_record(file, "en")[-1] == "The record holds."
        replay = await zoe.get(f"/api/tables/{made['code']}/film?eyes=2")
        assert replay["start"] and replay["outcome"]


def test_one_goes_on_from_a_table_that_is_over(guest: Guest) -> None:
    code = guest.open_table(bots=2, start=True)
    body = {"table": code, "step": 0, "seat": 0, "level": "novice"}
    early = guest.http.post("/api/tables/continue", json=body)
    assert (early.status_code, early.json()["code"]) == (409, "no-record")
    guest.ask(code, "abandon")
    replay = guest.http.get(f"/api/tables/{code}/film?eyes=0").json()
    made = guest.post("/api/tables/continue", body)
    assert made["code"] != code and made["said"].replace("-", "") == made["code"]
    with guest.at(made["code"]) as seat:
        whole = seat.hear("table")
        assert whole["about"]["phase"] == "running" and whole["seat"] == 0
        assert whole["view"]["chips"][0] == replay["steps"][0]["view"]["chips"][0]
        assert seat.ask("abandon")["type"] == "done"
        assert seat.ask("rematch")["type"] == "done"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_shows_what_the_eyes_can_not_see(guest: Guest, game: str) -> None:
    """Who sits there sees what that seat sees of the position, who watches what they may."""
    record = played(game, most=40)
    end = len(list(record.replay(pioche.games[game]))) - 1  # where a game may be over
    steps = list(range(3, min(30, end), 9))
    stranger = Guest(guest.url, "Eve")
    for step in steps:
        state = state_after(record, step)
        code = go_on(guest, record, step=step, seat=1).json()["code"]
        for who, eyes in ((guest, 1), (stranger, None)):
            with who.at(code) as seat:
                whole = seat.hear("table")
            text = msgspec.json.encode(whole)
            assert b'"start"' not in text and b'"draw":' not in text
            if whole["seq"] == 2 and not state.due:  # no bot has moved yet
                assert whole["view"] == plain(state.view(eyes))
            assert whole["view"]["seat"] == eyes
    stranger.close()


# -- what is refused ---------------------------------------------------------------------


def test_where_the_game_is_over_it_is_said(guest: Guest) -> None:
    record = played("no-thanks")
    last = len(list(record.replay(pioche.games["no-thanks"]))) - 1
    answer = go_on(guest, record, step=last)
    assert (answer.status_code, answer.json()["code"]) == (409, "over-there")
    assert go_on(guest, record, step=last - 1).status_code == 201
    beyond = go_on(guest, record, step=last + 1)
    assert (beyond.status_code, beyond.json()["field"]) == (400, "step")


def test_what_makes_no_sense_is_said(guest: Guest) -> None:
    record = played("gap", most=10)
    seat = go_on(guest, record, seat=3)
    assert (seat.status_code, seat.json()["code"]) == (409, "no-such-seat")
    for more in ({"table": "k7tm4rx9w2hf"}, {"record": None}):
        answer = go_on(guest, record, **more)
        assert (answer.status_code, answer.json()["field"]) == (400, "table")
    damaged = document(record)
    damaged["moves"][2][2] += 1
    answer = go_on(guest, record, record=damaged)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-record")
    assert answer.json()["field"] == "moves[2]"
    missing = go_on(guest, record, table="k7tm4rx9w2hf", record=None)
    assert (missing.status_code, missing.json()["code"]) == (404, "no-table")


def test_only_somebody_with_a_name_may_and_not_without_end(tmp_path: Path) -> None:
    record = document(played("no-thanks", most=10))
    body = {"record": record, "step": 3, "seat": 0}
    limits = msgspec.structs.replace(GENEROUS, tables_per_hour=1)
    with run_server(tmp_path, limits) as url:
        nobody = httpx.post(f"{url}/api/tables/continue", json=body)
        assert (nobody.status_code, nobody.json()["code"]) == (401, "no-person")
        guest = Guest(url, "Zoé")
        guest.post("/api/tables/continue", body)
        again = guest.http.post("/api/tables/continue", json=body)
        assert (again.status_code, again.json()["code"]) == (429, "too-fast")
        guest.close()
