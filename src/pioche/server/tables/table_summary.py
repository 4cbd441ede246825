"""What lists of tables show of one."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pioche.server.store.base import StoredSummary
from pioche.tables.messages import SeatInfo
from pioche.tables.settings import Settings
from pioche.tables.table import Table


class TableOverview(Struct, frozen=True, omit_defaults=True):
    """A table in the lobby and among one's own."""

    settings: Settings
    seats: tuple[SeatInfo, ...]
    outcome: Mapping[str, Any] | None = None
    abandoned: bool = False


def build_table_summary(table: Table) -> StoredSummary:
    """The card of a table."""
    state = table.state
    outcome = state.dump_outcome() if state is not None and state.is_over() else None
    seats = tuple(seat.build_info() for seat in table.seats)
    listing = TableOverview(table.settings, seats, outcome, table.abandoned)
    people = {seat.person for seat in table.seats if seat.person} | {table.host}
    body = msgspec.json.encode(listing)
    return StoredSummary(table.phase, table.settings.listed, tuple(sorted(people)), body)
