"""All live tables of a worker. A command is judged, written, and only then told.

Any worker may handle any command. Each keeps the tables that somebody looks at in memory,
as far as it knows their logs; the store decides whose entry comes next, and who was too
late reads what happened and judges again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from itertools import count
from typing import Any

from pioche.server.hourly_limits import HourlyLimits
from pioche.server.metrics import Metrics
from pioche.server.settings import Limits
from pioche.server.store.base import NewEntry, Person, Store, StoreError, TableHeader
from pioche.server.tables.bot_scheduler import BotPool, BotScheduler
from pioche.server.tables.checkpoints import Checkpoints
from pioche.server.tables.entry_budget import EntryBudget
from pioche.server.tables.live_table import LiveTable
from pioche.server.tables.log_reader import (
    SLICE,
    NoSuchTable,
    fold_again,
    fold_log,
    read_first_entry,
    read_slices,
)
from pioche.server.tables.presence import Presence
from pioche.server.tables.steady_clock import SteadyClock
from pioche.server.tables.table_summary import build_table_summary
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
TIMER_HORIZON = (
    60_000  # milliseconds: nearer deadlines have a timer, the sweeper sees to the others
)
FAILURE_SECONDS = 60.0  # seconds for which a failed write says that nothing can be saved
SWEPT_AT_ONCE = 200  # tables that are due
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
    ) -> None:
        self.metrics = metrics
        self.steady_clock = SteadyClock() if steady_clock is None else steady_clock
        self.store, self.retention = store, keep_days * clock.DAY
        self.now = self.steady_clock.now
        self.entry_budget, self.hourly_limits = EntryBudget(limits), HourlyLimits(limits, store)
        self.live_tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.bot_scheduler = BotScheduler(self, thinking, pace)
        self.tasks: set[asyncio.Task[None]] = set()
        self.lobby_changed = asyncio.Event()
        self.is_busy: Callable[[], bool] = lambda: False  # whether those who watch have to wait
        self.last_failure = -FAILURE_SECONDS  # when a write failed; long ago if none did since
        self.presence = Presence(self)
        store.on_appended = self.receive_appended
        store.on_missed = self.catch_up_all

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
            self.schedule_timer(live)
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
        """Write the first entry of the table of a code; False where there is one already."""
        secret = secrets.token_bytes(32)
        first = self.build_write(Table.from_log(code, secret, [entry]), entry)
        placed = await self.store.create_table(TableHeader(code, secret, entry.at), first)
        if placed:
            log.info("table opened", extra={"table": code, "game": entry.settings.game})
            self.lobby_changed.set()
        return placed

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
            if await self.append(live, entry):
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
            if await self.open_table_at(code, following) or await self.is_rematch_of(
                code, live.table.code
            ):
                break
        return e.RematchCreated(at=entry.at, by=entry.by, id=entry.id, table=code)

    async def is_rematch_of(self, code: str, before: str) -> bool:
        """Whether a table is the rematch of another."""
        first = await read_first_entry(self.store, code)
        return isinstance(first, e.Opened) and first.after == before

    async def append(self, live: LiveTable, entry: e.Entry) -> bool:
        """Write an entry; when it is on disk, tell everybody. False: another came first.

        It is added before it is written: while the disk works, the messages are made. They
        are not sent before it is on disk, and if it never is the log is read again.
        """
        acting, phase = live.table.bots_to_act(), live.table.phase
        kept = None
        try:
            lines = live.add(entry, spectators_wait=self.is_busy())
            write = self.build_write(live.table, entry)
            kept = await self.store.append_entry(write)
        finally:
            live.stale, live.write_unknown = not kept, kept is None
            self.last_failure = time.monotonic() if kept is None else -FAILURE_SECONDS
        if not kept:
            self.metrics.lost_races.inc()
            return False
        live.send(lines)
        self.presence.update_after(live, [entry])
        self.count_entry(live.table, entry, phase)
        self.schedule_timer(live, write.due)
        self.bot_scheduler.schedule_after(live, entry, acting)
        return True

    def count_entry(self, table: Table, entry: e.Entry, phase: str) -> None:
        """Count what has happened; beginnings and ends are in the log of the server too."""
        if type(entry) is e.Played:
            self.metrics.moves.add(table.settings.game)
        else:
            self.lobby_changed.set()
        if table.phase != phase:
            self.lobby_changed.set()
            about = {"table": table.code, "game": table.settings.game, "moves": len(table.moves)}
            log.info("table %s", table.phase, extra=about)

    def build_write(self, table: Table, entry: e.Entry) -> NewEntry:
        """What the store keeps of an entry that the table has just added."""
        card = build_table_summary(table) if table.info_changed_seq == table.seq else None
        due = clock.find_due_time(table, self.retention)
        return NewEntry(table.code, table.seq, e.encode_entry(entry), table.at, due, card)

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

    async def catch_up(self, live: LiveTable, seq: int | None) -> None:
        """Read what other workers have appended, up to this entry at least."""
        async with live.lock:
            try:
                await self.refresh(live)
                if seq is None or live.table.seq < seq:
                    await self.read_new_entries(live)
            except StoreError:
                live.stale = True  # so that the sweeper tries again
                raise

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
        self.schedule_timer(live)

    def receive_appended(self, news: Sequence[tuple[str, int]]) -> None:
        """Other workers have appended entries."""
        self.lobby_changed.set()
        for code, seq in news:
            live = self.live_tables.get(code)
            if live is not None and seq == 0:  # it was removed
                self.unload(live)
            elif live is not None and live.table.seq < seq:
                self.spawn(self.catch_up, live, seq)
            elif code in self.loading:  # perhaps too late for what is being read
                self.spawn(self.catch_up_loading, code, seq)

    def catch_up_all(self) -> None:
        """Something may have been missed."""
        for live in self.live_tables.values():
            self.spawn(self.catch_up, live, None)
        for code in self.loading:
            self.spawn(self.catch_up_loading, code, None)

    async def catch_up_loading(self, code: str, seq: int | None) -> None:
        """Read a table that is being loaded up to an entry at least."""
        await self.catch_up(await self.get_table(code), seq)

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

    def schedule_timer(self, live: LiveTable, due: int | None = None) -> None:
        """Wake up when the table's next deadline passes; `due` where it is known."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        wait = (due or clock.find_due_time(live.table, self.retention)) - self.find_time(live)
        if wait < TIMER_HORIZON:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(wait, 0) / 1000, self.fire_timer, live)

    def fire_timer(self, live: LiveTable) -> None:
        """A deadline has passed."""
        live.timer = None
        self.spawn(self.tick, live.table.code)

    async def tick(self, code: str) -> None:
        """Let happen what must happen by now."""
        live = await self.get_table(code)
        async with live.lock:
            await self.refresh(live)
            entry = self.find_tick(live)
            while entry is not None and not await self.append(live, entry):
                await self.refresh(live)
                entry = self.find_tick(live)
            if self.is_outdated(live.table):
                await self.remove_table(live)
            elif entry is None:
                self.bot_scheduler.schedule_all(live)

    def find_tick(self, live: LiveTable) -> e.Entry | None:
        """What has to happen at a table now, if anything."""
        tidy_time = self.steady_clock.find_tidy_time()
        return clock.tick(live.table, self.find_time(live), tidy_time)

    def is_outdated(self, table: Table) -> bool:
        """Whether a table has been over for so long that it is removed."""
        due = clock.find_due_time(table, self.retention)
        return table.phase == "over" and self.steady_clock.find_tidy_time() >= due

    async def remove_table(self, live: LiveTable) -> None:
        """A table that was over long ago."""
        await self.store.remove_table(live.table.code)
        self.unload(live)

    async def sweep(self) -> None:
        """Tables whose time has come and that nobody has in memory, or whose worker has died."""
        for live in [live for live in self.live_tables.values() if live.stale]:
            self.spawn(self.catch_up, live, None)
        for code in await self.list_due_tables():
            self.spawn(self.tick, code)
        for live in self.live_tables.values():
            if abs(live.shift) > SHIFT_NOTICED:  # the store knows nothing of its own time
                self.schedule_timer(live)
        self.update_spectators()
        self.presence.repeat_notices()
        quiet = time.monotonic() - IDLE_SECONDS
        for live in [
            live for live in self.live_tables.values() if live.is_idle and live.last_used < quiet
        ]:
            self.unload(live)

    async def list_due_tables(self) -> list[str]:
        """Some tables whose time has come. Where the time is in doubt, only games that run."""
        steady = self.steady_clock
        after = steady.started if steady.leap else 0  # what became due by the leap itself waits
        return await self.store.list_due_tables(
            self.now(), SWEPT_AT_ONCE, after, steady.find_tidy_time()
        )

    @property
    def saving_fails(self) -> bool:
        """Whether the last entry could not be written, a moment ago."""
        return time.monotonic() - self.last_failure < FAILURE_SECONDS

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
