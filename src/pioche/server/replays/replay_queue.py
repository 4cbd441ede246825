"""Where replays are made: one at a time, for everybody in turn, and the last ones are kept."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from pioche.bots.fair_queue import FairQueue
from pioche.server.problem import Problem

MOST_WAITING = 4  # replays of one asker; with more it is told to come back
MOST_WAITING_IN_ALL = 64
MOST_KEPT_BYTES = 32 * 2**20
FIRST_GUESS = 0.2  # seconds that a replay takes, until one was made

T = TypeVar("T")
Waiter = asyncio.Future[None]


class ReplayQueue:
    """Makes replays in a thread, so that the tables go on, and only one: they need the processor.

    Who asks for many waits for those who ask for few: each asker has the same share.
    """

    def __init__(self) -> None:
        self.queue = FairQueue[Waiter]()
        self.busy = False
        self.seconds = FIRST_GUESS  # that a replay takes, lately
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.kept_bytes = 0

    async def get(self, key: str, asker: str, cost: float, make: Callable[[], bytes]) -> bytes:
        """The replay of a key: a kept one, or made now. Problem where too many wait."""
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        replay = await self.run(asker, cost, make)
        self.keep(key, replay)
        return replay

    async def run(self, asker: str, cost: float, work: Callable[[], T]) -> T:
        """Play a record through in a thread, when it is this asker's turn."""
        await self.take_turn(asker, cost)
        try:
            began = time.monotonic()
            found = await asyncio.to_thread(work)
            self.seconds += (time.monotonic() - began - self.seconds) / 8
            return found
        finally:
            self.end_turn()

    async def take_turn(self, asker: str, cost: float) -> None:
        """Wait until it is this asker's turn."""
        self.check_room(asker)
        if not self.busy:
            self.busy = True
            return
        turn: Waiter = asyncio.get_running_loop().create_future()
        self.queue.push(turn, asker, cost)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was just about to begin
                self.end_turn()
            raise

    def check_room(self, asker: str) -> None:
        """Problem where this asker, or everybody together, has too many waiting."""
        waiting, own = len(self.queue), self.queue.waiting[asker]
        if own >= MOST_WAITING or waiting >= MOST_WAITING_IN_ALL:
            raise Problem("busy", retry=max(1.0, (waiting + 1) * self.seconds))

    def end_turn(self) -> None:
        """Let the next one begin."""
        while self.queue:
            turn = self.queue.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self.busy = False

    def keep(self, key: str, replay: bytes) -> None:
        """Keep a replay as long as there is room."""
        if key in self.kept or len(replay) > MOST_KEPT_BYTES // 4:
            return
        self.kept[key] = replay
        self.kept_bytes += len(replay)
        while self.kept_bytes > MOST_KEPT_BYTES:
            _, oldest = self.kept.popitem(last=False)
            self.kept_bytes -= len(oldest)
