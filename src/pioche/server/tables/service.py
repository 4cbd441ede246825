"""All live tables of a worker. A command is judged, written, and only then told.

Any worker may handle any command. Each keeps the tables that somebody looks at in memory,
as far as it knows their logs; the store decides whose entry comes next, and who was too
late reads what happened and judges again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from pioche.server.connections.hand_over import find_slot
from pioche.server.hourly_limits import HourlyLimits
from pioche.server.metrics import Metrics
from pioche.server.problem import Problem
from pioche.server.settings import Limits
from pioche.server.store.base import (
    Person,
    Store,
    StoreError,
    TableHeader,
    TableLimit,
    TooManyTables,
)
from pioche.server.tables.bot_scheduler import BotPool, BotScheduler
from pioche.server.tables.checkpoints import Checkpoints
from pioche.server.tables.entry_budget import EntryBudget
from pioche.server.tables.entry_writer import EntryWriter
from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.log_reader import (
    SLICE,
    LogFollower,
    NoSuchTable,
    fold_again,
    fold_log,
    read_first_entry,
    read_slices,
)
from pioche.server.tables.presence import Presence
from pioche.server.tables.steady_clock import SteadyClock
from pioche.server.tables.timekeeper import Timekeeper
from pioche.tables import clock
from pioche.tables import entries as e
from pioche.tables.codes import derive_rematch_code, make_code
from pioche.tables.commands import Command, Rematch, Start
from pioche.tables.judge import CommandRefused, judge
from pioche.tables.messages import Done
from pioche.tables.opening import open_rematch, open_table
from pioche.tables.settings import Settings
from pioche.tables.table import Table

log = logging.getLogger(__name__)

RETRY_PAUSES = (0.1, 0.4, 1.0)  # seconds before the store is asked again
RETRY_SECONDS = 2.0  # after which a command that could not be written is not tried again
SHIFT_NOTICED = 1000  # milliseconds; less is what the clocks of several machines differ by
IDLE_SECONDS = 60.0  # seconds that a table nobody looks at stays in memory
DEFAULT_LIMITS = Limits()
START_COMMAND = Start(id="start")  # of a table that is started as soon as it is set up


class StoreUnavailable(Exception):
    """The store does not answer; whether a command was kept is not known: ask again."""


class TableService:
    """Tables in memory, over a store."""

    def __init__(
        self,
        store: Store,
        thinking: BotPool,
        metrics: Metrics,
        pace: float = 0.7,
        keep_days: int = 365,
        limits: Limits = DEFAULT_LIMITS,
        steady_clock: SteadyClock | None = None,
        workers: int = 1,
    ) -> None:
        self.metrics, self.workers = metrics, workers
        self.steady_clock = SteadyClock() if steady_clock is None else steady_clock
        self.store, self.retention = store, keep_days * clock.DAY
        self.tables_per_person = limits.tables_per_person
        self.now = self.steady_clock.now
        self.entry_budget, self.hourly_limits = EntryBudget(limits), HourlyLimits(limits, store)
        self.live_tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.bot_scheduler = BotScheduler(self, thinking, pace)
        self.entry_writer, self.timekeeper = EntryWriter(self), Timekeeper(self)
        self.tasks: set[asyncio.Task[None]] = set()
        self.lobby_changed = asyncio.Event()
        self.is_busy: Callable[[], bool] = lambda: False  # whether those who watch have to wait
        self.presence = Presence(self)
        self.follower = LogFollower(self)

    # -- tables --------------------------------------------------------------------------

    async def get_table(self, code: str) -> LiveTable:
        """The table of a code, from memory or from its log."""
        live = self.live_tables.get(code)
        if live is None:
            if code not in self.loading:
                self.loading[code] = asyncio.create_task(self.load_live_table(code))
            live = await asyncio.shield(self.loading[code])
        live.last_used = time.monotonic()
        return live

    async def load_live_table(self, code: str) -> LiveTable:
        """Read a table's log."""
        try:
            checkpoints = Checkpoints()
            live = LiveTable(await fold_log(self.store, code, checkpoints), checkpoints)
            self.live_tables[code] = live
            if live.table.phase == "running" and clock.is_timed(live.table):
                live.shift = self.steady_clock.find_shift(live.table.at)
            self.timekeeper.schedule(live)
            self.bot_scheduler.schedule_all(live)
            return live
        finally:
            del self.loading[code]

    async def load_table(self, code: str) -> Table:
        """The table as its log has it."""
        return await fold_log(self.store, code, Checkpoints())

    async def create(
        self,
        host: Person,
        settings: Settings,
        bots: Sequence[str] = (),
        sits: bool = True,
        start: bool = False,
    ) -> str:
        """Set up a table, and start it where that is asked; its code."""
        entry = open_table(settings, host, self.now(), bots, sits)
        return await self.create_and_start(host, entry) if start else await self.open_table(entry)

    async def create_and_start(self, host: Person, entry: e.Opened) -> str:
        """Set up a table and start it; refused before there is one that nobody knows of."""
        judge(Table.from_log("", bytes(32), [entry]), START_COMMAND, host, entry.at)
        code = await self.open_table(entry)
        await self.handle(await self.get_table(code), host, START_COMMAND)
        return code

    async def open_table(self, entry: e.Opened) -> str:
        """Write the first entry of a new table."""
        while True:
            code = make_code(secrets.token_bytes)
            if await self.open_table_at(code, entry):
                return code

    async def open_table_at(self, code: str, entry: e.Opened) -> bool:
        """Write the first entry of the table of a code; False where there is one already.

        Problem where its host has too many tables.
        """
        secret = secrets.token_bytes(32)
        table = Table.from_log(code, secret, [entry])
        first = self.entry_writer.build_write(table, entry)
        header, most = TableHeader(code, secret, entry.at), self.tables_per_person
        try:
            placed = await self.store.create_table(header, first, TableLimit(entry.by, most))
        except TooManyTables:
            raise Problem("too-many-tables", most=most) from None
        if placed:
            log.info("table opened", extra={"table": code, "game": entry.settings.game})
            self.lobby_changed.set()
            # Whoever comes first need not read it, but they may come to another worker, and then
            # this one would follow a table that nobody looks at here.
            if not self.store.is_shared and code not in self.loading:
                self.live_tables.setdefault(code, LiveTable(table))
        return placed

    @asynccontextmanager
    async def hold_table(self, code: str) -> AsyncIterator[LiveTable]:
        """The table of a code, locked. It stays in memory meanwhile."""
        while True:
            live = await self.get_table(code)
            async with live.lock:
                await self.refresh(live)
                if not live.unloaded:  # nobody would hear anything there
                    yield live
                    return

    # -- commands ------------------------------------------------------------------------

    async def handle(
        self,
        live: LiveTable,
        person: Person,
        command: Command,
        program: bool = False,
        address: str = "",
    ) -> Done:
        """Carry out a person's command, once; CommandRefused where it does not hold.

        Problem where the person or the address has written too much.
        """
        if live.unloaded:  # nobody keeps this copy up to date any more
            live = await self.get_table(live.table.code)
        live.last_used = began = time.monotonic()
        async with live.lock:
            if live.last_failure > began and time.monotonic() - began > RETRY_SECONDS:
                raise StoreUnavailable  # so it was for those before, for all of that time
            for pause in (*RETRY_PAUSES, None):
                try:
                    return await self.carry_out(live, person, command, program, address)
                except StoreError:
                    self.metrics.store_errors.inc()
                    live.stale, live.last_failure = True, time.monotonic()
                    if pause is None or live.last_failure - began > RETRY_SECONDS:
                        raise StoreUnavailable from None
                    await asyncio.sleep(pause)
        raise AssertionError("unreachable")

    async def carry_out(
        self, live: LiveTable, person: Person, command: Command, program: bool, address: str
    ) -> Done:
        """Judge on the table as it is now, until the entry is the next."""
        is_paid = False
        while True:
            await self.refresh(live)
            seq = live.table.done_commands.get((person.id, command.id))
            if seq is not None:
                return Done(command.id, seq)
            try:
                entry = judge(live.table, command, person, self.find_time(live), program)
            except CommandRefused:
                # Another worker may know more, this very command even: it may have come there.
                if await self.read_new_entries(live):
                    continue
                raise
            if entry is None:  # all is as they want it, by what this worker knows
                if await self.read_new_entries(live):
                    continue
                return Done(command.id, live.table.seq, changed=False)
            if not is_paid:
                await self.take_tokens(live, person, entry, address)
                is_paid = True
            if isinstance(command, Rematch):
                entry = await self.create_rematch(live, person, entry)
            if await self.entry_writer.append(live, entry):
                return Done(command.id, live.table.seq)

    async def take_tokens(
        self, live: LiveTable, person: Person, entry: e.Entry, address: str
    ) -> None:
        """Count an entry that is about to be written; Problem where there were too many.

        Only what holds is counted: nobody can use up the tokens of a table from outside.
        """
        if isinstance(entry, e.RematchCreated):
            await self.hourly_limits.check_new_table(person.id, address)
        self.entry_budget.take(entry, person.id, live.table.code, address)

    async def create_rematch(self, live: LiveTable, person: Person, entry: e.Entry) -> e.Entry:
        """Set up the table of a rematch; all who do so at once set up the same."""
        following = open_rematch(live.table, person, self.now())
        for number in count():
            code = derive_rematch_code(live.table.rng.secret, number)
            if find_slot(code, self.workers) != find_slot(live.table.code, self.workers):
                continue  # sockets that follow would not be where new ones come to
            if await self.open_rematch_at(code, following):
                break
        return e.RematchCreated(at=entry.at, by=entry.by, id=entry.id, table=code)

    async def open_rematch_at(self, code: str, entry: e.Opened) -> bool:
        """Set up a rematch unless it is there; False where another table has the code."""
        try:
            if await self.open_table_at(code, entry):
                return True
        except Problem:
            if await self.is_rematch_of(code, entry.after):  # and is counted already
                return True
            raise
        return await self.is_rematch_of(code, entry.after)  # somebody was faster

    async def find_rematch(self, live: LiveTable) -> str:
        """The code of a table's rematch, CommandRefused without one. The lock is held."""
        if live.table.follows is None:  # another worker may know more
            await self.read_new_entries(live)
        if live.table.follows is None:
            raise CommandRefused("no-rematch")
        return live.table.follows

    async def is_rematch_of(self, code: str, before: str) -> bool:
        """Whether a table is the rematch of another."""
        first = await read_first_entry(self.store, code)
        return isinstance(first, e.Opened) and first.after == before

    # -- keeping up with other workers ---------------------------------------------------

    async def refresh(self, live: LiveTable) -> None:
        """Read the log again if a write failed or came too late."""
        if live.stale:
            await self.rebuild(live)

    async def rebuild(self, live: LiveTable) -> None:
        """Fold the end of the log again, and tell what those connected have not heard."""
        try:
            table, missed = await fold_again(self.store, live)
        except NoSuchTable:
            self.unload(live)
            raise
        live.replace(table)
        await self.send_missed(live, missed)
        live.stale = False
        if live.write_unknown:  # our own entry may have been kept, and nobody else looks after it
            live.write_unknown = False
            self.bot_scheduler.schedule_all(live)

    async def read_new_entries(self, live: LiveTable) -> bool:
        """Read what other workers have appended. The lock is held. False: nothing."""
        if not self.store.is_shared:
            return False
        before = live.table.seq
        async for entries in read_slices(self.store, live.table.code, before):
            await self.send_missed(live, entries)
        return live.table.seq > before

    async def send_missed(self, live: LiveTable, entries: Sequence[e.Entry]) -> None:
        """Entries that somebody else has written."""
        for number, entry in enumerate(entries, 1):
            live.send(live.add(entry))
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self.presence.update_after(live, entries)
        self.timekeeper.schedule(live)

    def spawn(self, work: Callable[..., Coroutine[Any, Any, None]], *given: object) -> None:
        """Do something beside; what the store could not answer is tried again by the sweeper."""
        task = asyncio.create_task(self.run_logged(work, given))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run_logged(
        self, work: Callable[..., Coroutine[Any, Any, None]], given: Sequence[object]
    ) -> None:
        """Nobody waits for this: what goes wrong is logged."""
        try:
            await work(*given)
        except (StoreError, StoreUnavailable):
            log.warning("the store does not answer")
        except NoSuchTable:
            pass
        except Exception:
            log.exception("a task beside failed")

    # -- what happens by itself ----------------------------------------------------------

    def find_time(self, live: LiveTable) -> int:
        """The time at a table: that of the server, unless its log has seen another."""
        return live.read_time(self.now())

    async def remove_table(self, live: LiveTable) -> None:
        """A table that was over long ago."""
        await self.store.remove_table(live.table.code)
        self.unload(live)

    async def sweep(self) -> None:
        """Tables whose time has come and that nobody has in memory, or whose worker has died."""
        for live in [live for live in self.live_tables.values() if live.stale]:
            self.spawn(self.follower.catch_up, live, None)
        for code in await self.timekeeper.list_due_tables():
            self.spawn(self.timekeeper.tick, code)
        for live in self.live_tables.values():
            if abs(live.shift) > SHIFT_NOTICED:  # the store knows nothing of its own time
                self.timekeeper.schedule(live)
        self.update_spectators()
        self.presence.repeat_notices()
        quiet = time.monotonic() - IDLE_SECONDS
        for live in [
            live for live in self.live_tables.values() if live.is_idle and live.last_used < quiet
        ]:
            self.unload(live)

    def update_spectators(self) -> None:
        """Show those who only watch what they have missed while players came first."""
        for live in self.live_tables.values():
            if live.waiting_spectators and not (live.stale or live.lock.locked()):
                self.metrics.coalesced.inc(live.update_spectators())

    def unload(self, live: LiveTable) -> None:
        """Out of memory; the log has it all."""
        if live.timer is not None:
            live.timer.cancel()
        for task in live.bot_tasks.values():
            task.cancel()
        live.bot_tasks.clear()  # who had not begun to think would stay, and the table with it
        self.bot_scheduler.forget(live.table.code)
        self.live_tables.pop(live.table.code, None)
        live.unloaded = True

    async def close(self) -> None:
        """Let nothing run on."""
        self.bot_scheduler.is_closed = True
        self.presence.close()
        for live in list(self.live_tables.values()):
            self.unload(live)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
