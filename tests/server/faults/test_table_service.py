"""What a table service does when something fails in the middle: a write, a bot, a reader."""

import asyncio

import msgspec
import pytest
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
    until,
)

from pioche.server.problem import Problem
from pioche.server.settings import Limits, ServerSettings
from pioche.server.sockets.command_handler import handle_command
from pioche.server.store.base import NewEntry, StoreError
from pioche.server.tables.lobby import LobbyBroadcaster
from pioche.server.tables.log_reader import NoSuchTable
from pioche.server.tables.service import IDLE_SECONDS, TableService
from pioche.server.worker import ServerWorker, repeat_forever
from pioche.tables import commands as c
from pioche.tables.judge import CommandRefused
from pioche.tables.messages import Done
from pioche.tables.settings import Settings


class Unsteady:
    """Makes the next appends of a service's store fail, after or before they are kept."""

    def __init__(self, service: TableService, times: int, kept: bool) -> None:
        self.append, self.times, self.kept = service.store.append_entry, times, kept
        service.store.append_entry = self.fail  # type: ignore[method-assign]

    async def fail(self, write: NewEntry) -> bool:
        """Append, perhaps; say that nothing is known."""
        if self.times == 0:
            return await self.append(write)
        self.times -= 1
        if self.kept:
            await self.append(write)
        raise StoreError("the line is cut")


@pytest.mark.parametrize("kept", [True, False])
@flow
async def test_a_move_whose_fate_was_not_known_is_made_once(url: str, kept: bool) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        socket = await socket_at(only, live, PEOPLE[0])
        before = live.table.seq
        Unsteady(only, 2, kept)
        person, done = await pass_on(only, code, "first")
        assert done.seq == before + 1
        assert (await only.load_table(code)).done_commands[person.id, "first"] == done.seq
        assert sent(socket) == [("table", before), ("update", before + 1)]


@pytest.mark.parametrize("kept", [True, False])
@flow
async def test_a_move_made_at_once_whose_fate_was_not_known_is_left_to_the_long_way(
    url: str, kept: bool
) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        before, person = live.table.seq, to_move(live.table)
        assert person is not None
        Unsteady(only, 1, kept)
        answers: list[Done | None] = []
        move = c.Play(id="first", seq=0, move="pass")
        assert only.entry_writer.play(live, person, move, answers.append)
        assert not only.entry_writer.play(live, person, move, answers.append), "it is being written"
        while not answers:
            await asyncio.sleep(0.001)
        assert answers == [None]
        assert live.stale
        assert not live.lock.locked()
        assert not only.entry_writer.play(live, person, move, answers.append), (
            "nobody knows what is there"
        )
        done = await only.handle(live, person, move)
        assert done.seq == before + 1
        assert (await only.load_table(code)).seq == before + 1


@flow
async def test_a_move_made_at_once_is_told_when_it_is_on_disk(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        socket = await socket_at(only, live, PEOPLE[0])
        before, person = live.table.seq, to_move(live.table)
        assert person is not None
        answers: list[Done | None] = []
        assert only.entry_writer.play(
            live, person, c.Play(id="it", seq=0, move="pass"), answers.append
        )
        assert sent(socket) == [("table", before)], "it is not on disk yet"
        while not answers:
            await asyncio.sleep(0.001)
        assert answers == [Done("it", before + 1)]
        assert sent(socket) == [("table", before), ("update", before + 1)]
        again = c.Play(id="it", seq=0, move="pass")
        assert not only.entry_writer.play(live, person, again, answers.append), "it was done"
        assert (await only.handle(live, person, again)).seq == before + 1


@flow
async def test_a_move_that_does_not_hold_is_left_to_the_long_way(url: str) -> None:
    async with table_service(url) as only:
        live = await only.get_table(await started(only))
        other = next(person for person in PEOPLE if person != to_move(live.table))
        for move in (c.Play(id="a", seq=0, move="pass"), c.Play(id="b", seq=0, move="nonsense")):
            assert not only.entry_writer.play(live, other, move, lambda _: None)
        assert live.is_ready


@flow
async def test_a_bot_is_asked_after_a_move_that_was_kept_though_the_store_failed(url: str) -> None:
    bots = ScriptedBots()
    async with table_service(url, bots) as only:
        code = await started(only, 2, ["novice"])
        live = await only.get_table(code)
        while (mover := to_move(live.table)) is not None:
            Unsteady(only, 1, kept=True)
            await pass_on(only, code, f"pass{live.table.seq}")
            assert mover is not to_move(live.table)
        assert list(live.bot_tasks) == [1]
        await bots.wait(1)


@pytest.mark.parametrize("kept", [True, False])
@flow
async def test_a_bot_whose_move_failed_is_asked_again_by_the_sweeper(url: str, kept: bool) -> None:
    bots = ScriptedBots()
    async with table_service(url, bots) as only:
        code = await started(only, 1, ["novice"] * 2)
        live = await only.get_table(code)
        while to_move(live.table) is not None:
            await pass_on(only, code, f"pass{live.table.seq}")
        await bots.wait(1)
        Unsteady(only, 1, kept)
        before = live.table.seq
        bots.decide(0, "take")  # after which the same bot moves again
        await until(lambda: not live.bot_tasks and live.stale)
        await only.sweep()
        await bots.wait(2)
        assert live.table.seq == before + kept
        assert not live.stale


@flow
async def test_a_bot_that_cannot_think_makes_the_first_legal_move(url: str) -> None:
    bots = ScriptedBots()
    async with table_service(url, bots) as only:
        code = await started(only, 1, ["novice"] * 2)
        live = await only.get_table(code)
        while to_move(live.table) is not None:
            await pass_on(only, code, f"pass{live.table.seq}")
        await bots.wait(1)
        before = live.table.seq
        bots.fail(0)
        await until(lambda: live.table.seq == before + 1)
        assert live.table.moves[-1].text == "take"


@flow
async def test_a_command_given_up_in_the_middle_is_kept_and_told_or_neither(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        socket = await socket_at(only, live, PEOPLE[0])
        before, append = live.table.seq, only.store.append_entry
        writing = asyncio.Event()

        async def watched(write: NewEntry) -> bool:
            writing.set()
            return await append(write)

        only.store.append_entry = watched  # type: ignore[method-assign]
        for number in range(5):
            writing.clear()
            given_up = asyncio.create_task(pass_on(only, code, f"given-up{number}"))
            await writing.wait()
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
            await ask(only, code, PEOPLE[0], c.Say(id=f"other{number}", text="Hm"))
        table = await only.load_table(code)
        assert [seq for _, seq in sent(socket)] == list(range(before, table.seq + 1))
        assert table.state.view(0) == live.table.state.view(0)  # type: ignore[union-attr]
        assert {f"other{n}" for n in range(5)} <= {id for _, id in table.done_commands}


@flow
async def test_a_table_whose_news_could_not_be_read_is_read_by_the_sweeper(urls) -> None:
    url = urls("postgres")
    async with table_service(url) as one, table_service(url) as two:
        code = await started(one)
        live, read = await two.get_table(code), two.store.read_entries

        async def fail(code: str, after: int = 0, limit: int | None = None) -> list[bytes]:
            two.store.read_entries = read  # type: ignore[method-assign]
            raise StoreError("the line is cut")

        two.store.read_entries = fail  # type: ignore[method-assign]
        one.store.writer.has_listeners = lambda: False  # so that the entry itself is not told
        _, done = await pass_on(one, code, "first")
        await until(lambda: live.stale)
        await two.sweep()
        await until(lambda: live.table.seq == done.seq and not live.stale)


@flow
async def test_what_runs_beside_survives_whatever_goes_wrong() -> None:
    errors: list[Exception] = [StoreError("away"), KeyError("a bug"), ValueError("another")]
    done = asyncio.Event()

    async def work() -> None:
        if errors:
            raise errors.pop()
        done.set()

    task = asyncio.create_task(repeat_forever(work, 0))
    await done.wait()
    task.cancel()


@flow
async def test_who_looks_at_the_lobby_while_it_changes_sees_it_as_it_is(url: str) -> None:
    async with table_service(url) as only:
        board, listed = LobbyBroadcaster(only), only.store.list_lobby_tables
        read, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(limit: int):
            rows = await listed(limit)
            only.store.list_lobby_tables = listed  # type: ignore[method-assign]
            read.set()
            await go_on.wait()
            return rows

        first, late = new_socket(), new_socket()
        await board.join(first)
        only.store.list_lobby_tables = slowly  # type: ignore[method-assign]
        joining = asyncio.create_task(board.join(late))
        await read.wait()
        await only.create(PEOPLE[0], Settings("no-thanks", 3, listed=True))
        looking = asyncio.create_task(board.wait_and_broadcast())
        await asyncio.sleep(0.05)
        go_on.set()
        await asyncio.gather(joining, looking)
        assert first.messages[-1] == late.messages[-1]
        assert b'"no-thanks"' in first.messages[-1]


@flow
async def test_a_move_somewhere_is_no_news_for_the_lobby(urls) -> None:
    url = urls("postgres")
    async with table_service(url) as one, table_service(url) as two:
        code = await started(one)
        settings = msgspec.structs.replace((await one.get_table(code)).table.settings, listed=True)
        listed = await one.create(PEOPLE[0], settings, ["novice"] * 2, start=True)
        board, socket = LobbyBroadcaster(two), new_socket()
        await board.join(socket)
        two.lobby_changed.clear()
        await ask(one, listed, PEOPLE[0], c.Say(id="say", text="Hm"))
        await board.wait_and_broadcast()
        assert len(socket.messages) == 1
        await ask(one, listed, PEOPLE[0], c.Leave(id="leave"))
        while len(socket.messages) == 1:
            await board.wait_and_broadcast()
        assert b'"away":"left"' in socket.messages[1]


def new_socket():
    """A socket whose messages stay in line."""
    from pioche.server.tables.outbox import Outbox

    return Outbox("en")


@flow
async def test_a_seat_taken_at_the_limit_of_tables_is_still_acknowledged_when_asked_again(
    tmp_path,
) -> None:
    limits = Limits(tables_per_person=1, texts_burst=1)
    parts = ServerWorker(ServerSettings(f"sqlite://{tmp_path}/tables.db", limits=limits))
    async with parts.lifespan(None):  # type: ignore[arg-type]
        code = await parts.tables.create(PEOPLE[0], Settings("no-thanks", 3))
        live = await parts.tables.get_table(code)
        for command, done in (c.Sit(id="sit"), 2), (c.Say(id="say", text="Hi"), 3):
            for _ in range(2):
                answer = await handle_command(parts, live, PEOPLE[1], command)
                assert answer == Done(command.id, done)
        with pytest.raises(Problem, match="Not so fast"):
            await handle_command(parts, live, PEOPLE[1], c.Emote(id="wave", emote="hello"))


@flow
async def test_a_table_that_left_memory_is_read_again_for_whoever_still_has_it(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        old = await only.get_table(code)
        only.unload(old)
        said = await only.handle(old, PEOPLE[0], c.Say(id="say", text="Hm"))
        assert said.seq == old.table.seq + 1
        live = await only.get_table(code)
        assert live is not old and live.table.done_commands[PEOPLE[0].id, "say"] == said.seq


@flow
async def test_whoever_still_has_a_table_that_was_removed_hears_that_there_is_none(
    url: str,
) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        await socket_at(only, live, PEOPLE[0])
        await only.remove_table(live)
        with pytest.raises(NoSuchTable):
            await only.handle(live, PEOPLE[0], c.Sit(id="sit"))  # a running table would refuse it


@flow
async def test_a_table_stays_in_memory_for_a_while_after_its_last_command(url: str) -> None:
    async with table_service(url) as only:
        code = await started(only)
        live = await only.get_table(code)
        live.last_used -= 2 * IDLE_SECONDS
        await only.handle(live, PEOPLE[0], c.Say(id="say", text="Hm"))
        await only.sweep()
        assert only.live_tables[code] is live


@flow
async def test_a_table_that_cannot_be_started_at_once_is_not_left_behind(url: str) -> None:
    async with table_service(url) as only:
        with pytest.raises(CommandRefused, match="too-few"):
            await only.create(PEOPLE[0], Settings("no-thanks", 4), ["novice"], start=True)
        assert (await only.store.count_totals())["open"] == 0
        code = await only.create(PEOPLE[0], Settings("no-thanks", 4), ["novice"] * 2, start=True)
        assert (await only.get_table(code)).table.phase == "running"


@flow
async def test_a_table_just_read_stays_in_memory_for_whoever_asked_for_it(url: str) -> None:
    """The sweeper may come between the end of reading and the one who waits for it."""
    async with table_service(url) as service:
        code = await started(service)
        service.unload(await service.get_table(code))
        reading = asyncio.create_task(service.load_live_table(code))
        service.loading[code] = reading
        live = await reading
        await service.sweep()
        assert not live.unloaded
        assert service.live_tables[code] is live
