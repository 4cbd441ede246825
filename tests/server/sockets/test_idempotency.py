"""A command is carried out once, on the table as it is, over whichever socket it comes."""

import asyncio
import random

from reconnecting_client import chosen, whose_turn
from server_cluster import ServerCluster, flow, seen

from pioche.tables import entries as e


@flow
async def test_the_same_command_over_two_sockets_at_once_is_carried_out_once(
    cluster: ServerCluster,
) -> None:
    async with cluster.playing("no-thanks", 2) as (host, guest):
        guest.person.url = cluster.url(0)
        async with guest.person.at(host.code) as other:
            for number in range(5):
                id = f"both{number}"
                answers = await asyncio.gather(
                    guest.ask("say", id, text="Hm"), other.ask("say", id, text="Hm")
                )
                assert answers[0] == answers[1]
                assert answers[0]["type"] == "done"
        said = (await cluster.log(host.code)).of(e.Said)
        assert [entry.id for entry in said] == [f"both{number}" for number in range(5)]


@flow
async def test_a_line_cut_right_after_each_command_costs_no_move_and_makes_none_twice(
    cluster: ServerCluster,
) -> None:
    chance = random.Random(5)
    async with cluster.playing("no-thanks", 2) as devices:
        asked = 0
        while (mover := await whose_turn(devices)).phase == "running" and asked < 20:
            asking = asyncio.create_task(mover.ask("play", move=chosen(mover.legal, chance)))
            await asyncio.sleep(chance.choice([0, 0, 0.001, 0.01]))
            mover.drop()
            answer = await asking
            assert answer["type"] == "done"
            asked += 1
            for device in devices:
                await device.reach(answer["seq"])
        log = await cluster.log(devices[0].code)
        played = [entry for entry in log.of(e.Played) if entry.by]
        assert len(played) == asked
        for device in devices:
            assert device.connections > 1
            await device.reach(len(log.entries))
            assert device.known() == seen(log, device)


@flow
async def test_a_command_made_on_an_old_table_is_judged_on_the_new_one(
    cluster: ServerCluster,
) -> None:
    async with cluster.playing("no-thanks", 2) as devices:
        mover = await whose_turn(devices)
        old = mover.seq
        await mover.do("say", text="I wonder")
        still = {"type": "play", "id": "still", "seq": old, "move": "pass"}
        done = await mover.asked_once(still)
        assert done["type"] == "done" and done["seq"] == old + 2
        gone = {"type": "play", "id": "gone", "seq": old, "move": "pass"}
        refused = await mover.asked_once(gone)
        assert (refused["type"], refused["code"]) == ("refused", "not-your-turn")
        assert refused["clause"].startswith("NT-")
        assert (await mover.asked_once(still)) == done
        kept = [entry.id for entry in (await cluster.log(mover.code)).entries]
        assert "still" in kept and "gone" not in kept


@flow
async def test_of_two_hands_at_one_card_the_first_has_it_and_the_other_is_told(
    cluster: ServerCluster,
) -> None:
    """RJV-12"""
    async with cluster.playing("rouge-jaune-vert", 2, []) as (host, guest):
        for slot in ("grab 3", "grab 4", "grab 5"):
            answers = await asyncio.gather(
                host.ask("play", move=slot), guest.ask("play", move=slot)
            )
            won = [answer["type"] for answer in answers].index("done")
            assert answers[1 - won]["type"] == "refused"
            assert answers[1 - won]["clause"] == "RJV-12"
            winner, loser = (host, guest) if won == 0 else (guest, host)
            assert "place" in winner.legal
            await loser.reach(winner.seq)
            assert "place" not in loser.legal
            await winner.do("play", move="return")
            await loser.reach(winner.seq)
