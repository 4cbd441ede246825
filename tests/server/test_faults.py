"""What a house does when something fails in the middle: a write, a bot, a reader."""

import asyncio

import msgspec
import pytest
from doors import flow
from houses import PEOPLE, Ponder, house, pass_on, sent, socket_at, started, to_move, until

from pioche.server.house import House
from pioche.server.lobby import LobbyBoard
from pioche.server.parts import Parts, again_and_again
from pioche.server.settings import Limits, ServerSettings
from pioche.server.store.base import StoreError, Write
from pioche.tables import commands as c
from pioche.tables.judge import Denied
from pioche.tables.messages import Done
from pioche.tables.settings import Settings


class Unsteady:
    """Makes the next appends of a house's store fail, after or before they are kept."""

    def __init__(self, house: House, times: int, kept: bool) -> None:
        self.append, self.times, self.kept = house.store.append, times, kept
        house.store.append = self.fail  # type: ignore[method-assign]

    async def fail(self, write: Write) -> bool:
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
    async with house(url) as only:
        code = await started(only)
        live = await only.table(code)
        socket = await socket_at(only, live, PEOPLE[0])
        before = live.table.seq
        Unsteady(only, 2, kept)
        person, done = await pass_on(only, code, "first")
        assert done.seq == before + 1
        assert (await only.read(code)).done[person.id, "first"] == done.seq
        assert sent(socket) == [("table", before), ("update", before + 1)]


@flow
async def test_a_bot_is_asked_after_a_move_that_was_kept_though_the_store_failed(url: str) -> None:
    bots = Ponder()
    async with house(url, bots) as only:
        code = await started(only, 2, ["novice"])
        live = await only.table(code)
        while (mover := to_move(live.table)) is not None:
            Unsteady(only, 1, kept=True)
            await pass_on(only, code, f"pass{live.table.seq}")
            assert mover is not to_move(live.table)
        assert list(live.thinking) == [1]
        await bots.wait(1)


@pytest.mark.parametrize("kept", [True, False])
@flow
async def test_a_bot_whose_move_failed_is_asked_again_by_the_sweeper(url: str, kept: bool) -> None:
    bots = Ponder()
    async with house(url, bots) as only:
        code = await started(only, 1, ["novice"] * 2)
        live = await only.table(code)
        while to_move(live.table) is not None:
            await pass_on(only, code, f"pass{live.table.seq}")
        await bots.wait(1)
        Unsteady(only, 1, kept)
        before = live.table.seq
        bots.decide(0, "take")  # after which the same bot moves again
        await until(lambda: not live.thinking and live.stale)
        await only.sweep()
        await bots.wait(2)
        assert live.table.seq == before + kept
        assert not live.stale


@flow
async def test_a_bot_that_cannot_think_makes_the_first_legal_move(url: str) -> None:
    bots = Ponder()
    async with house(url, bots) as only:
        code = await started(only, 1, ["novice"] * 2)
        live = await only.table(code)
        while to_move(live.table) is not None:
            await pass_on(only, code, f"pass{live.table.seq}")
        await bots.wait(1)
        before = live.table.seq
        bots.fail(0)
        await until(lambda: live.table.seq == before + 1)
        assert live.table.moves[-1].text == "take"


@flow
async def test_a_command_given_up_in_the_middle_is_kept_and_told_or_neither(url: str) -> None:
    async with house(url) as only:
        code = await started(only)
        live = await only.table(code)
        socket = await socket_at(only, live, PEOPLE[0])
        before, append = live.table.seq, only.store.append
        writing = asyncio.Event()

        async def watched(write: Write) -> bool:
            writing.set()
            return await append(write)

        only.store.append = watched  # type: ignore[method-assign]
        for number in range(5):
            writing.clear()
            given_up = asyncio.create_task(pass_on(only, code, f"given-up{number}"))
            await writing.wait()
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
            await only.handle(code, PEOPLE[0], c.Say(id=f"other{number}", text="Hm"))
        table = await only.read(code)
        assert [seq for _, seq in sent(socket)] == list(range(before, table.seq + 1))
        assert table.state.view(0) == live.table.state.view(0)  # type: ignore[union-attr]
        assert {f"other{n}" for n in range(5)} <= {id for _, id in table.done}


@flow
async def test_a_table_whose_news_could_not_be_read_is_read_by_the_sweeper(urls) -> None:
    url = urls("postgres")
    async with house(url) as one, house(url) as two:
        code = await started(one)
        live, read = await two.table(code), two.store.read

        async def fail(code: str, after: int = 0) -> list[bytes]:
            two.store.read = read  # type: ignore[method-assign]
            raise StoreError("the line is cut")

        two.store.read = fail  # type: ignore[method-assign]
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

    task = asyncio.create_task(again_and_again(work, 0))
    await done.wait()
    task.cancel()


@flow
async def test_who_looks_at_the_lobby_while_it_changes_sees_it_as_it_is(url: str) -> None:
    async with house(url) as only:
        board, listed = LobbyBoard(only), only.store.listed
        read, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(limit: int):
            rows = await listed(limit)
            only.store.listed = listed  # type: ignore[method-assign]
            read.set()
            await go_on.wait()
            return rows

        first, late = new_socket(), new_socket()
        await board.join(first)
        only.store.listed = slowly  # type: ignore[method-assign]
        joining = asyncio.create_task(board.join(late))
        await read.wait()
        await only.create(PEOPLE[0], Settings("no-thanks", 3, listed=True))
        looking = asyncio.create_task(board.look())
        await asyncio.sleep(0.05)
        go_on.set()
        await asyncio.gather(joining, looking)
        assert first.outbox[-1] == late.outbox[-1]
        assert '"no-thanks"' in first.outbox[-1]


@flow
async def test_a_move_somewhere_is_no_news_for_the_lobby(urls) -> None:
    url = urls("postgres")
    async with house(url) as one, house(url) as two:
        code = await started(one)
        settings = msgspec.structs.replace((await one.table(code)).table.settings, listed=True)
        listed = await one.create(PEOPLE[0], settings, ["novice"] * 2, start=True)
        board, socket = LobbyBoard(two), new_socket()
        await board.join(socket)
        two.lobby_changed.clear()
        await one.handle(listed, PEOPLE[0], c.Say(id="say", text="Hm"))
        await board.look()
        assert len(socket.outbox) == 1
        await one.handle(listed, PEOPLE[0], c.Leave(id="leave"))
        while len(socket.outbox) == 1:
            await board.look()
        assert '"away":"left"' in socket.outbox[1]


def new_socket():
    """A socket whose messages stay in line."""
    from pioche.server.connection import Connection

    return Connection("en")


@flow
async def test_a_seat_taken_at_the_limit_of_tables_is_still_acknowledged_when_asked_again(
    tmp_path,
) -> None:
    limits = Limits(tables_per_person=1, texts_burst=1)
    parts = Parts(ServerSettings(f"sqlite://{tmp_path}/tables.db", limits=limits))
    async with parts.lifespan(None):  # type: ignore[arg-type]
        code = await parts.house.create(PEOPLE[0], Settings("no-thanks", 3))
        sit, say = c.Sit(id="sit"), c.Say(id="say", text="Hi")
        done = await parts.handle(code, PEOPLE[1], sit)
        assert await parts.handle(code, PEOPLE[1], sit) == done == Done("sit", 2)
        assert await parts.handle(code, PEOPLE[1], say) == Done("say", 3)
        assert await parts.handle(code, PEOPLE[1], say) == Done("say", 3)


@flow
async def test_a_table_that_cannot_be_started_at_once_is_not_left_behind(url: str) -> None:
    async with house(url) as only:
        with pytest.raises(Denied, match="too-few"):
            await only.create(PEOPLE[0], Settings("no-thanks", 4), ["novice"], start=True)
        assert (await only.store.size())["open"] == 0
        code = await only.create(PEOPLE[0], Settings("no-thanks", 4), ["novice"] * 2, start=True)
        assert (await only.table(code)).table.phase == "running"
