"""When keys were last used: to the hour, and written down seldom."""

from collections.abc import Callable

HOUR_MS = 3_600_000
MOST = 20_000  # keys to remember


class Sightings:
    """Keys that were used, and which of that the store does not know yet."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.last: dict[bytes, int] = {}
        self.unsaved: dict[bytes, int] = {}

    def note(self, hash: bytes) -> None:
        """A key was used; within an hour that is said once."""
        hour = self.now() // HOUR_MS * HOUR_MS
        if self.last.get(hash) == hour:
            return
        if len(self.last) >= MOST:
            self.last.clear()
        self.last[hash] = self.unsaved[hash] = hour

    def take(self) -> dict[bytes, int]:
        """What is to be saved, once."""
        taken, self.unsaved = self.unsaved, {}
        return taken

    def give_back(self, taken: dict[bytes, int]) -> None:
        """It could not be saved."""
        self.unsaved = taken | self.unsaved
