"""The line to a process where bots think, over real processes that are stopped and killed."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from bot_worker_helpers import LOOPS, deadly, fits, on_loop, pid, question, until
from processes import alive

from pioche.bots import worker_client
from pioche.bots.table_bots_cache import BotQuestion, QueueShare
from pioche.bots.worker_client import HANG_TIMEOUT, MOST_FAILURES, BotWorkerClient, BotWorkerFailed

pytestmark = pytest.mark.parametrize("loop", LOOPS)


@asynccontextmanager
async def open_line(ahead: int = 1) -> AsyncIterator[BotWorkerClient]:
    """A line that is closed in the end."""
    line = BotWorkerClient(ahead)
    try:
        yield line
    finally:
        await line.close()


@asynccontextmanager
async def stopped_line(ahead: int = 1) -> AsyncIterator[tuple[BotWorkerClient, int]]:
    """A line whose process has stopped: it neither reads nor answers until it may go on."""
    async with open_line(ahead) as line:
        process = await pid(line)
        os.kill(process, signal.SIGSTOP)
        yield line, process


def test_it_answers_and_says_what_is_wrong(loop: str) -> None:
    async def scene() -> None:
        async with open_line() as line:
            asked = question()
            assert fits(asked, (await line.ask(asked)).action)
            hint = await line.ask(asked._replace(level=None))
            assert fits(asked, hint.thought.action)
            with pytest.raises(ValueError, match="seats 0 to 1") as wrong:
                await line.ask(asked._replace(seat=7))
            assert "bots think" in wrong.value.__notes__[0]
            with pytest.raises(ValueError, match="no level 'wizard'"):
                await line.ask(asked._replace(level="wizard"))
            assert line.process_failures == line.waiting == 0

    on_loop(loop, scene())


def test_everybody_gets_the_answer_to_their_own_question(loop: str) -> None:
    """Different seeds are dealt different cards, so that an answer fits few other questions."""
    many = [question(str(n), seed=n) for n in range(300)]

    async def scene() -> None:
        async with open_line(ahead=8) as line:
            choices = await asyncio.gather(*map(line.ask, many))
        assert all(fits(asked, c.action) for asked, c in zip(many, choices, strict=True))
        others = zip(many, [*choices[1:], choices[0]], strict=True)
        assert not all(fits(asked, choice.action) for asked, choice in others)

    on_loop(loop, scene())


def test_the_question_is_about_the_state_as_it_was_when_asked(loop: str) -> None:
    async def scene() -> None:
        async with stopped_line() as (line, process):
            asked = question()
            before = asked.state.legal(asked.seat)
            first = asyncio.create_task(line.ask(asked))
            await until(lambda: line.waiting == 1)
            asked.state.apply(asked.seat, before[0])
            os.kill(process, signal.SIGCONT)
            assert (await first).action in before

    on_loop(loop, scene())


def test_a_process_that_never_reads_or_answers_holds_up_nothing(loop: str) -> None:
    """Far more than a pipe has room for: a write that waits would stop this very test."""

    async def scene() -> None:
        async with stopped_line(ahead=10**6) as (line, process), open_line() as other:
            threads = threading.active_count()
            tasks = [asyncio.create_task(line.ask(question(str(n)))) for n in range(500)]
            await until(lambda: line.waiting == 500)
            assert sum(len(asked.message) for asked in line.under_way.values()) > 2**17
            assert fits(question(), (await other.ask(question())).action)
            # A process may have one thread that waits for its end, a question may not.
            assert threading.active_count() <= threads + 1
            assert not any(task.done() for task in tasks)
            os.kill(process, signal.SIGCONT)
            await asyncio.gather(*tasks)
            assert line.process_failures == 0

    on_loop(loop, scene())


def test_short_questions_overtake_long_ones_that_were_asked_before(loop: str) -> None:
    order: list[str] = []

    async def ask(line: BotWorkerClient, asked: BotQuestion) -> None:
        await line.ask(asked)
        order.append(asked.table)

    async def scene() -> None:
        async with stopped_line() as (line, process):
            levels = {"first": "expert", "long": "master", "hint": None, "short": "novice"}
            asked = [question(table, level) for table, level in levels.items()]
            tasks = []
            for n, one in enumerate(asked):
                tasks.append(asyncio.create_task(ask(line, one)))
                await until(lambda n=n: line.waiting == n + 1)
            os.kill(process, signal.SIGCONT)
            await asyncio.gather(*tasks)
        # What is under way is not taken back.
        assert order == ["first", "short", "hint", "long"]

    on_loop(loop, scene())


def test_one_table_is_not_held_up_by_an_account_with_many(loop: str) -> None:
    order: list[str] = []

    async def ask(line: BotWorkerClient, asked: BotQuestion) -> None:
        await line.ask(asked)
        order.append(asked.table)

    async def scene() -> None:
        async with stopped_line() as (line, process):
            share = QueueShare("much")
            asked = [question(f"table {n}")._replace(share=share) for n in range(20)]
            tasks = []
            for n, one in enumerate([*asked, question("honest")]):
                tasks.append(asyncio.create_task(ask(line, one)))
                await until(lambda n=n: line.waiting == n + 1)
            os.kill(process, signal.SIGCONT)
            await asyncio.gather(*tasks)
        assert order.index("honest") <= 2

    on_loop(loop, scene())


def test_who_does_not_wait_any_more_is_not_answered(loop: str) -> None:
    async def scene() -> None:
        async with stopped_line() as (line, process):
            tasks = [asyncio.create_task(line.ask(question(str(n)))) for n in range(3)]
            await until(lambda: line.waiting == 3)
            for task in tasks[:2]:  # one is under way, one is not yet
                task.cancel()
            await until(lambda: line.waiting == 1)
            os.kill(process, signal.SIGCONT)
            assert fits(question(), (await tasks[2]).action)
            assert (line.waiting, line.process_failures) == (0, 0)

    on_loop(loop, scene())


def test_the_process_holds_nothing_that_is_not_its_own(loop: str) -> None:
    """A server's sockets are handed down to its workers, and must not end up with bots."""

    async def scene() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.set_inheritable(True)
            async with open_line() as line, open_line() as other:
                await asyncio.gather(line.ask(question()), other.ask(question()))
                files = Path(f"/proc/{await pid(other)}/fd")
                held = {os.readlink(file) for file in files.iterdir() if int(file.name) != 2}
            own = os.readlink(f"/proc/self/fd/{server.fileno()}")
        assert own not in held
        # Questions, answers, and the standard error, which is the standard output too.
        assert len(held) <= 3

    on_loop(loop, scene())


# -- processes that end ------------------------------------------------------------------


def test_what_a_killed_process_was_asked_is_asked_again(loop: str) -> None:
    async def scene() -> None:
        async with stopped_line(ahead=3) as (line, process):
            tasks = [asyncio.create_task(line.ask(question(str(n)))) for n in range(5)]
            await until(lambda: line.waiting == 5)
            os.kill(process, signal.SIGKILL)
            assert all(fits(question(), choice.action) for choice in await asyncio.gather(*tasks))
            assert line.process_failures == 1
            assert await pid(line) != process

    on_loop(loop, scene())


def test_a_process_killed_while_nobody_asked_is_replaced_for_the_next_question(loop: str) -> None:
    async def scene() -> None:
        async with open_line() as line:
            await line.ask(question())
            process = await pid(line)
            os.kill(process, signal.SIGKILL)
            await until(lambda: line.process is None)
            assert fits(question(), (await line.ask(question())).action)
            assert line.process_failures == 0

    on_loop(loop, scene())


def test_a_question_over_which_processes_end_fails_alone(
    loop: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with open_line(ahead=8) as line:
            good = [question(str(n)) for n in range(6)]
            asked = [*good[:3], deadly(), *good[3:]]
            answers = await asyncio.gather(*map(line.ask, asked), return_exceptions=True)
            failed = answers.pop(3)
            assert isinstance(failed, BotWorkerFailed)
            assert "exit status 3" in str(failed)
            assert all(fits(a, c.action) for a, c in zip(good, answers, strict=True))  # type: ignore[union-attr]
            assert line.process_failures == MOST_FAILURES

    on_loop(loop, scene())
    assert sum("has ended" in message for message in caplog.messages) == MOST_FAILURES


def test_a_process_that_hangs_is_replaced(loop: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with stopped_line(ahead=2) as (line, process):
            now = asyncio.get_running_loop().time()
            tasks = [asyncio.create_task(line.ask(question(level=v))) for v in ("master", "novice")]
            await until(lambda: line.waiting == 2)
            assert line.alarm is not None
            assert line.alarm.when() >= now + 1.0 + HANG_TIMEOUT
            line.kill_hanging()  # which the alarm would call
            for choice in await asyncio.gather(*tasks):
                assert fits(question(), choice.action)
            assert line.alarm is None
            assert await pid(line) != process

    on_loop(loop, scene())
    assert any("does not answer" in message for message in caplog.messages)


def test_each_answer_gives_the_next_question_its_full_time(loop: str) -> None:
    async def scene() -> None:
        async with stopped_line(ahead=2) as (line, _):
            tasks = [asyncio.create_task(line.ask(question(level=v))) for v in ("novice", "master")]
            await until(lambda: line.waiting == 2)
            first = line.alarm
            line.handle_answer(next(iter(line.under_way)), "an answer")
            assert await tasks[0] == "an answer"
            assert first is not None and first.cancelled()
            assert line.alarm is not None
            assert line.alarm.when() >= first.when() + 1.0

    on_loop(loop, scene())


def test_an_answer_without_sense_is_asked_for_again(
    loop: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with stopped_line() as (line, process):
            task = asyncio.create_task(line.ask(question()))
            await until(lambda: line.waiting == 1)
            assert line.process is not None and line.process.stdout is not None
            line.process.stdout.feed_data(b"\0\0\0\4what")
            assert fits(question(), (await task).action)
            assert not alive(process)

    on_loop(loop, scene())
    assert any("makes no sense" in message for message in caplog.messages)


def test_where_no_process_can_be_started_that_is_said(
    loop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_client, "WORKER_COMMAND", ("/nowhere/python",))
    monkeypatch.setattr(worker_client, "RESTART_DELAY", 0.0)

    async def scene() -> None:
        async with open_line() as line:
            with pytest.raises(BotWorkerFailed, match="No such file"):
                await line.ask(question())
            monkeypatch.undo()
            assert fits(question(), (await line.ask(question())).action)

    on_loop(loop, scene())


# -- the end -----------------------------------------------------------------------------


def test_closing_leaves_no_process_and_nobody_waiting(
    loop: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        line = BotWorkerClient()
        process = await pid(line)
        os.kill(process, signal.SIGSTOP)
        tasks = [asyncio.create_task(line.ask(question(str(n)))) for n in range(3)]
        await until(lambda: line.waiting == 3)
        await line.close()
        assert not alive(process)
        assert line.waiting == 0
        for task in tasks:
            with pytest.raises(asyncio.CancelledError):
                await task
        with pytest.raises(BotWorkerFailed):
            await line.ask(question())
        line.forget_table("a")
        await line.close()

    with caplog.at_level(logging.DEBUG, "pioche"):
        on_loop(loop, scene())
    assert not caplog.messages


def test_a_line_closed_before_its_process_has_started_leaves_none(loop: str) -> None:
    async def scene() -> None:
        line = BotWorkerClient()
        line.ensure_started()
        await asyncio.sleep(0)
        await line.close()
        assert line.process is None
        await BotWorkerClient().close()

    on_loop(loop, scene())


def test_a_loop_that_ends_without_closing_leaves_no_process(loop: str) -> None:
    found: list[int] = []

    async def scene() -> None:
        line = BotWorkerClient()
        await line.ask(question())
        found.append(await pid(line))

    on_loop(loop, scene())
    assert not alive(found[0])
