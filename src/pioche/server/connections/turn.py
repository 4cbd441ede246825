"""One turn of the event loop: how much of what came over sockets is parsed before others go on."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST_STEPS = 1000  # about ten milliseconds of the cheapest frames


class Turn:
    """Counts the steps of a turn. Who has more to parse than there is room waits in line."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = self.left = most
        self.waiting: deque[Callable[[], None]] = deque()

    @property
    def has_room(self) -> bool:
        return self.left > 0

    def take(self, steps: int) -> None:
        """Count steps; the first of a turn sees to it that there will be a next turn."""
        if self.left == self.most:
            asyncio.get_running_loop().call_soon(self.begin_next)
        self.left -= steps

    def wait(self, go_on: Callable[[], None]) -> None:
        """Call a function in one of the next turns, after those who wait already."""
        self.take(1)
        self.waiting.append(go_on)

    def begin_next(self) -> None:
        """Let those who wait go on, one step of each in turn, while there is room."""
        self.left = self.most
        for _ in range(len(self.waiting)):
            if not self.has_room:
                break
            self.waiting.popleft()()
