"""What each pair of eyes sees of a table: the only place where messages to people are made.

Everything here is made from a seat's view and events and from what is public. Nothing is
made from the whole truth and then cut down.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from pioche.core.schema import Event, View
from pioche.tables import entries as e
from pioche.tables.clock import build_times, is_timed
from pioche.tables.messages import TableInfo, TableMessage, Update
from pioche.tables.table import GameStep, Table, find_role

HIDDEN_FIELDS = (
    "after",
    "at",
    "by",
    "ends",
    "id",
    "person",
    "rules",
    "seats",
    "seated",
    "settings",
    "start",
)  # of an entry, in its news


class TableViews:
    """What those at a table have seen last, so that a view is made once for each entry."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[int | None, View] = {}
        self.table_info: TableInfo | None = None

    # -- from scratch --------------------------------------------------------------------

    def build_table_message(
        self, seat: int | None, person: str, events: Sequence[Event] = ()
    ) -> TableMessage:
        """Everything that a seat, or somebody who watches, may know.

        The events are those of the entry that has brought somebody there.
        """
        table = self.table
        return TableMessage(
            table.seq,
            seat,
            table.host == person,
            self.get_table_info(),
            build_times(table),
            tuple(table.chat),
            self.view(seat),
            self.legal_moves(seat),
            list(events),
        )

    def get_table_info(self) -> TableInfo:
        """All about the table but the game."""
        if self.table_info is None:
            self.table_info = build_table_info(self.table)
        return self.table_info

    def view(self, seat: int | None) -> View | None:
        """The game as a seat sees it."""
        if self.table.state is None:
            return None
        if seat not in self.views:
            self.views[seat] = self.table.state.view(seat)
        return self.views[seat]

    def legal_moves(self, seat: int | None) -> tuple[str, ...]:
        """The moves a seat may make now; none while a bot plays for it."""
        table = self.table
        if seat is None or table.phase != "running" or table.seats[seat].level:
            return ()
        assert table.state is not None
        texts = table.game.texts
        return tuple([texts[action] for action in table.state.legal(seat)])

    # -- entry by entry ------------------------------------------------------------------

    def build_updates(
        self, entry: e.Entry, steps: Sequence[GameStep], seats: Collection[int | None]
    ) -> dict[int | None, Update]:
        """An entry that the table has just added, as each of these seats sees it."""
        table = self.table
        # A game that goes on from a position may begin without a shuffle.
        shows_game = bool(steps) or type(entry) is e.Started
        before = self.views
        if shows_game:
            assert table.state is not None
            self.views = table.state.views(seats) if seats else {}  # bots may play alone
        news, info = build_news(entry), None
        if table.info_changed_seq == table.seq:
            info = self.table_info = build_table_info(table)
        times = build_times(table) if is_timed(table) else None
        return {
            seat: Update(
                table.seq,
                entry.at,
                news,
                self.build_events(steps, seat, before.get(seat)) if steps else [],
                info,
                times,
                self.view(seat) if shows_game else None,
                self.legal_moves(seat),
            )
            for seat in seats
        }

    def build_events(
        self, steps: Sequence[GameStep], seat: int | None, seen: View | None
    ) -> list[Event]:
        """What a seat saw happen in the game; `seen` is its view before, where it is known."""
        told: list[Event] = []
        game = self.table.game
        for before, who, action, after in steps:
            move = None if action is None else game.mask_move(who, action, seat)
            last = self.view(seat) if after is self.table.state else after.view(seat)
            assert last is not None
            told += game.build_events(seen or before.view(seat), who, move, last)
            seen = last
        return told


def build_table_info(table: Table) -> TableInfo:
    """All about a table but the game."""
    return TableInfo(
        table.code,
        table.phase,
        table.settings,
        tuple(seat.build_info() for seat in table.seats),
        table.seat_of(table.host),
        table.commitment,
        table.follows,
        table.abandoned,
    )


def build_news(entry: e.Entry) -> dict[str, Any] | None:
    """What happened at the table, as everybody may know it; None for a move of the game."""
    if type(entry) is e.Played:
        return None
    said = msgspec.structs.asdict(entry)
    if isinstance(entry, e.Said | e.Emoted):
        said["role"] = find_role(entry)
    return {"type": entry.__struct_config__.tag} | {
        name: value for name, value in said.items() if name not in HIDDEN_FIELDS
    }
