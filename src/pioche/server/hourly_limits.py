"""Limits by the hour: they hold for the whole house, however many workers serve it."""

import hashlib

from pioche.server.settings import Limits
from pioche.server.store.base import Store
from pioche.server.token_bucket import HOUR, raise_if_limited


class HourlyLimits:
    """New people, tables and links. The store counts, for it is what all workers share."""

    def __init__(self, limits: Limits, store: Store) -> None:
        self.limits, self.store = limits, store

    async def check_new_person(self, address: str) -> None:
        """Somebody new, from an address; Problem where there were too many."""
        most = self.limits.people_per_hour
        await self.take(f"people {hash_address(address)}", most, "too-many-people")

    async def check_new_table(self, person: str, address: str = "") -> None:
        """A new table of a person's; Problem where there were too many.

        The person's own limit comes first: who is beyond it costs the others at the same
        address nothing.
        """
        await self.take(f"tables {person}", self.limits.tables_per_hour)
        if address:
            most = self.limits.tables_per_hour_per_address
            await self.take(f"tables {hash_address(address)}", most)

    async def check_new_link(self, person: str) -> None:
        """A link to another device of a person's: each that is used makes a key for good."""
        await self.take(f"links {person}", self.limits.links_per_hour)

    async def take(self, key: str, per_hour: int, code: str = "too-fast") -> None:
        """Take one of so many an hour; as many may come at once."""
        raise_if_limited(await self.store.take_token(key, per_hour / HOUR, per_hour), code)


def hash_address(address: str) -> str:
    """An address as a store may keep it for a while."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
