"""What people do at tables, over real sockets, with both stores; PostgreSQL with two servers."""

import asyncio
import json
import random
from pathlib import Path

import pytest
from reconnecting_client import Device, Json, Person, whose_turn
from server_cluster import ServerCluster, flow, seen
from websockets.asyncio.client import ClientConnection

import pioche
from pioche.server.replays.verify import verify_record
from pioche.tables import entries as e
from pioche.tables.codes import format_code

GAMES = list(pioche.games)


@flow
async def test_people_come_by_link_and_the_host_sets_up_and_starts(cluster: ServerCluster) -> None:
    async with cluster.people("Ada", "Ada", "Cem") as (ada, other, cem):
        code = await ada.open("gap", 4)
        shown = await other.get(f"/api/tables/{format_code(code).upper()}")
        assert (shown["phase"], shown["table"]["seats"][0]["name"]) == ("open", "Ada")
        async with ada.at(code) as host, other.at(code) as guest, cem.at(code) as watcher:
            assert host.hosting and not guest.hosting
            await guest.do("sit", seat=2)
            await host.do("bot", level="expert")
            await host.do("bot", level="novice", seat=1)
            await host.do("bot", level="master", seat=3)
            await host.do("remove", seat=3)
            await host.do("settle", settings={**host.about["settings"], "options": {"rounds": 1}})
            await guest.until(lambda: guest.about["settings"]["options"] == {"rounds": 1})
            await guest.do("ready")
            await guest.until(lambda: guest.about["seats"][2]["ready"])
            refusals = [
                await guest.ask("start"),
                await guest.ask("sit"),
                await watcher.ask("sit", seat=1),
                await guest.ask("bot", level="novice"),
            ]
            codes = [refusal["code"] for refusal in refusals]
            assert codes == ["not-host", "already-seated", "seat-taken", "not-host"]
            await host.do("start")
            await watcher.until(lambda: watcher.phase == "running")
            names = [seat["name"] for seat in watcher.about["seats"]]
            assert (names[0], names[2], len(names)) == ("Ada", "Ada 2", 3)
            assert watcher.about["seats"][1]["bot"] == "novice"
            assert watcher.about["settings"]["options"] == {"rounds": 1}
            assert (await watcher.ask("sit"))["code"] == "not-open"
            await guest.until(lambda: guest.phase == "running")
            assert guest.seat == 2
            assert guest.view is not None and guest.view != watcher.view


@pytest.mark.parametrize("game", GAMES)
@flow
async def test_a_whole_game_is_played_watched_and_verified(
    cluster: ServerCluster, game: str, tmp_path: Path
) -> None:
    chance = random.Random(game)
    async with (
        cluster.playing(game, 2, ["novice"]) as (host, guest),
        Person(cluster.url(1)) as passer,
    ):
        early = await passer.http.get(f"/api/tables/{host.code}/record")
        assert (early.status_code, early.json()["code"]) == (409, "no-record")
        async with passer.at(host.code) as watcher:
            devices = [host, guest, watcher]
            commitment = host.about["commitment"]
            made = await asyncio.gather(host.play_on(chance), guest.play_on(chance))
            await watcher.until(lambda: watcher.phase == "over")
            log = await cluster.log(host.code)
            played = [entry for entry in log.of(e.Played) if entry.by]
            assert len(played) == sum(made)
            for device in devices:
                await device.reach(len(log.entries))
                assert device.seq == len(log.entries)
                assert device.known() == seen(log, device)
                assert device.connections == 1
        file = tmp_path / "record.json"
        file.write_text((await passer.http.get(f"/api/tables/{host.code}/record")).text)
        assert verify_record(file, "en", commitment)[-1] == "The record holds."
        finished = (await host.person.tables("finished"))[host.code]
        assert finished["table"]["outcome"]["ranks"]
        assert host.code not in await host.person.tables("running")


@flow
async def test_who_leaves_is_played_on_by_a_bot_and_may_come_back(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest):
        await guest.do("leave")
        assert guest.about["seats"][1]["away"] == "left"
        assert not guest.legal
        refused = await guest.ask("play", move="take")
        assert refused["code"] == "away"
        await host.until(lambda: bool(host.legal))
        await host.do("play", move="pass")
        await host.until(lambda: bool(host.legal))
        assert (await cluster.log(host.code)).table().seats[1].moves > 0  # a bot made them
        await guest.do("return")
        assert guest.about["seats"][1]["away"] is None
        await asyncio.gather(host.play_on(random.Random(2)), guest.play_on(random.Random(3)))
        log = await cluster.log(host.code)
        assert any(entry.by == guest.person.id for entry in log.of(e.Played))


@flow
async def test_a_device_that_lost_its_line_gets_what_it_missed(cluster: ServerCluster) -> None:
    async with cluster.playing("gap", 2) as (host, guest):
        mover = await whose_turn([host, guest])
        await mover.play_on(random.Random(1), 1)
        guest.drop()
        await host.do("say", text="Where are you?")
        await guest.until(lambda: guest.connections == 2 and guest.seq >= host.seq)
        resumed = [frame for frame in guest.frames if frame.startswith('{"type":"resumed"')]
        assert len(resumed) == 1
        log = await cluster.log(host.code)
        await guest.reach(len(log.entries))
        assert guest.known() == seen(log, guest)
        first = guest.frames[0]
        async with guest.person.at(host.code) as again, guest.person.at(host.code, 3) as late:
            assert again.frames[0].startswith('{"type":"table"')
            assert again.seat == 1 and first.startswith('{"type":"table"')
            assert late.frames[0] in ('{"type":"resumed","seq":3}', again.frames[0])


@flow
async def test_everybody_knows_which_seats_have_somebody_connected(cluster: ServerCluster) -> None:
    async with cluster.people("Ada", "Bea", "Cem") as (ada, bea, cem):
        code = await ada.open("no-thanks", 4)
        async with ada.at(code) as host, bea.at(code) as guest:
            await host.until(lambda: who(host) == ([0], 1))
            await guest.do("sit", seat=2)
            await host.until(lambda: who(host) == ([0, 2], 0))
            async with cem.at(code) as third:
                await third.do("sit", seat=3)
                await host.until(lambda: who(host) == ([0, 2, 3], 0))
                await host.do("start")  # the free seat is taken away
                await guest.until(lambda: who(guest) == ([0, 1, 2], 0))
            await guest.until(lambda: who(guest) == ([0, 1], 0))


def who(device: Device) -> tuple[list[int], int]:
    """The seats that have somebody connected, and how many watch."""
    return device.here.get("seats", []), device.here.get("watching", 0)


@flow
async def test_another_device_comes_by_a_link_and_both_play_one_seat(
    cluster: ServerCluster,
) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest), Person(cluster.url(0)) as phone:
        link = await guest.person.post("/api/me/links")
        assert (await phone.post("/api/me/claim", {"token": link["token"]}))["name"] == "Bea"
        again = await phone.http.post("/api/me/claim", json={"token": link["token"]})
        assert again.status_code == 410
        phone.id = guest.person.id
        async with phone.at(host.code) as pocket:
            assert pocket.seat == guest.seat == 1
            while await whose_turn([host, pocket]) is host:
                await host.do("play", move="pass")
            await pocket.do("play", move="take")
            await guest.reach(pocket.seq)
            await pocket.reach(guest.seq)
            assert guest.view == pocket.view


@flow
async def test_a_new_name_counts_at_once_on_a_socket_that_is_open(cluster: ServerCluster) -> None:
    async with cluster.people("Ada", "Bea") as (ada, bea):
        code = await ada.open("no-thanks", 3)
        async with bea.at(code) as guest:
            await bea.enter("Beatrix", "owl")
            await guest.do("sit")
            assert guest.about["seats"][1]["name"] == "Beatrix"


@flow
async def test_a_program_whose_key_is_taken_away_cannot_move_any_more(
    cluster: ServerCluster,
) -> None:
    async with cluster.people("Ada") as (ada,), Person(cluster.url(0)) as program:
        code = await ada.open("no-thanks", 3)
        key = await ada.post("/api/me/tokens", {"label": "program"})
        program.token = key["token"]
        async with program.at(code) as seat:
            assert seat.seat == 0
            await seat.do("ready")
            gone = await ada.http.delete(f"/api/me/tokens/{key['id']}")
            assert gone.status_code == 204
            assert (await seat.ask("ready", ready=False))["code"] == "no-person"


@flow
async def test_chat_and_signs_reach_all_but_not_too_many_at_once(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest), Person(cluster.url(1)) as passer:
        async with passer.at(host.code) as watcher:
            await guest.do("say", text="  Hi,\n there!  ")
            await guest.do("emote", emote="wow")
            await watcher.until(lambda: len(watcher.chat) == 2)
            assert [line["text"] for line in watcher.chat] == ["Hi, there!", None]
            assert watcher.chat[1]["emote"] == "wow"
            assert (await watcher.ask("say", text="me too"))["code"] == "no-person"
            for _ in range(4):
                await guest.do("say", text="again")
            command = {"type": "say", "id": "much", "text": "and again"}
            assert (await guest.asked_once(command))["code"] == "too-fast"
            await host.do("emote", emote="think")
        async with passer.at(host.code) as watcher:
            assert len(watcher.chat) == 7
        assert (await host.ask("emote", emote="rude"))["code"] == "malformed"


@flow
async def test_two_who_ask_for_a_rematch_at_once_get_one_table(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest):
        await whose_turn([host, guest])  # while a bot moves, no wish stands
        await asyncio.gather(host.do("abandon"), guest.do("abandon"))
        await host.until(lambda: host.phase == "over")
        await guest.until(lambda: guest.phase == "over")
        answers = await asyncio.gather(host.ask("rematch"), guest.ask("rematch"))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        await host.until(lambda: "follows" in host.about and host.about["follows"])
        next_code = host.about["follows"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert (refused["code"], refused["params"]) == ("followed", {"table": next_code})
        for person in (host.person, guest.person):
            assert list(await person.tables("open")) == [next_code]
        async with host.person.at(next_code) as again:
            names = [seat["name"] for seat in host.about["seats"]]
            assert [seat["name"] for seat in again.about["seats"]] == [*names[1:], names[0]]


@flow
async def test_a_game_is_abandoned_when_all_people_agree(cluster: ServerCluster) -> None:
    async with cluster.playing("gap", 2) as (host, guest):
        await whose_turn([host, guest])  # while a bot moves, no wish stands
        await host.do("abandon")
        await guest.until(lambda: guest.about["seats"][0]["ends"])
        assert guest.phase == "running"
        await guest.do("abandon")
        await host.until(lambda: host.phase == "over")
        assert host.about["abandoned"]
        assert (await host.ask("play", move="draw"))["code"] == "already-over"
        record = await host.person.get(f"/api/tables/{host.code}/record")
        assert "outcome" not in record or record["outcome"] is None


@flow
async def test_the_lobby_shows_listed_tables_as_they_come_and_go(cluster: ServerCluster) -> None:
    async with (
        cluster.people("Ada", "Bea") as (ada, bea),
        bea.connect("/api/lobby/socket") as lobby,
    ):
        hidden = await ada.open("no-thanks", 3)
        code = await ada.open("no-thanks", 3, ["novice"] * 2, listed=True)
        assert (await listing(lobby, code))["phase"] == "open"
        async with ada.at(code) as host:
            await host.do("start")
            assert (await listing(lobby, code, "running"))["table"]["seats"][0]["name"] == "Ada"
            await host.do("abandon")
        await listing(lobby, code, None)
        codes = [table["code"] for table in (await bea.get("/api/tables"))["tables"]]
        assert code not in codes and hidden not in codes


async def listing(lobby: ClientConnection, code: str, phase: str | None = "open") -> Json:
    """Wait until the lobby shows a table in a phase, or no longer (None)."""
    async with asyncio.timeout(60):
        while True:
            tables = {table["code"]: table for table in json.loads(await lobby.recv())["tables"]}
            if tables.get(code, {"phase": None})["phase"] == phase:
                return tables.get(code, {})


@flow
async def test_my_tables_say_where_it_is_my_turn(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 3, []) as devices:
        code = devices[0].code
        for device in devices:
            mine = (await device.person.tables())[code]
            assert mine.get("your_turn", False) == bool(device.legal)
        assert sum(bool(device.legal) for device in devices) == 1


@flow
async def test_an_expert_gives_hints_where_the_table_allows_them(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 2) as devices:
        mover = await whose_turn(devices)
        hint = await mover.ask("hint")
        assert (hint["type"], hint["seq"]) == ("hint", mover.seq)
        assert hint["move"] in mover.legal and hint["text"]
        devices.remove(mover)
        assert (await devices[0].ask("hint"))["code"] == "not-your-move"
    async with cluster.playing("no-thanks", 2, hints=False) as devices:
        assert (await (await whose_turn(devices)).ask("hint"))["code"] == "no-hints"


@flow
async def test_refusals_speak_the_language_of_the_socket_or_the_request(
    cluster: ServerCluster,
) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest):
        async with guest.person.at(host.code, lang="fr") as french:
            english, other = await guest.ask("start"), await french.ask("start")
            assert english["code"] == other["code"] == "not-open"
            assert english["text"] == "The game has begun already."
            assert other["text"] == "La partie a déjà commencé."
        guest.person.http.headers["Accept-Language"] = "fr-CH, en;q=0.5"
        over_http = await guest.person.command(host.code, "start")
        assert over_http["text"] == other["text"]
