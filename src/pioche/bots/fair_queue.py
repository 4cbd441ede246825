"""A queue in which nobody is held up by those who ask for much.

Each asker gets the same share of the work, weighed by what the questions cost: whoever asks
for little goes before the second question of whoever asks for much. It is self-clocked fair
queueing, as routers do it with packets.
"""

from collections import Counter
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Place(NamedTuple):
    """A place in the queue; the lowest is next."""

    finish: float  # when it would be done if all askers were served at the same time
    number: int  # of equal ones the first that came


class FairQueue(Generic[T]):
    """Things that wait to be done, one asker as good as another."""

    def __init__(self) -> None:
        self.heap: list[tuple[Place, str, T]] = []
        self.clock = 0.0  # advances with the work that is done
        self.finishes: dict[str, float] = {}  # of the last thing of each asker
        self.waiting: Counter[str] = Counter()
        self.numbers = count()

    def __len__(self) -> int:
        return len(self.heap)

    def list_items(self) -> list[T]:
        """All that wait, in no order."""
        return [item for _, _, item in self.heap]

    def push(self, item: T, asker: str, cost: float) -> Place:
        """Let something wait; its place."""
        start = max(self.clock, self.finishes.get(asker, 0.0))
        place = Place(start + cost, next(self.numbers))
        self.finishes[asker] = place.finish
        self.put_back(item, asker, place)
        return place

    def put_back(self, item: T, asker: str, place: Place) -> None:
        """Let something wait again in the place that it had."""
        heappush(self.heap, (place, asker, item))
        self.waiting[asker] += 1

    def pop(self) -> T:
        """What is next."""
        place, asker, item = heappop(self.heap)
        self.clock = max(self.clock, place.finish)
        self.waiting[asker] -= 1
        if not self.waiting[asker]:
            del self.waiting[asker]
        if not self.heap:  # nobody has waited for anybody, so nobody owes anything
            self.finishes.clear()
            self.clock = 0.0
        elif self.finishes.get(asker, 0.0) <= self.clock and asker not in self.waiting:
            self.finishes.pop(asker, None)
        return item
