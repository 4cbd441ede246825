"""What a store does. The log is the truth: `(table, seq)` is unique, and that decides.

Times are milliseconds since 1970. What a method has returned from is on disk.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from pioche.server.store.columns import Copied, Filling

# Seconds from one commit to the next at least. A commit costs ten times what an entry does,
# so under load it pays to let a few entries gather; one that comes alone does not wait.
GATHERING = 0.008


class StoreError(Exception):
    """The store can't answer now; whether the last write was kept is not known."""


class BadDatabase(ValueError):
    """A database that can't be used: unreachable, newer than this program, or none of ours."""


class Person(Struct, frozen=True):
    """Somebody who plays. The id is public; what proves who one is are keys."""

    id: str
    name: str
    avatar: str
    created: int


class Key(Struct, frozen=True):
    """What opens a person's door: the hash of a secret, never the secret."""

    hash: bytes  # SHA-256 of a 256-bit random secret
    person: str
    kind: str  # "cookie": a device; "token": a program; "link": another device, once
    label: str
    created: int
    expires: int | None = None


class Card(Struct, frozen=True):
    """What lists of tables show of one, and who sits there."""

    phase: str  # "open", "running", "over"
    listed: bool
    people: tuple[str, ...]  # the persons who sit or play there, and the host
    body: bytes  # JSON for the lobby and for "my tables"


class Opening(Struct, frozen=True):
    """A table as it was set up: what never changes."""

    code: str
    secret: bytes  # of all its shuffles
    created: int


class Shown(Struct, frozen=True):
    """A table in a list."""

    code: str
    seq: int
    touched: int  # when its last entry was written
    phase: str
    body: bytes


class Write(Struct, frozen=True):
    """One entry to append: `seq` must be the one after the table's last."""

    code: str
    seq: int
    body: bytes
    at: int
    due: int | None  # when something must happen by itself, at the latest
    card: Card | None = None  # None: as before


class Store(Protocol):
    """Tables and people, kept."""

    # Called with (code, seq) pairs that other workers have appended, seq 0 for a table they
    # have removed; never with own ones.
    heard: Callable[[Sequence[tuple[str, int]]], None]
    # Called after other workers could not be heard for a while: any table may have moved on.
    missed: Callable[[], None]
    # Called with a worker and what it whispers; never with own whispers.
    overheard: Callable[[str, str], None]
    shared: bool  # whether there may be other workers
    # Called after each commit of entries with how many they were and the seconds it took.
    committed: Callable[[int, float], None]

    @property
    def waiting(self) -> int:
        """How many entries are not on disk yet."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date; BadDatabase where that can't be."""

    async def close(self) -> None:
        """Finish what is under way, then let go."""

    # -- tables --------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Write) -> bool:
        """A new table with its first entry; False where the code is taken."""

    async def append(self, write: Write) -> bool:
        """Append an entry; False where it is not the table's next or the table is gone.

        Returns when it is on disk, and never fails because of somebody else's entry.
        """

    async def opening(self, code: str) -> Opening | None:
        """The table of a code."""

    async def read(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after a seq, in order, without a gap."""

    async def whisper(self, text: str) -> None:
        """Tell all other workers something that need not be kept, in at most 4,000 characters."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose time has come, the longest overdue first."""

    async def listed(self, limit: int) -> list[Shown]:
        """Tables open to everybody and running listed ones, the newest first."""

    async def tables_of(self, person: str, phase: str, limit: int) -> list[Shown]:
        """A person's tables of a phase, the last touched first."""

    async def count_of(self, person: str) -> int:
        """How many of a person's tables are not over."""

    async def show(self, code: str) -> Shown | None:
        """One table as lists show it."""

    async def remove(self, code: str) -> None:
        """Forget a table and its log."""

    # -- people --------------------------------------------------------------------------

    async def add_person(self, person: Person, key: Key) -> None:
        """A new person with a first key; ValueError where the id or the hash is taken."""

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""

    async def person(self, id: str) -> Person | None:
        """A person by the public id."""

    async def person_of(self, hash: bytes, kinds: Sequence[str], now: int) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""

    async def add_key(self, key: Key) -> None:
        """One more key; ValueError where the hash is taken or there is no such person."""

    async def keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""

    async def take_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""

    async def tidy(self, now: int) -> None:
        """Forget keys that have expired."""

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""

    async def size(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""

    # -- all of it -----------------------------------------------------------------------

    def copy(self) -> Copied:
        """Everything as it is at one moment, table by table; others may write meanwhile."""

    async def fill(self, filling: Filling) -> None:
        """Fill an empty database, wholly or not at all; BadDatabase where it is not empty."""
