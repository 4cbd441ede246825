"""Things by their names, as many as there is room for."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Recent(Generic[Thing]):
    """Keeps what was asked for last; what was not asked for longest is forgotten.

    >>> squares = Recent[int](most=2)
    >>> [squares.of(str(n), lambda: n * n) for n in (3, 4, 3, 5)]
    [9, 16, 9, 25]
    >>> list(squares.kept)
    ['3', '5']
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[str, Thing] = OrderedDict()

    def of(self, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of that name; made now where there is none."""
        if name not in self.kept:
            self.kept[name] = make()
        self.kept.move_to_end(name)
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return self.kept[name]

    def forget(self, name: str) -> None:
        """Let it go, where it is there."""
        self.kept.pop(name, None)
