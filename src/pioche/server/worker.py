"""What a worker is made of, put together and taken apart again."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from litestar import Litestar, Request
from litestar.di import NamedDependency

from pioche.server import problem
from pioche.server.bot_worker_pool import BotWorkerPool
from pioche.server.collector import collect_if_calm
from pioche.server.http.middleware.rate_limit import Limiter
from pioche.server.http.static_files import StaticFiles
from pioche.server.load_monitor import LoadMonitor
from pioche.server.metrics import Metrics
from pioche.server.people.identity import Identity
from pioche.server.problem import Problem
from pioche.server.replays.replay_queue import ReplayQueue
from pioche.server.settings import ServerSettings
from pioche.server.store import create_store, monitor
from pioche.server.store.base import Person, Store, StoreError
from pioche.server.tables.lobby import LOBBY_PAUSE, ListedTable, LobbyBroadcaster
from pioche.server.tables.service import TableService
from pioche.server.tables.steady_clock import SteadyClock
from pioche.server.tables.timekeeper import SWEPT_AT_ONCE

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0  # seconds between two looks for tables whose time has come
TIDY_SECONDS = 600.0
KEY_CHECK_SECONDS = 20.0  # after which a key that was taken away opens nothing, whatever is heard
SIGHTING_SECONDS = 60.0
LAST_SEEN_SECONDS = 60.0  # between two notes of what time it is

AnyRequest = Request[Any, Any, Any]


async def repeat_forever(work: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do something for ever, with a pause between; what goes wrong once must not end it."""
    while True:
        try:
            await work()
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("what runs beside has failed")
        await asyncio.sleep(pause)


class ServerWorker:
    """What one worker process of the server is made of."""

    store: Store
    bots: BotWorkerPool
    tables: TableService
    lobby: LobbyBroadcaster
    identity: Identity
    clock: SteadyClock
    store_monitor: monitor.StoreMonitor

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.limiter = Limiter(settings.limits)
        self.metrics = Metrics()
        self.replays = ReplayQueue()
        self.load = LoadMonitor(settings.limits)
        self.person_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.files = None if settings.web is None else StaticFiles.read(Path(settings.web))

    # -- opening and closing -------------------------------------------------------------

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """Open everything; at the end close it in the opposite order."""
        await self.open()
        beside = [
            (self.load.watch, 0.0),
            (self.sweep, SWEEP_SECONDS),
            (self.tidy, TIDY_SECONDS),
            (self.store_monitor.look, monitor.CHECK_SECONDS),
            (self.identity.check_open_sockets, KEY_CHECK_SECONDS),
            (self.identity.save_sightings, SIGHTING_SECONDS),
            (self.lobby.wait_and_broadcast, LOBBY_PAUSE),
        ]
        loops = [asyncio.create_task(repeat_forever(*work)) for work in beside]
        try:
            yield
        finally:
            for task in loops:
                task.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await self.tables.close()
            await self.bots.close()
            await self.store.close()

    async def open(self) -> None:
        """Put the parts together."""
        settings = self.settings
        self.store = create_store(settings.database)
        await self.store.open()
        self.store_monitor = monitor.StoreMonitor(self.store)
        self.bots = BotWorkerPool(settings.bot_processes)
        pace, days = settings.bot_pace, settings.keep_days
        self.clock = SteadyClock()
        self.last_seen = await self.store.load_last_seen()
        self.clock.compare_start(self.last_seen, settings.confirm_clock)
        if self.clock.leap:
            due = await self.store.list_due_tables(self.clock.now(), SWEPT_AT_ONCE)
            self.clock.log_leap(len(due))
        self.last_seen_saved = -LAST_SEEN_SECONDS
        self.tables = TableService(
            self.store,
            self.bots,
            self.metrics,
            pace,
            days,
            settings.limits,
            self.clock,
            settings.workers,
        )
        self.tables.is_busy = lambda: self.load.is_busy
        self.store.on_committed = self.metrics.observe_commit
        self.metrics.add_hook(self.update_gauges)
        self.lobby = LobbyBroadcaster(self.tables)
        self.identity = Identity(self.store, self.clock.now)
        self.store.on_missed = self.catch_up

    async def sweep(self) -> None:
        """Let happen what has to happen by itself."""
        self.metrics.refresh()
        self.clock.check()
        await self.tables.sweep()
        await self.save_last_seen()

    async def save_last_seen(self) -> None:
        """Let the next start know what time it was, and at once if the clock was set."""
        now, note = time.monotonic(), self.clock.note
        is_due = now >= self.last_seen_saved + LAST_SEEN_SECONDS
        if note and (is_due or (note < 0) != (self.last_seen < 0)):
            await self.store.save_last_seen(note)
            self.last_seen_saved, self.last_seen = now, note

    def catch_up(self) -> None:
        """Other workers could not be heard for a while: anything may have happened."""
        self.tables.follower.catch_up_all()
        self.tables.spawn(self.identity.check_open_sockets)

    async def tidy(self) -> None:
        """Forget what has expired."""
        await self.store.remove_expired_keys(self.clock.find_tidy_time())
        await self.store.remove_full_buckets()
        for what, count in (await self.store.count_totals()).items():
            self.metrics.stored[what].set(count)
        is_calm = not any(live.sockets for live in self.tables.live_tables.values())
        collect_if_calm(is_calm)

    def update_gauges(self) -> None:
        """How many there are of everything now, for the metrics."""
        lives, metrics = list(self.tables.live_tables.values()), self.metrics
        for phase, gauge in metrics.tables.items():
            gauge.set(sum(live.table.phase == phase for live in lives))
        metrics.sockets["table"].set(sum(len(live.sockets) for live in lives))
        metrics.sockets["lobby"].set(len(self.lobby.sockets))
        metrics.queues["store"].set(self.store.pending_count)
        metrics.queues["bots"].set(sum(self.bots.waiting.values()))
        outboxes = (len(socket.messages) for live in lives for socket in live.sockets)
        metrics.queues["outbox"].set(sum(outboxes))
        metrics.loop_delay.set(self.load.delay)
        for what, count in self.load.shed.items():
            metrics.shed.add(what, count)
        self.load.shed.clear()

    # -- what requests share -------------------------------------------------------------

    def read_language(self, request: AnyRequest) -> str:
        """The language to answer in."""
        return problem.negotiate_language(request.headers.get("accept-language", ""))

    async def add_turn(self, listed: ListedTable, person: Person) -> ListedTable:
        """A table of a list that says whether it waits for somebody."""
        live = await self.tables.get_table(listed.code)
        return msgspec.structs.replace(listed, your_turn=live.table.waits_for(person.id))

    async def check_new_table(self, person: Person, address: str) -> None:
        """Problem where a person, or an address, may not set up another table now."""
        await self.tables.hourly_limits.check_new_table(person.id, address)
        await self.check_table_limit(person)

    def get_person_lock(self, person: str) -> asyncio.Lock:
        """What somebody's commands wait for that must be counted one after the other."""
        return self.person_locks.setdefault(person, asyncio.Lock())

    async def check_table_limit(self, person: Person) -> None:
        """Problem where a person has too many tables already."""
        most = self.settings.limits.tables_per_person
        if await self.store.count_tables_of(person.id) >= most:
            raise Problem("too-many-tables", most=most)


WorkerDependency = NamedDependency[ServerWorker]  # how handlers say that they want them
