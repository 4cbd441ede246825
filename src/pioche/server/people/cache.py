"""A short memory for people."""

import time
from collections.abc import Callable, Iterable

from pioche.server.store.base import Person


class PersonCache:
    """Persons whose keys were shown a moment ago, so that the store is not asked every time.

    What other workers change is heard of soon (`Store.on_keys_removed`); what is missed is seen
    when an entry's life is over.
    """

    def __init__(
        self, most: int = 10_000, life: float = 30.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.ttl = life
        self.clock = clock
        self.people: dict[bytes, tuple[float, Person]] = {}
        self.changes = 0  # a person read before a change must not be remembered after it

    def get(self, key: bytes) -> Person | None:
        """Whose key this is, if that was seen lately."""
        until, person = self.people.get(key, (0.0, None))
        return person if self.clock() < until else None

    def put(self, key: bytes, person: Person, changes: int) -> None:
        """Remember a person, unless something has changed since `changes`."""
        if changes != self.changes:
            return
        self.people.pop(key, None)
        self.people[key] = (self.clock() + self.ttl, person)
        if len(self.people) > self.most:
            del self.people[next(iter(self.people))]

    def forget(self, person: str) -> None:
        """Something about a person or their keys has changed."""
        self.changes += 1
        for key in [key for key, (_, known) in self.people.items() if known.id == person]:
            del self.people[key]

    def forget_keys(self, keys: Iterable[bytes]) -> None:
        """Keys have been taken away."""
        self.changes += 1
        for key in keys:
            self.people.pop(key, None)
