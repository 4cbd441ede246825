"""When keys were last used: to the hour, and written seldom."""

import asyncio
from pathlib import Path

import pytest
from stores import NOW, new_person, opened

from pioche.server.people.cache import PersonCache
from pioche.server.people.identity import Credential, Identity
from pioche.server.people.sightings import HOUR_MS, Sightings
from pioche.server.store.base import StoreError

HOUR = NOW // HOUR_MS * HOUR_MS


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = HOUR + 5

    def __call__(self) -> int:
        return self.at


def test_a_key_is_noted_once_an_hour_and_by_the_hour() -> None:
    clock = Clock()
    sightings = Sightings(clock)
    for _ in range(3):
        sightings.note(b"a")
    assert sightings.take() == {b"a": HOUR}
    sightings.note(b"a")
    assert sightings.take() == {}
    clock.at += HOUR_MS
    sightings.note(b"a")
    assert sightings.take() == {b"a": HOUR + HOUR_MS}


def test_what_could_not_be_saved_is_saved_the_next_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(f"sqlite://{tmp_path}/tables.db") as store:
            key = await new_person(store)
            identity = Identity(store, Clock(), PersonCache(life=0))
            save = store.note_seen

            async def fail(_: object) -> None:
                raise StoreError("the line is cut")

            store.note_seen = fail  # type: ignore[method-assign]
            await identity.find_holder(Credential("cookie", key.hash))
            with pytest.raises(StoreError):
                await identity.save_sightings()
            store.note_seen = save  # type: ignore[method-assign]
            await identity.save_sightings()
            [found] = await store.list_keys_of("ann")
            assert found.seen == HOUR

    asyncio.run(scenario())
