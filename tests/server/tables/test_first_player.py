"""A table chooses who begins, over real sockets, with both stores."""

import asyncio
import json
import random
from pathlib import Path

from reconnecting_client import Device, Json
from server_cluster import ServerCluster, flow, seen

from pioche.server.replays.verify import verify_record
from pioche.tables import entries as e


def choosing(host: Device, first: int | None) -> Json:
    """The settings of a table with another who begins."""
    return {**host.about["settings"], "first": first}


@flow
async def test_the_one_whom_the_host_chooses_begins_and_the_record_holds(
    cluster: ServerCluster, tmp_path: Path
) -> None:
    async with cluster.people("Ada", "Bea", "Cem") as (ada, bea, cem):
        code = await ada.open("no-thanks", 5, ["novice"])
        async with ada.at(code) as host, bea.at(code) as guest, cem.at(code) as third:
            await guest.do("sit", seat=4)
            await third.do("sit", seat=2)
            await guest.do("ready")
            done = await host.do("settle", settings=choosing(host, 4))
            await guest.reach(done["seq"])
            assert guest.about["settings"]["first"] == 4
            assert guest.about["seats"][4]["ready"]
            start = await host.do("start")
            for device in (host, guest, third):
                await device.reach(start["seq"])
            assert guest.legal and not host.legal and not third.legal
            for device in (host, guest, third):  # also those whose seat has turned
                dealt = next(one for one in start_events(device) if one["type"] == "dealt")
                assert dealt["seat"] == guest.seat
            assert guest.about["settings"]["first"] == guest.seat
            assert neighbours(guest) == [
                "Bea",
                "Ada",
                host.about["seats"][bot(host)]["name"],
                "Cem",
            ]
            commitment, chance = host.about["commitment"], random.Random(5)
            await asyncio.gather(*(one.play_on(chance) for one in (host, guest, third)))
            log = await cluster.log(code)
            for device in (host, guest, third):
                await device.reach(len(log.entries))
                assert device.known() == seen(log, device)
            assert log.of(e.Played)[0].by == bea.id
        file = tmp_path / "record.json"
        file.write_text((await ada.http.get(f"/api/tables/{code}/record")).text)
        assert verify_record(file, "en", commitment)[-1] == "The record holds."


def start_events(device: Device) -> list[Json]:
    """The events of the message with which the game began."""
    frames = [json.loads(frame) for frame in device.frames]
    first = next(frame for frame in frames if frame.get("view") is not None)
    events: list[Json] = first["events"]
    return events


def bot(device: Device) -> int:
    """The seat of the one bot."""
    return next(n for n, seat in enumerate(device.about["seats"]) if seat["bot"])


def neighbours(device: Device) -> list[str]:
    """All players clockwise, oneself first."""
    assert device.seat is not None
    names = [seat["name"] for seat in device.about["seats"]]
    return [*names[device.seat :], *names[: device.seat]]


@flow
async def test_a_choice_that_can_not_be_is_refused_and_one_who_leaves_takes_it_along(
    cluster: ServerCluster,
) -> None:
    async with cluster.people("Ada", "Bea") as (ada, bea):
        code = await ada.open("no-thanks", 4)
        async with ada.at(code) as host, bea.at(code) as guest:
            assert (await host.ask("settle", settings=choosing(host, 1)))["code"] == "seat-free"
            await guest.do("sit", seat=1)
            assert (await guest.ask("settle", settings=choosing(host, 1)))["code"] == "not-host"
            beyond = await host.ask("settle", settings=choosing(host, 4))
            assert beyond["text"].endswith("first: there is no seat 4; they are 0 to 3.")
            far = await host.ask("settle", settings=choosing(host, 8))
            assert (far["type"], far["code"]) == ("failed", "malformed")
            await host.do("settle", settings=choosing(host, 1))
            left = await guest.do("leave")
            await host.reach(left["seq"])
            assert host.about["settings"]["first"] is None


@flow
async def test_a_table_that_starts_at_once_may_say_who_begins(cluster: ServerCluster) -> None:
    async with cluster.people("Ada") as (ada,):
        settings = {"game": "no-thanks", "seats": 3, "first": 0}
        body = {"settings": settings, "bots": ["novice"] * 2, "start": True}
        code = (await ada.post("/api/tables", body))["code"]
        async with ada.at(code) as device:
            await device.until(lambda: bool(device.legal))
            log = await cluster.log(code)
            assert log.of(e.Played) == []
        free = await ada.http.post("/api/tables", json={"settings": settings, "sits": False})
        assert (free.status_code, free.json()["code"]) == (409, "seat-free")
