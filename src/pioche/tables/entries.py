"""What the log of a table holds: one entry for everything that happened, and nothing else.

Shuffles are not in it: they follow from the moves and the table's secret. The forms here
are those of the store; a field may be added with a default, none may be taken away.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pioche.tables.settings import Settings


class EntryBase(Struct, tag_field="type", frozen=True, kw_only=True, omit_defaults=True):
    """When it happened (milliseconds since 1970), whose command it was, and its id."""

    at: int
    by: str = ""  # a person; empty for the server: bots, clocks, tidying up
    id: str = ""


class SeatedPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody who sits at a table from the beginning: a person, or a bot of a level."""

    seat: int
    name: str
    person: str | None = None
    avatar: str | None = None
    level: str | None = None
    ready: bool = False  # a person who asked for this table


class Opened(EntryBase, frozen=True, tag="opened"):
    """The table was set up; `by` is its host."""

    settings: Settings
    seated: tuple[SeatedPlayer, ...] = ()
    after: str = ""  # the table that this one is the rematch of
    start: Mapping[str, Any] | None = None  # the position it begins from, if not with a new game


class Sat(EntryBase, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    avatar: str


class BotSat(EntryBase, frozen=True, tag="bot"):
    """A bot of a level took a seat."""

    seat: int
    level: str
    name: str


class GotReady(EntryBase, frozen=True, tag="ready"):
    """A person is ready, or not any more."""

    seat: int
    ready: bool


class Renamed(EntryBase, frozen=True, tag="renamed"):
    """A person has another name or avatar."""

    seat: int
    before: str
    name: str
    avatar: str


class SeatFreed(EntryBase, frozen=True, tag="freed"):
    """A seat became free before the start."""

    seat: int


class SettingsChanged(EntryBase, frozen=True, tag="settled"):
    """Other settings; who sat beyond the last seat got up."""

    settings: Settings


class Started(EntryBase, frozen=True, tag="started"):
    """The game began; `seats` are those who play, by their numbers until then."""

    seats: tuple[int, ...]
    rules: int = 1  # the version of the game's rules, which it keeps to the end


class Played(EntryBase, frozen=True, tag="played"):
    """A move of a seat or of the clock."""

    seat: int
    move: str


class TimeRanOut(EntryBase, frozen=True, tag="ran-out"):
    """A seat's time ran out: a bot plays on."""

    seat: int


class PlayerLeft(EntryBase, frozen=True, tag="left"):
    """A player left in the game: a bot plays on."""

    seat: int


class Covered(EntryBase, frozen=True, tag="covered"):
    """The table waited too long for a player: a bot plays on."""

    seat: int


class Returned(EntryBase, frozen=True, tag="returned"):
    """A player took the seat back from the bot."""

    seat: int


class Said(EntryBase, frozen=True, tag="said"):
    """Somebody said something; `seat` is None for a host who does not play."""

    seat: int | None
    name: str
    text: str
    role: str = "player"  # what the speaker is: `player`, `host` or `program`


class Emoted(EntryBase, frozen=True, tag="emoted"):
    """Somebody showed a sign."""

    seat: int | None
    name: str
    emote: str
    role: str = "player"  # what the speaker is: `player`, `host` or `program`


class AskedToEnd(EntryBase, frozen=True, tag="abandon"):
    """A player asks to end the game without a result."""

    seat: int
    # Whether all have agreed now; if not, the wish lapses when anything happens. None in older
    # logs, where a wish stood until its player moved, and people who were away had no say.
    ends: bool | None = None


class Closed(EntryBase, frozen=True, tag="closed"):
    """Nobody came for a long time, or the host left before the start: it is over."""


class RematchCreated(EntryBase, frozen=True, tag="followed"):
    """There is a new table with the same people."""

    table: str


Entry = (
    Opened
    | Sat
    | BotSat
    | GotReady
    | Renamed
    | SeatFreed
    | SettingsChanged
    | Started
    | Played
    | TimeRanOut
    | PlayerLeft
    | Covered
    | Returned
    | Said
    | Emoted
    | AskedToEnd
    | Closed
    | RematchCreated
)

entry_encoder = msgspec.json.Encoder()
entry_decoder = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """An entry as the store keeps it."""
    return entry_encoder.encode(entry)


def decode_entry(line: bytes) -> Entry:
    """An entry of the store."""
    entry: Entry = entry_decoder.decode(line)
    return entry
