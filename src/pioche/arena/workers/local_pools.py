"""Workers on this machine: the process itself, or several beside it."""

import signal
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from pioche.arena.match.block import play_block
from pioche.arena.match.game_result import Block
from pioche.arena.settings import MatchSettings

DEALS_AHEAD = 2  # deals that a worker has been given: the one it plays, and the next
STOP_TIMEOUT = 5.0  # seconds for a worker to leave by itself


class SerialPool:
    """Plays in this very process."""

    def __init__(self, settings: MatchSettings, logs: Path | None = None) -> None:
        self.settings = settings
        self.logs = logs

    def play_blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, one after the other."""
        for deal in deals:
            yield play_block(self.settings, deal, self.logs)

    def close(self) -> None:
        """Nothing is left behind."""


class ProcessPool:
    """Plays in several processes; they build the game and the bots anew from their names."""

    def __init__(self, settings: MatchSettings, jobs: int, logs: Path | None = None) -> None:
        context = get_context("spawn")
        self.workers: dict[Connection, BaseProcess] = {}
        with ignore_interrupts():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                worker = context.Process(
                    target=run_worker, args=(theirs, settings, logs), daemon=True
                )
                worker.start()
                theirs.close()
                self.workers[ours] = worker

    def play_blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, as they are done."""
        waiting = iter(deals)
        busy = dict.fromkeys(self.workers, 0)
        for _ in range(DEALS_AHEAD):
            for worker in busy:
                busy[worker] += send_next_deal(worker, waiting)
        while any(busy.values()):
            for ready in wait([worker for worker, n in busy.items() if n]):
                assert isinstance(ready, Connection)
                block = self.receive_block(ready)
                busy[ready] += send_next_deal(ready, waiting) - 1
                yield block

    def receive_block(self, worker: Connection) -> Block:
        """What a worker has done; its errors are raised here."""
        try:
            answer = worker.recv()
        except (EOFError, ConnectionError):
            raise OSError(
                "a worker process was stopped from outside; what was played is kept"
            ) from None
        if isinstance(answer, Block):
            return answer
        raise RuntimeError(f"a worker failed:\n{answer}")

    def close(self) -> None:
        """Stop the workers, and wait until they are gone."""
        for worker in self.workers.values():
            worker.terminate()
        for connection, worker in self.workers.items():
            worker.join(STOP_TIMEOUT)
            if worker.is_alive():
                worker.kill()
                worker.join()
            connection.close()
        self.workers = {}


def send_next_deal(worker: Connection, waiting: Iterator[int]) -> int:
    """Give a worker the next deal, if there is one; how many it was given."""
    for deal in waiting:
        with suppress(ConnectionError):  # where it is gone, reading from it will tell
            worker.send(deal)
        return 1
    return 0


def run_worker(orders: Connection, settings: MatchSettings, logs: Path | None) -> None:
    """The life of a worker: deals in, blocks out, until nobody is there any more."""
    signal.signal(signal.SIGTERM, exit_on_signal)
    while True:
        try:
            deal = orders.recv()
            orders.send(try_block(settings, deal, logs))
        except (EOFError, ConnectionError):
            return


def exit_on_signal(_signal: int, _frame: object) -> None:
    """Leave in order, so that other people's programs are stopped too."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def try_block(settings: MatchSettings, deal: int, logs: Path | None) -> Block | str:
    """A block, or what went wrong."""
    try:
        return play_block(settings, deal, logs)
    except Exception:
        return traceback.format_exc()


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Processes started meanwhile don't hear Ctrl-C: whoever started them stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
