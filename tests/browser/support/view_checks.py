"""What browsers were told, against what the log lets each of them know."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from database_reader import StoredLog
from page_monitor import Json

from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

Seat = int | None


class Sights:
    """A table's log, entry by entry, through the eyes of every seat and of a spectator."""

    def __init__(self, ledger: StoredLog) -> None:
        self.views: dict[tuple[int, Seat], Json] = {}
        self.updates: dict[tuple[int, Seat], Json] = {}
        table = Table(ledger.code, ledger.secret)
        eyes: TableViews | None = None
        for entry in ledger.entries:
            steps = table.apply_entry(entry)
            eyes = eyes or TableViews(table)
            seats: list[Seat] = [None, *range(len(table.seats))]
            for seat, update in eyes.build_updates(entry, steps, seats).items():
                self.updates[table.seq, seat] = plain(update)
                if table.state is not None:
                    self.views[table.seq, seat] = plain(table.state.view(seat))
        self.table = table

    def wrong(self, frames: list[Json]) -> list[str]:
        """Where a browser was told anything else than its seat may know."""
        return [problem for frame in seated(frames) for problem in self.problems(*frame)]

    def problems(self, frame: Json, seat: Seat) -> Iterator[str]:
        """What is wrong with one message."""
        place = (frame["seq"], seat)
        if frame.get("view") is not None and frame["view"] != self.views[place]:
            yield f"{place}: another view than the seat's"
        begun = frame.get("events") if frame["type"] == "table" else None
        if begun and begun != self.updates[place]["events"]:
            yield f"{place}: other events at the start than the seat's"
        if frame["type"] == "update":
            for part in ("events", "legal", "news"):
                if frame.get(part) != self.updates[place].get(part):
                    yield f"{place}: other {part} than the seat's"

    def hidden(self, seq: int) -> set[str]:
        """The cards that some seat knew after an entry, and a spectator could not."""
        seats = range(len(self.table.seats))
        known = set().union(*(cards(self.views[seq, seat]) for seat in seats))
        return known - self.seen(seq)

    def seen(self, seq: int) -> set[str]:
        """The cards that a spectator saw then, or saw go: taken from an open pile, it may fly."""
        before = self.views.get((seq - 1, None), {})
        return cards([before, self.views[seq, None], self.updates[seq, None]])

    def shown(self, seq: int, markup: str) -> set[str]:
        """Hidden cards that stand in what a spectator's page is made of."""
        return {card for card in self.hidden(seq) if re.search(rf"\b{re.escape(card)}\b", markup)}


def seated(frames: list[Json]) -> Iterator[tuple[Json, Seat]]:
    """Messages about the game, each with the seat that it was meant for."""
    seat: Seat = None
    for frame in frames:
        if frame["type"] == "table":
            seat = frame["seat"]
        if frame["type"] in ("table", "update"):
            yield frame, seat


def cards(value: Any) -> set[str]:
    """The cards that are named anywhere in a view: short texts with a number in them."""
    if isinstance(value, dict):
        return set().union(*(cards(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(cards(each) for each in value))
    if isinstance(value, str) and re.fullmatch(r"[A-Z]{1,2}\d+", value):
        return {value}
    return set()


def plain(value: Any) -> Json:
    """As it looks after it went over the wire."""
    found: Json = msgspec.json.decode(msgspec.json.encode(value))
    return found
