"""Several workers over one database: whoever is asked, and whatever it has heard of the others."""

import asyncio
from collections.abc import Sequence

import pytest
from database_reader import read_logs
from postgres import Postgres
from server_cluster import flow
from table_services import (
    PEOPLE,
    ScriptedBots,
    ask,
    pass_on,
    sent,
    socket_at,
    started,
    table_service,
    to_move,
    two_table_services,
    until,
)

from pioche.server.connections.hand_over import find_slot
from pioche.server.problem import Problem
from pioche.server.store.base import Appended
from pioche.server.store.postgres.reader import PostgresReader
from pioche.server.tables.log_reader import UNFOLLOWED_SECONDS
from pioche.server.tables.service import IDLE_SECONDS, TableService
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import BOT_GRACE
from pioche.tables.codes import derive_rematch_code
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Done
from pioche.tables.opening import open_rematch


@pytest.fixture
def database(urls) -> str:
    """One that workers can share."""
    return urls("postgres")


@flow
async def test_a_worker_that_has_not_heard_yet_judges_on_the_log(database: str) -> None:
    async with two_table_services(database, deaf=True) as (one, two):
        code = await started(one)
        behind = (await two.get_table(code)).table.seq
        _, done = await pass_on(one, code, "first")
        person = to_move((await one.get_table(code)).table)
        assert person is not None and done.seq == behind + 1
        second = await ask(two, code, person, c.Play(id="second", seq=done.seq, move="pass"))
        assert second == Done("second", done.seq + 1)
        with pytest.raises(CommandRefused):
            await ask(two, code, person, c.Play(id="third", move="pass"))


@flow
async def test_a_command_asked_again_of_another_worker_is_done_even_if_it_no_longer_holds(
    database: str,
) -> None:
    async with two_table_services(database, deaf=True) as (one, two):
        code = await started(one)
        await two.get_table(code)
        await pass_on(one, code, "first")
        person, done = await pass_on(one, code, "second")
        assert await ask(two, code, person, c.Play(id="second", move="pass")) == done


@flow
async def test_who_comes_back_to_another_worker_never_sees_an_older_table(database: str) -> None:
    async with two_table_services(database, deaf=True) as (one, two):
        code = await started(one)
        live = await two.get_table(code)
        _, done = await pass_on(one, code, "first")
        socket = await socket_at(two, live, PEOPLE[0], since=done.seq)
        assert sent(socket) == [("resumed", done.seq)]


@flow
async def test_two_workers_set_up_one_rematch(database: str) -> None:
    async with two_table_services(database, deaf=True) as (one, two):
        code = await over(one)
        await two.get_table(code)
        answers = await asyncio.gather(
            ask(one, code, PEOPLE[0], c.Rematch(id="again")),
            ask(two, code, PEOPLE[1], c.Rematch(id="again")),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["CommandRefused", "Done"]
        assert await open_tables(one) == [(await one.load_table(code)).follows]


@flow
async def test_a_worker_that_has_not_heard_of_a_rematch_finds_it_in_the_log(database: str) -> None:
    async with two_table_services(database, deaf=True) as (one, two):
        code = await over(one)
        async with two.hold_table(code) as live:
            with pytest.raises(CommandRefused, match="no-rematch"):
                await two.find_rematch(live)
            await ask(one, code, PEOPLE[0], c.Rematch(id="again"))
            assert await two.find_rematch(live) == (await one.get_table(code)).table.follows


@flow
async def test_a_rematch_that_was_half_set_up_is_the_one(url: str) -> None:
    async with table_service(url) as only:
        code = await over(only)
        table = (await only.get_table(code)).table
        half = derive_rematch_code(table.rng.secret, 0)
        assert await only.open_table_at(half, open_rematch(table, PEOPLE[1], only.now()))
        await ask(only, code, PEOPLE[0], c.Rematch(id="again"))
        assert await open_tables(only) == [half] == [table.follows]


@flow
async def test_a_rematch_never_leads_to_a_table_of_somebody_else(url: str) -> None:
    async with table_service(url) as only:
        code = await over(only)
        table = (await only.get_table(code)).table
        taken = derive_rematch_code(table.rng.secret, 0)
        other = e.Opened(at=0, by="somebody", settings=table.settings)
        assert await only.open_table_at(taken, other)
        await ask(only, code, PEOPLE[0], c.Rematch(id="again"))
        assert table.follows == derive_rematch_code(table.rng.secret, 1)


@flow
async def test_the_sockets_of_a_rematch_meet_where_those_of_the_table_did(url: str) -> None:
    async with table_service(url) as only:
        only.workers = 5
        for number in range(4):
            code = await over(only)
            await ask(only, code, PEOPLE[0], c.Rematch(id=f"again{number}"))
            follows = (await only.get_table(code)).table.follows
            assert follows is not None
            assert find_slot(follows, 5) == find_slot(code, 5)


@flow
async def test_a_rematch_that_is_there_is_found_by_whoever_has_too_many_tables(url: str) -> None:
    async with table_service(url) as only:
        code = await over(only)
        table = (await only.get_table(code)).table
        half = derive_rematch_code(table.rng.secret, 0)
        assert await only.open_table_at(half, open_rematch(table, PEOPLE[0], only.now()))
        only.tables_per_person = 1
        await ask(only, code, PEOPLE[0], c.Rematch(id="again"))
        assert table.follows == half
        only.tables_per_person = 1000
        other = await started(only, 3)
        only.tables_per_person = 0
        for person in PEOPLE:
            await ask(only, other, person, c.Abandon(id="enough"))
        with pytest.raises(Problem) as caught:
            await ask(only, other, PEOPLE[0], c.Rematch(id="again"))
        assert caught.value.code == "too-many-tables"
        assert (await only.get_table(other)).table.follows is None


async def over(service: TableService) -> str:
    """The code of a table that is over."""
    code = await started(service, 3)
    for person in PEOPLE:
        await ask(service, code, person, c.Abandon(id="enough"))
    return code


async def open_tables(service: TableService) -> list[str]:
    """The open tables of somebody who plays."""
    return [shown.code for shown in await service.store.list_tables_of(PEOPLE[2].id, "open", 10)]


@flow
async def test_what_is_heard_while_a_table_is_read_is_not_missed(database: str) -> None:
    async with two_table_services(database) as (one, two):
        code = await started(one)
        reading, go_on, heard = asyncio.Event(), asyncio.Event(), asyncio.Event()
        read, hear = two.store.read_entries, two.follower.receive_appended

        async def slowly(code: str, after: int = 0, limit: int | None = None) -> list[bytes]:
            lines = await read(code, after, limit)
            reading.set()
            await go_on.wait()
            return lines

        def listen(news: object) -> None:
            hear(news)  # type: ignore[arg-type]
            heard.set()

        two.store.read_entries, two.store.on_appended = slowly, listen  # type: ignore[method-assign]
        loading = asyncio.create_task(two.get_table(code))
        await reading.wait()
        heard.clear()
        _, done = await pass_on(one, code, "first")
        await heard.wait()
        go_on.set()
        live = await loading
        await until(lambda: live.table.seq == done.seq)


@flow
async def test_an_entry_of_another_worker_is_applied_without_asking_the_store(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_table_services(database) as (one, two):
        code, elsewhere = await started(one), await started(one)
        live = await two.get_table(code)
        socket = await socket_at(two, live, PEOPLE[1])
        statements: list[str] = []

        async def fetch(sql: str, *_: object) -> list[object]:
            statements.append(sql)
            raise AssertionError("nothing has to be asked for")

        monkeypatch.setattr(two.store, "fetch", fetch)
        monkeypatch.setattr(two.store, "reader", PostgresReader(fetch))
        for number in range(3):
            await pass_on(one, elsewhere, f"e{number}")  # which the other does not have in memory
            _, done = await pass_on(one, code, f"p{number}")
        await until(lambda: live.sent_seq == done.seq)
        assert sent(socket)[-3:] == [("update", done.seq - n) for n in (2, 1, 0)]
        assert statements == [] and set(two.live_tables) == {code}


def note_heard(service: TableService) -> set[tuple[str, int]]:
    """The table and seq of every entry of another worker, once this one has dealt with it."""
    heard: set[tuple[str, int]] = set()
    receive = service.store.on_appended

    def receive_and_note(news: Sequence[Appended]) -> None:
        receive(news)
        heard.update((code, seq) for code, seq, _ in news)

    service.store.on_appended = receive_and_note
    return heard


@flow
async def test_an_entry_that_comes_while_the_table_is_in_use_is_applied_after_that(
    database: str,
) -> None:
    async with two_table_services(database) as (one, two):
        code = await started(one)
        live = await two.get_table(code)
        heard = note_heard(two)
        async with live.lock:
            before = live.table.seq
            for number in range(3):
                _, done = await pass_on(one, code, f"p{number}")
            await until(lambda: (code, done.seq) in heard)
            assert live.table.seq == before
        await until(lambda: live.sent_seq == done.seq == before + 3)


@flow
async def test_a_table_that_nobody_looks_at_is_not_followed(database: str) -> None:
    async with two_table_services(database) as (one, two):
        code = await started(one)
        live = await two.get_table(code)
        await until(lambda: not two.tasks)  # what was heard while it was read
        live.last_used -= 2 * UNFOLLOWED_SECONDS
        await pass_on(one, code, "first")
        await until(lambda: code not in two.live_tables)
        assert live.unloaded
        _, done = await pass_on(two, code, "second")  # the log has it all
        assert done.seq == two.live_tables[code].table.seq


@flow
async def test_a_bot_of_two_workers_makes_each_move_once_and_after_a_thought_for_it(
    database: str,
) -> None:
    here, there = ScriptedBots(), ScriptedBots()
    async with two_table_services(database, here, there) as (one, two):
        code = await started(one, 1, ["novice"] * 2)
        while to_move((await one.get_table(code)).table) is not None:
            await pass_on(one, code, "mine")
        live = await two.get_table(code)
        await here.wait(1)
        await there.wait(1)
        seat = here.asked[0][0]
        assert there.asked[0][0] == seat
        # One worker's bot takes the card, after which the same seat moves again.
        here.decide(0, "take")
        await until(lambda: live.table.seats[seat].moves == 1)
        there.decide(0, "pass")
        await there.wait(2)
        assert (await one.load_table(code)).seats[seat].moves == 1
        there.decide(1, "take")
        await until(lambda: live.table.seats[seat].moves == 2 and live.sent_seq == live.table.seq)
        ids = [entry.id for entry in (await read_logs(database))[code].of(e.Played) if not entry.by]
        assert ids == [f"bot{seat}:0", f"bot{seat}:1"]


@flow
async def test_a_move_that_a_dead_worker_owed_is_made_by_another(url: str) -> None:
    async with table_service(url, ScriptedBots()) as dead:
        code = await started(dead, 1, ["novice"] * 2)
        while to_move((await dead.get_table(code)).table) is not None:
            await pass_on(dead, code, f"pass{dead.live_tables[code].table.seq}")
        before = dead.live_tables[code].table.seq
    async with table_service(url) as other:
        await other.sweep()
        assert other.live_tables == {}  # it is not late yet
        now = other.now()
        other.now = lambda: now + BOT_GRACE  # type: ignore[method-assign]
        await other.sweep()
        await until(lambda: code in other.live_tables and other.live_tables[code].sent_seq > before)


@flow
async def test_a_table_that_nobody_looks_at_leaves_memory(url: str) -> None:
    async with table_service(url, ScriptedBots()) as only:
        idle, watched = [await started(only, 3) for _ in range(2)]
        socket = await socket_at(only, await only.get_table(watched), PEOPLE[0])
        bots = await started(only, 1, ["novice"] * 2)
        while to_move((await only.get_table(bots)).table) is not None:
            await pass_on(only, bots, f"pass{only.live_tables[bots].table.seq}")
        await only.sweep()
        assert {idle, watched, bots} <= set(only.live_tables)
        for live in only.live_tables.values():
            live.last_used -= 2 * IDLE_SECONDS
        await only.sweep()
        assert set(only.live_tables) == {watched, bots}
        only.live_tables[watched].sockets.discard(socket)
        only.live_tables[watched].last_used -= 2 * IDLE_SECONDS
        await only.sweep()
        assert set(only.live_tables) == {bots}
        await pass_on(only, idle, "back")  # the log has it all


@flow
async def test_workers_hear_each_other_again_after_the_database_was_away(tmp_path) -> None:
    postgres = Postgres()
    try:
        async with two_table_services(postgres.new_database()) as (one, two):
            code = await started(one)
            live = await two.get_table(code)
            socket = await socket_at(two, live, PEOPLE[1])
            await asyncio.to_thread(postgres.restart)
            _, done = await pass_on(one, code, "first")
            await until(lambda: live.table.seq == done.seq)
            assert sent(socket)[-1] == ("update", done.seq)
    finally:
        postgres.stop()
