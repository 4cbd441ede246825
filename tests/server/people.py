"""The people's part of a store, in memory: for tests of what stands on it."""

from collections.abc import Sequence

from msgspec import structs

from pioche.server.store.base import Key, Person


class People:
    """Persons and keys in dictionaries, and how often they were asked for."""

    def __init__(self) -> None:
        self.persons: dict[str, Person] = {}
        self.keys: dict[bytes, Key] = {}
        self.lookups = 0

    async def add_person(self, person: Person, key: Key) -> None:
        self.persons[person.id] = person
        await self.add_key(key)

    async def change_person(self, person: Person) -> None:
        self.persons[person.id] = person

    async def person_of(self, hash: bytes, kinds: Sequence[str], now: int) -> Person | None:
        self.lookups += 1
        key = self.keys.get(hash)
        good = key and key.kind in kinds and (key.expires is None or key.expires > now)
        return self.persons[key.person] if key and good else None

    async def add_key(self, key: Key) -> None:
        self.keys[key.hash] = structs.replace(key)

    async def keys_of(self, person: str) -> list[Key]:
        return [key for key in self.keys.values() if key.person == person]

    async def take_key(self, hash: bytes) -> bool:
        return self.keys.pop(hash, None) is not None
