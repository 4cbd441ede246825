"""What a store does. The log is the truth: `(table, seq)` is unique, and that decides.

Times are milliseconds since 1970. What a method has returned from is on disk.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from pioche.server.store.columns import RowSource, RowStream

# Seconds from one commit to the next at least. A commit costs ten times what an entry does,
# so under load it pays to let a few entries gather; one that comes alone does not wait.
COMMIT_INTERVAL = 0.008


class StoreError(Exception):
    """The store can't answer now; whether the last write was kept is not known."""


class BadDatabase(ValueError):
    """A database that can't be used: unreachable, newer than this program, or none of ours."""


class TooManyTables(ValueError):
    """A person has as many tables as they may have."""


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
    label: str  # what a person calls a program; the browser and the system of a device
    created: int
    expires: int | None = None
    seen: int | None = None  # when it was last used, to the hour; None: not noted yet


class StoredSummary(Struct, frozen=True):
    """What lists of tables show of one, and who sits there."""

    phase: str  # "open", "running", "over"
    listed: bool
    people: tuple[str, ...]  # the persons who sit or play there, and the host
    body: bytes  # JSON for the lobby and for "my tables"


class TableHeader(Struct, frozen=True):
    """A table as it was set up: what never changes."""

    code: str
    secret: bytes  # of all its shuffles
    created: int


class TableLimit(Struct, frozen=True):
    """How many tables that are not over somebody may have."""

    person: str
    most: int


class TableRow(Struct, frozen=True):
    """A table in a list."""

    code: str
    seq: int
    touched: int  # when its last entry was written
    phase: str
    body: bytes


class NewEntry(Struct, frozen=True):
    """One entry to append: `seq` must be the one after the table's last."""

    code: str
    seq: int
    body: bytes
    at: int
    due: int | None  # when something must happen by itself, at the latest
    summary: StoredSummary | None = None  # None: as before


class Appended(NamedTuple):
    """What another worker has done to a table."""

    code: str
    seq: int  # of the entry that it has appended; 0: it has removed the table
    body: bytes | None = None  # the entry; None where it was not told


class Store(Protocol):
    """Tables and people, kept."""

    # Called with what other workers have appended; never with own entries.
    on_appended: Callable[[Sequence[Appended]], None]
    # Called after other workers could not be heard for a while: any table may have moved on.
    on_missed: Callable[[], None]
    # Called with a worker and what it whispers; never with own whispers.
    on_broadcast: Callable[[str, str], None]
    # Called with the hashes of keys that other workers have removed.
    on_keys_removed: Callable[[Sequence[bytes]], None]
    is_shared: bool  # whether there may be other workers
    # Called after each commit of entries with how many they were and the seconds it took.
    on_committed: Callable[[int, float], None]

    @property
    def pending_count(self) -> int:
        """How many entries are not on disk yet."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date; BadDatabase where that can't be."""

    async def close(self) -> None:
        """Finish what is under way, then let go."""

    # -- tables --------------------------------------------------------------------------

    async def create_table(
        self, opening: TableHeader, first: NewEntry, limit: TableLimit | None = None
    ) -> bool:
        """A new table with its first entry; False where the code is taken.

        TooManyTables where a person has enough of them, however many are made at once.
        """

    def append_entry(self, write: NewEntry) -> Awaitable[bool]:
        """Append an entry; False where it is not the table's next or the table is gone.

        The answer comes when it is on disk. Nothing fails because of somebody else's entry.
        """

    async def load_header(self, code: str) -> TableHeader | None:
        """The table of a code."""

    async def read_entries(
        self, code: str, after: int = 0, limit: int | None = None
    ) -> list[bytes]:
        """The entries after a seq, in order, without a gap; the first of them, up to a limit."""

    async def broadcast(self, text: str) -> None:
        """Tell all other workers something that need not be kept, in at most 4,000 characters."""

    async def list_due_tables(
        self, now: int, limit: int, after: int = 0, tidy_time: int | None = None
    ) -> list[str]:
        """Tables whose time has come since `after`, the longest overdue first.

        With a `tidy_time`, tables at which no game runs only if their time had come by then.
        """

    async def list_lobby_tables(self, limit: int) -> list[TableRow]:
        """Tables open to everybody and running listed ones, the newest first."""

    async def list_tables_of(self, person: str, phase: str, limit: int) -> list[TableRow]:
        """A person's tables of a phase, the last touched first."""

    async def count_tables_of(self, person: str) -> int:
        """How many of a person's tables are not over."""

    async def load_table_row(self, code: str) -> TableRow | None:
        """One table as lists show it."""

    async def remove_table(self, code: str) -> None:
        """Forget a table and its log."""

    # -- people --------------------------------------------------------------------------

    async def add_person(self, person: Person, key: Key) -> None:
        """A new person with a first key; ValueError where the id or the hash is taken."""

    async def change_person(self, person: Person) -> None:
        """Another name or avatar."""

    async def load_person(self, id: str) -> Person | None:
        """A person by the public id."""

    async def find_person_by_key(
        self, hash: bytes, kinds: Sequence[str], now: int
    ) -> Person | None:
        """Whose key this is, if it has not expired and is of one of these kinds."""

    async def add_key(self, key: Key, most: int | None = None) -> bool:
        """One more key; False where the person has so many of its kind that have not expired.

        However many are added at once, there are never more. ValueError where the hash is
        taken or there is no such person.
        """

    async def list_keys_of(self, person: str) -> list[Key]:
        """A person's keys, the oldest first."""

    async def consume_key(self, hash: bytes) -> bool:
        """Use a key up; True for the one caller who got it."""

    async def remove_other_keys(self, person: str, kept: bytes) -> list[bytes]:
        """Take away all keys of a person but one; the hashes of those."""

    async def find_known_keys(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Which of these keys there are."""

    async def note_seen(self, seen: Mapping[bytes, int]) -> None:
        """When keys were last used; an earlier time changes nothing."""

    async def remove_expired_keys(self, now: int) -> None:
        """Forget keys that have expired."""

    # -- limits --------------------------------------------------------------------------

    async def take_token(self, key: str, rate: float, burst: float) -> float:
        """Take a token from a key's bucket, which all workers share: 0, or the seconds to wait.

        Tokens flow in at a rate, so many a second, until there are as many as the burst.
        """

    async def remove_full_buckets(self) -> None:
        """Forget buckets that are as good as new."""

    async def load_last_seen(self) -> int:
        """When a server last said that it serves this, or when anything happened; 0: never.

        Negative if the clock of its machine had been set by then, and nobody has confirmed it.
        """

    async def save_last_seen(self, now: int) -> None:
        """Say that a server serves this now; negative where the clock was set."""

    async def ping(self) -> None:
        """Return if the store can be written to; StoreError otherwise."""

    async def check(self) -> None:
        """Return if what is kept is sound, as far as a quick look can tell; else StoreError."""

    async def count_totals(self) -> dict[str, int]:
        """How many tables of each phase and how many people there are."""

    # -- all of it -----------------------------------------------------------------------

    def copy(self) -> RowStream:
        """Everything as it is at one moment, table by table; others may write meanwhile."""

    async def fill(self, filling: RowSource) -> None:
        """Fill an empty database, wholly or not at all; BadDatabase where it is not empty."""
