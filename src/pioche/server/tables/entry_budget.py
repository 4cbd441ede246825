"""How much may be written into logs beside moves: otherwise one person could fill the disk."""

import time

from pioche.server.settings import Limits
from pioche.server.token_bucket import MINUTE, Clock, KeyedBuckets, raise_if_limited
from pioche.tables import entries as e
from pioche.tables.judge import FITS_FULL_LOG


class EntryBudget:
    """Tokens for entries that are no moves: of a person, of an address, of a table.

    Moves are never limited, nor is leaving: there are no more of these than the game has
    turns and people sit down. Every worker counts for itself.
    """

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.people = KeyedBuckets(limits.entries_per_minute / MINUTE, limits.entries_burst, clock)
        self.tables = KeyedBuckets(
            limits.table_entries_per_minute / MINUTE, limits.table_entries_burst, clock
        )
        self.addresses = KeyedBuckets(
            limits.address_entries_per_minute / MINUTE, limits.address_entries_burst, clock
        )

    def take(self, entry: e.Entry, person: str, code: str, address: str) -> None:
        """Take a token of each for an entry, or of none; Problem where there is none."""
        if isinstance(entry, FITS_FULL_LOG):
            return
        needed = [(self.people, person), (self.tables, code)]
        if address:
            needed.append((self.addresses, address))
        raise_if_limited(max(buckets.find_wait(key) for buckets, key in needed))
        for buckets, key in needed:
            buckets.take(key)
