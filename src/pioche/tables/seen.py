"""What each pair of eyes sees of a table: the only place where messages to people are made.

Everything here is made from a seat's view and events and from what is public. Nothing is
made from the whole truth and then cut down.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pioche.core.game import Event, Json
from pioche.tables import entries as e
from pioche.tables.clock import is_timed, times
from pioche.tables.messages import About, Update
from pioche.tables.messages import Table as Whole
from pioche.tables.table import Step, Table

HIDDEN = (
    "after",
    "at",
    "by",
    "id",
    "person",
    "rules",
    "seats",
    "seated",
    "settings",
    "start",
)  # of an entry, in its news


class Eyes:
    """What those at a table have seen last, so that a view is made once for each entry."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[int | None, Json] = {}
        self.about: About | None = None

    # -- from scratch --------------------------------------------------------------------

    def whole(self, seat: int | None, person: str, events: Sequence[Event] = ()) -> Whole:
        """Everything that a seat, or somebody who watches, may know.

        The events are those of the entry that has brought somebody there.
        """
        table = self.table
        return Whole(
            table.seq,
            seat,
            table.host == person,
            self.all_about(),
            times(table),
            tuple(table.chat),
            self.view(seat),
            self.legal(seat),
            list(events),
        )

    def all_about(self) -> About:
        """All about the table but the game."""
        if self.about is None:
            self.about = about(self.table)
        return self.about

    def view(self, seat: int | None) -> Json | None:
        """The game as a seat sees it."""
        if self.table.state is None:
            return None
        if seat not in self.views:
            self.views[seat] = self.table.state.view(seat)
        return self.views[seat]

    def legal(self, seat: int | None) -> tuple[str, ...]:
        """The moves a seat may make now; none while a bot plays for it."""
        table = self.table
        if seat is None or table.phase != "running" or table.seats[seat].level:
            return ()
        assert table.state is not None
        texts = table.game.texts
        return tuple([texts[action] for action in table.state.legal(seat)])

    # -- entry by entry ------------------------------------------------------------------

    def happened(
        self, entry: e.Logged, steps: Sequence[Step], seats: Sequence[int | None]
    ) -> dict[int | None, Update]:
        """An entry that the table has just added, as each of these seats sees it."""
        before, self.views = self.views, {} if steps else self.views
        if self.table.changed == self.table.seq:
            self.about = None
        return {seat: self.update(entry, steps, seat, before) for seat in seats}

    def update(
        self,
        entry: e.Logged,
        steps: Sequence[Step],
        seat: int | None,
        before: Mapping[int | None, Json],
    ) -> Update:
        """The entry as one seat sees it."""
        table = self.table
        return Update(
            table.seq,
            entry.at,
            news(entry),
            self.events(steps, seat, before.get(seat)),
            self.all_about() if table.changed == table.seq else None,
            times(table) if is_timed(table) else None,
            # A game that goes on from a position may begin without a shuffle.
            self.view(seat) if steps or type(entry) is e.Started else None,
            self.legal(seat),
        )

    def events(self, steps: Sequence[Step], seat: int | None, seen: Json | None) -> list[Event]:
        """What a seat saw happen in the game; `seen` is its view before, where it is known."""
        told: list[Event] = []
        game = self.table.game
        for before, who, action, after in steps:
            move = None if action is None else game.seen_move(who, action, seat)
            last = self.view(seat) if after is self.table.state else after.view(seat)
            assert last is not None
            told += game.tell(seen or before.view(seat), who, move, last)
            seen = last
        return told


def about(table: Table) -> About:
    """All about a table but the game."""
    return About(
        table.code,
        table.phase,
        table.settings,
        tuple(seat.shown() for seat in table.seats),
        table.seat_of(table.host),
        table.commitment,
        table.follows,
        table.abandoned,
    )


def news(entry: e.Logged) -> dict[str, Any] | None:
    """What happened at the table, as everybody may know it; None for a move of the game."""
    if type(entry) is e.Played:
        return None
    said = msgspec.structs.asdict(entry)
    return {"type": entry.__struct_config__.tag} | {
        name: value for name, value in said.items() if name not in HIDDEN
    }
