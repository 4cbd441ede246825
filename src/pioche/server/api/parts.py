"""What the handlers of requests work with."""

import msgspec
from litestar import Request

from pioche.server.house import House
from pioche.server.identity import Identity
from pioche.server.lobby import Listed, LobbyBoard
from pioche.server.settings import ServerSettings
from pioche.server.store.base import Person, Store


class Parts:
    """The parts of a worker, as requests need them."""

    store: Store
    house: House
    lobby: LobbyBoard
    identity: Identity

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    async def with_turn(self, listed: Listed, person: Person) -> Listed:
        """A table of a list that says whether it waits for somebody."""
        live = await self.house.table(listed.code)
        seat, state = live.table.seat_of(person.id), live.table.state
        waits = seat is not None and state is not None and seat in state.actors()
        return msgspec.structs.replace(listed, your_turn=waits)

    def new_person(self, request: Request) -> None:
        """Somebody new comes from an address."""
