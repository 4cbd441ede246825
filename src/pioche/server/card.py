"""What lists of tables show of one."""

from typing import Any

import msgspec
from msgspec import Struct

from pioche.core.record import outcome_json
from pioche.server.store.base import Card
from pioche.tables.messages import SeatShown
from pioche.tables.settings import Settings
from pioche.tables.table import Table


class Listing(Struct, frozen=True, omit_defaults=True):
    """A table in the lobby and among one's own."""

    settings: Settings
    seats: tuple[SeatShown, ...]
    outcome: dict[str, Any] | None = None
    abandoned: bool = False


def card_of(table: Table) -> Card:
    """The card of a table."""
    state = table.state
    outcome = outcome_json(state) if state is not None and state.is_over() else None
    seats = tuple(seat.shown() for seat in table.seats)
    listing = Listing(table.settings, seats, outcome, table.abandoned)
    people = {seat.person for seat in table.seats if seat.person} | {table.host}
    body = msgspec.json.encode(listing)
    return Card(table.phase, table.settings.listed, tuple(sorted(people)), body)
