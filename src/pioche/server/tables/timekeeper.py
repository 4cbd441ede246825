"""What happens at tables by itself, and when: clocks, races, bots that are late, tidying up."""

import asyncio
from typing import TYPE_CHECKING

from pioche.server.tables.live_table import LiveTable
from pioche.tables import clock
from pioche.tables import entries as e
from pioche.tables.table import Table

if TYPE_CHECKING:
    from pioche.server.tables.service import TableService

TIMER_HORIZON = 60_000  # milliseconds: nearer deadlines have a timer, others are swept
SWEPT_AT_ONCE = 200  # tables that are due


class Timekeeper:
    """Lets happen what is due."""

    def __init__(self, tables: "TableService") -> None:
        self.tables = tables

    def schedule(self, live: LiveTable, due: int | None = None) -> None:
        """Wake up when the table's next deadline passes; `due` where it is known."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = due or clock.find_due_time(live.table, self.tables.retention)
        wait = due - self.tables.find_time(live)
        if wait < TIMER_HORIZON:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(wait, 0) / 1000, self.fire_timer, live)

    def fire_timer(self, live: LiveTable) -> None:
        """A deadline has passed."""
        live.timer = None
        self.tables.spawn(self.tick, live.table.code)

    async def tick(self, code: str) -> None:
        """Let happen what must happen by now."""
        live = await self.tables.get_table(code)
        async with live.lock:
            await self.tables.refresh(live)
            entry = self.find_tick(live)
            while entry is not None and not await self.tables.entry_writer.append(live, entry):
                await self.tables.refresh(live)
                entry = self.find_tick(live)
            if self.is_outdated(live.table):
                await self.tables.remove_table(live)
            elif entry is None:
                self.tables.bot_scheduler.schedule_all(live)

    def find_tick(self, live: LiveTable) -> e.Entry | None:
        """What has to happen at a table now, if anything."""
        tidy_time = self.tables.steady_clock.find_tidy_time()
        return clock.tick(live.table, self.tables.find_time(live), tidy_time)

    def is_outdated(self, table: Table) -> bool:
        """Whether a table has been over for so long that it is removed."""
        due = clock.find_due_time(table, self.tables.retention)
        return table.phase == "over" and self.tables.steady_clock.find_tidy_time() >= due

    async def list_due_tables(self) -> list[str]:
        """Some tables whose time has come. Where the time is in doubt, only games that run."""
        steady = self.tables.steady_clock
        after = steady.started if steady.leap else 0  # what became due by the leap itself waits
        return await self.tables.store.list_due_tables(
            self.tables.now(), SWEPT_AT_ONCE, after, steady.find_tidy_time()
        )
