"""The line to a process where bots think. It never blocks, and it outlives its process."""

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from pioche.bots.fair_queue import FairQueue, Place
from pioche.bots.table_bots_cache import BotQuestion
from pioche.bots.worker import LENGTH_PREFIX, encode_message

WORKER_COMMAND = (sys.executable, "-P", "-m", "pioche.bots.worker")
HANG_TIMEOUT = 20.0  # seconds beyond those a bot may take, until its process counts as hanging
RESTART_DELAY = 0.5  # seconds until a process is tried again that could not even be started
EXIT_TIMEOUT = 0.8  # seconds to wait for a process that is about to end
MOST_FAILURES = 3  # processes that may end over one question
LEAST_COST = 0.01  # seconds that any question counts for

log = logging.getLogger(__name__)


class BotWorkerFailed(RuntimeError):
    """No answer can be had."""


@dataclass
class PendingQuestion:
    """A question that waits for its answer."""

    number: int
    asker: str
    seconds: float
    message: bytes
    answer: asyncio.Future[Any]
    failures: int = 0  # of processes that were to answer it
    place: Place | None = None  # in the queue


class BotWorkerClient:
    """Asks one process, which is started when it is first needed and anew when it has ended.

    Questions wait here in a fair queue: short ones overtake long ones, and no asker is held
    up by another that asks for much. No more than `ahead` are under way to the process or
    being thought about. It answers them in order, so a process that ends was
    at the first of them. That one and all others are asked again.
    """

    def __init__(self, ahead: int = 1, stderr: int | None = None) -> None:
        self.ahead, self.stderr = ahead, stderr
        self.queue = FairQueue[PendingQuestion]()
        self.under_way: dict[int, PendingQuestion] = {}
        self.numbers = count(1)
        self.process: Process | None = None
        self.keeper_task: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.process_failures = 0  # processes that ended over a question
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return sum(not asked.answer.done() for asked in self.list_unanswered())

    def list_unanswered(self) -> Iterable[PendingQuestion]:
        """Those under way first."""
        return chain(self.under_way.values(), self.queue.list_items())

    def estimate_wait(self, asker: str) -> float:
        """The seconds until a new question of an asker would be answered, at most."""
        others = {asked.asker for asked in self.queue.list_items()} - {asker}
        own = [asked.seconds for asked in self.queue.list_items() if asked.asker == asker]
        return (sum(own) + 1.0) * (len(others) + 1)

    # -- asking --------------------------------------------------------------------------

    def ensure_started(self) -> None:
        """Start the process, where it isn't running, before it is needed."""
        if self.closed:
            raise BotWorkerFailed("this line is closed")
        if self.keeper_task is None or self.keeper_task.done():
            self.keeper_task = asyncio.create_task(self.keep_running())

    async def ask(self, question: BotQuestion) -> Any:
        """The answer to a question; Gone where the process ended over it again and again."""
        self.ensure_started()
        loop, number, seconds = asyncio.get_running_loop(), next(self.numbers), question.seconds
        # The state goes on while the question waits, so it is packed at once.
        message, share = encode_message(number, question), question.share
        asker = share.asker or question.table
        asked = PendingQuestion(number, asker, seconds, message, loop.create_future())
        asked.place = self.queue.push(asked, asker, max(seconds * share.weight, LEAST_COST))
        self.send_questions()
        return await asked.answer

    def forget_table(self, table: str) -> None:
        """The game of a table is over."""
        if self.process is not None:
            self.write(self.process, encode_message(0, table))

    def send_questions(self) -> None:
        """Send what may go now."""
        while self.process and self.queue and len(self.under_way) < self.ahead:
            asked = self.queue.pop()
            if not asked.answer.done():
                self.under_way[asked.number] = asked
                self.write(self.process, asked.message)
        if self.under_way and self.alarm is None:
            first = next(iter(self.under_way.values()))
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(first.seconds + HANG_TIMEOUT, self.kill_hanging)

    def write(self, process: Process, message: bytes) -> None:
        """What the pipe has no room for is sent by the loop later."""
        assert process.stdin is not None
        process.stdin.write(message)

    # -- the process ---------------------------------------------------------------------

    async def keep_running(self) -> None:
        """Talk to a process until it ends; as long as somebody waits, to another one."""
        await self.run_process()
        while self.waiting:
            await self.run_process()

    async def run_process(self) -> None:
        """The life of one process."""
        try:
            process = await start_worker(self.stderr)
        except OSError as error:
            self.requeue(self.find_oldest(), str(error))
            await asyncio.sleep(RESTART_DELAY)
            return
        try:
            if not self.closed:
                self.process = process
                self.send_questions()
                await self.read_answers(process)
                await wait_for_exit(process)
        finally:
            self.process = None
            self.cancel_alarm()
            await stop_worker(process)
        self.requeue(next(iter(self.under_way.values()), None), f"exit status {process.returncode}")

    async def read_answers(self, process: Process) -> None:
        """Hear answers until the process has ended, or nobody could make sense of them."""
        assert process.stdout is not None
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH_PREFIX.size)
                body = await process.stdout.readexactly(*LENGTH_PREFIX.unpack(head))
                self.handle_answer(*pickle.loads(body))
        except asyncio.IncompleteReadError:
            return
        except Exception:
            # Those who wait must not wait for ever, whatever it is: another process is asked.
            log.exception("a process where bots think makes no sense")
            await stop_worker(process)

    def handle_answer(self, number: int, answer: Any) -> None:
        """An answer has come; whoever asked may have gone meanwhile."""
        asked = self.under_way.pop(number)
        self.cancel_alarm()
        self.send_questions()
        if asked.answer.done():
            return
        if isinstance(answer, Exception):
            asked.answer.set_exception(answer)
        else:
            asked.answer.set_result(answer)

    def cancel_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def kill_hanging(self) -> None:
        """The process hangs: end it, which is heard."""
        log.warning("a process where bots think does not answer")
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    def requeue(self, first: PendingQuestion | None, how: str) -> None:
        """A process has ended, at the first: all is asked again, unless that is hopeless."""
        for asked in self.under_way.values():
            assert asked.place is not None
            self.queue.put_back(asked, asked.asker, asked.place)
        self.under_way.clear()
        if first is None:
            return
        log.warning("a process where bots think has ended (%s)", how)
        self.process_failures += 1
        first.failures += 1
        if first.failures >= MOST_FAILURES and not first.answer.done():
            first.answer.set_exception(BotWorkerFailed(f"bots can't think: {how}"))

    def find_oldest(self) -> PendingQuestion | None:
        """The question that has waited longest."""
        return min(self.queue.list_items(), key=lambda asked: asked.number, default=None)

    # -- the end -------------------------------------------------------------------------

    async def close(self) -> None:
        """Leave no process behind; who still waits is cancelled."""
        self.closed = True
        for asked in self.list_unanswered():
            asked.answer.cancel()
        if self.keeper_task is not None:
            # A process that is being started is let come, and ended: not all loops clean up
            # after a start that was cancelled.
            if self.process is not None:
                self.keeper_task.cancel()
            await asyncio.wait([self.keeper_task])


async def start_worker(stderr: int | None) -> Process:
    """A fresh interpreter, out of reach of the terminal's Ctrl-C."""
    # It must find what this one finds, and nothing of the folder that it happens to run in.
    path = os.pathsep.join(folder or os.getcwd() for folder in sys.path)
    return await asyncio.create_subprocess_exec(
        *WORKER_COMMAND,
        stdin=PIPE,
        stdout=PIPE,
        stderr=stderr,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )


async def stop_worker(process: Process) -> None:
    """Kill it where it is still there, and wait until it is gone."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await wait_for_exit(process)


async def wait_for_exit(process: Process) -> None:
    """Wait for a process that is about to end."""
    # One that ends by itself must not be killed: asyncio would not learn of its exit status.
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), EXIT_TIMEOUT)
