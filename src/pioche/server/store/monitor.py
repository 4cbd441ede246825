"""Looks now and then whether what is kept is still sound, and says so when it is not."""

import logging

from pioche.server.store.base import Store, StoreError

log = logging.getLogger(__name__)

CHECK_SECONDS = 10.0  # between two looks


class StoreMonitor:
    """What is wrong with a store, as of the last look."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fault: str | None = None

    async def look(self) -> None:
        """One look; the log hears of what has changed since the last."""
        before, self.fault = self.fault, await self.find_fault()
        if self.fault is not None and self.fault != before:
            log.error("the database is not sound", extra={"reason": self.fault})
        elif before is not None and self.fault is None:
            log.warning("the database is sound again")

    async def find_fault(self) -> str | None:
        """What is wrong now; None if nothing is."""
        try:
            await self.store.check()
        except StoreError as error:
            return str(error)
        return None
