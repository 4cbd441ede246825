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

from pioche.arena.block import play_block
from pioche.arena.played import Block
from pioche.arena.settings import Settings

AHEAD = 2  # deals that a worker has been given: the one it plays, and the next
GRACE = 5.0  # seconds for a worker to leave by itself


class Here:
    """Plays in this very process."""

    def __init__(self, settings: Settings, logs: Path | None = None) -> None:
        self.settings = settings
        self.logs = logs

    def blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, one after the other."""
        for deal in deals:
            yield play_block(self.settings, deal, self.logs)

    def close(self) -> None:
        """Nothing is left behind."""


class Processes:
    """Plays in several processes; they build the game and the bots anew from their names."""

    def __init__(self, settings: Settings, jobs: int, logs: Path | None = None) -> None:
        context = get_context("spawn")
        self.workers: dict[Connection, BaseProcess] = {}
        with deaf_to_interrupts():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                worker = context.Process(target=serve, args=(theirs, settings, logs), daemon=True)
                worker.start()
                theirs.close()
                self.workers[ours] = worker

    def blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, as they are done."""
        waiting = iter(deals)
        busy = dict.fromkeys(self.workers, 0)
        for _ in range(AHEAD):
            for worker in busy:
                busy[worker] += give(worker, waiting)
        while any(busy.values()):
            for ready in wait([worker for worker, n in busy.items() if n]):
                assert isinstance(ready, Connection)
                block = self.receive(ready)
                busy[ready] += give(ready, waiting) - 1
                yield block

    def receive(self, worker: Connection) -> Block:
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
            worker.join(GRACE)
            if worker.is_alive():
                worker.kill()
                worker.join()
            connection.close()
        self.workers = {}


def give(worker: Connection, waiting: Iterator[int]) -> int:
    """Give a worker the next deal, if there is one; how many it was given."""
    for deal in waiting:
        with suppress(ConnectionError):  # where it is gone, reading from it will tell
            worker.send(deal)
        return 1
    return 0


def serve(orders: Connection, settings: Settings, logs: Path | None) -> None:
    """The life of a worker: deals in, blocks out, until nobody is there any more."""
    signal.signal(signal.SIGTERM, leave)
    while True:
        try:
            deal = orders.recv()
            orders.send(attempt(settings, deal, logs))
        except (EOFError, ConnectionError):
            return


def leave(_signal: int, _frame: object) -> None:
    """Leave in order, so that other people's programs are stopped too."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def attempt(settings: Settings, deal: int, logs: Path | None) -> Block | str:
    """A block, or what went wrong."""
    try:
        return play_block(settings, deal, logs)
    except Exception:
        return traceback.format_exc()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile don't hear Ctrl-C: whoever started them stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
