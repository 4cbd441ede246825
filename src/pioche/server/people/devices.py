"""A person's devices and programs: what has one of their keys, and how to take it away again."""

from typing import Annotated

from msgspec import Meta, Struct

from pioche.server.people.identity import Credential, Identity, key_id
from pioche.server.people.user_agents import name_device
from pioche.server.problem import Problem
from pioche.server.store.base import Key, Person

KINDS = {"cookie": "device", "token": "program"}  # of keys; links are no devices yet

DeviceKind = Annotated[str, Meta(pattern=f"^({'|'.join(KINDS.values())})$")]


class Device(Struct, frozen=True):
    """A browser or a program that acts as you."""

    id: str
    kind: DeviceKind
    name: str  # such as “Firefox on Linux”; of a program, what you called it
    created: int
    seen: int | None  # when it was last used, to the hour; null: not noted yet
    current: bool  # whether it is the one that asks


class Devices:
    """The devices of people."""

    def __init__(self, identity: Identity) -> None:
        self.identity, self.store = identity, identity.store

    async def list_devices(self, person: Person, current: Credential, lang: str) -> list[Device]:
        """What has a key of a person: this device first, then the last used."""
        await self.identity.save_sightings()
        keys = await self.list_device_keys(person)
        keys.sort(key=lambda key: (key.hash != current.hash, -(key.seen or key.created)))
        return [describe_device(key, current, lang) for key in keys]

    async def list_device_keys(self, person: Person) -> list[Key]:
        """The keys that are devices or programs."""
        return [key for kind in KINDS for key in await self.identity.list_keys(person, kind)]

    async def log_out(self, person: Person, id: str) -> bytes:
        """Take away the key of a device; its hash. Problem where there is no such device."""
        keys = await self.list_device_keys(person)
        hash = next((key.hash for key in keys if key_id(key.hash) == id), b"")
        if not await self.identity.remove_keys([hash] if hash else []):
            raise Problem("no-device", field="id")
        return hash

    async def log_out_others(self, person: Person, current: Credential) -> None:
        """Take away all keys but this one, links that nobody has used yet among them."""
        removed = await self.store.remove_other_keys(person.id, current.hash)
        self.identity.forget_keys(removed)


def describe_device(key: Key, current: Credential, lang: str) -> Device:
    """A key as its owner sees it."""
    kind = KINDS[key.kind]
    name = key.label if kind == "program" else name_device(key.label, lang)
    return Device(
        key_id(key.hash), kind, name, key.created, key.seen, current=key.hash == current.hash
    )
