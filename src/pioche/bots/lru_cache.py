"""Things by their names, as many as there is room for."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class LruCache(Generic[Thing]):
    """Keeps what was asked for last; what was not asked for longest is forgotten.

    >>> squares = LruCache[int](most=2)
    >>> [squares.get_or_make(str(n), lambda: n * n) for n in (3, 4, 3, 5)]
    [9, 16, 9, 25]
    >>> list(squares.items)
    ['3', '5']
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.items: OrderedDict[str, Thing] = OrderedDict()

    def get_or_make(self, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of that name; made now where there is none."""
        if name not in self.items:
            self.items[name] = make()
        self.items.move_to_end(name)
        if len(self.items) > self.most:
            self.items.popitem(last=False)
        return self.items[name]

    def forget(self, name: str) -> None:
        """Let it go, where it is there."""
        self.items.pop(name, None)
