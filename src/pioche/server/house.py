"""The house: all its tables. A command is judged, written, and only then told.

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

from pioche.server.card import card_of
from pioche.server.live import Live
from pioche.server.metrics import Metrics
from pioche.server.minds import Drivers, Thinking
from pioche.server.presence import Presence
from pioche.server.store.base import Opening, Person, Store, StoreError, Write
from pioche.tables import clock
from pioche.tables import entries as e
from pioche.tables.codes import following_code, new_code
from pioche.tables.commands import Asked, Rematch, Start
from pioche.tables.judge import Denied, judge
from pioche.tables.messages import Done
from pioche.tables.opening import opened, rematch
from pioche.tables.settings import Settings
from pioche.tables.table import Table

log = logging.getLogger(__name__)

PAUSES = (0.1, 0.4, 1.0)  # seconds before the store is asked again
SOON = 60_000  # milliseconds: nearer deadlines have a timer, the sweeper sees to the others
IDLE = 60.0  # seconds that a table nobody looks at stays in memory
START = Start(id="start")  # of a table that is started as soon as it is set up


class NoSuchTable(LookupError):
    """There is no table of that code, or no longer."""


class Unavailable(Exception):
    """The store does not answer; whether a command was kept is not known: ask again."""


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """Tables in memory, over a store."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        metrics: Metrics,
        pace: float = 0.7,
        keep_days: int = 365,
    ) -> None:
        self.metrics = metrics
        self.store, self.keep = store, keep_days * clock.DAY
        self.now = now_ms
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.drivers = Drivers(self, thinking, pace)
        self.tasks: set[asyncio.Task[None]] = set()
        self.lobby_changed = asyncio.Event()
        self.presence = Presence(self)
        store.heard = self.hear
        store.missed = self.hear_all

    # -- tables --------------------------------------------------------------------------

    async def table(self, code: str) -> Live:
        """The table of a code, from memory or from its log."""
        live = self.tables.get(code)
        if live is None:
            if code not in self.loading:
                self.loading[code] = asyncio.create_task(self.load(code))
            live = await asyncio.shield(self.loading[code])
        live.used = time.monotonic()
        return live

    async def load(self, code: str) -> Live:
        """Read a table's log."""
        try:
            live = Live(await self.read(code))
            self.tables[code] = live
            self.schedule(live)
            self.drivers.drive(live)
            return live
        finally:
            del self.loading[code]

    async def read(self, code: str) -> Table:
        """The table as its log has it."""
        table, entries = await self.read_log(code)
        for entry in entries:
            table.add(entry)
        return table

    async def read_log(self, code: str) -> tuple[Table, list[e.Logged]]:
        """A table before its first entry, and the entries."""
        opening = await self.store.opening(code)
        if opening is None:
            raise NoSuchTable(code)
        lines = await self.store.read(code)
        return Table(code, opening.secret), [e.from_bytes(line) for line in lines]

    async def create(
        self,
        host: Person,
        settings: Settings,
        bots: Sequence[str] = (),
        sits: bool = True,
        start: bool = False,
    ) -> str:
        """Set up a table, and start it where that is asked; its code."""
        entry = opened(settings, host, self.now(), bots, sits)
        return await self.begin(host, entry) if start else await self.open(entry)

    async def begin(self, host: Person, entry: e.Opened) -> str:
        """Set up a table and start it; refused before there is one that nobody knows of."""
        judge(Table.of("", bytes(32), [entry]), START, host, entry.at)
        code = await self.open(entry)
        await self.handle(code, host, START)
        return code

    async def open(self, entry: e.Opened) -> str:
        """Write the first entry of a new table."""
        while True:
            code = new_code(secrets.token_bytes)
            if await self.place(code, entry):
                return code

    async def place(self, code: str, entry: e.Opened) -> bool:
        """Write the first entry of the table of a code; False where there is one already."""
        secret = secrets.token_bytes(32)
        first = self.write_of(Table.of(code, secret, [entry]), entry)
        placed = await self.store.create(Opening(code, secret, entry.at), first)
        if placed:
            log.info("table opened", extra={"table": code, "game": entry.settings.game})
            self.lobby_changed.set()
        return placed

    # -- commands ------------------------------------------------------------------------

    async def handle(self, code: str, person: Person, command: Asked) -> Done:
        """Carry out a person's command, once; Denied where it does not hold."""
        live = await self.table(code)
        async with live.lock:
            for pause in (*PAUSES, None):
                try:
                    return await self.carry_out(live, person, command)
                except StoreError:
                    self.metrics.store_errors.inc()
                    live.stale = True
                    if pause is None:
                        raise Unavailable from None
                    await asyncio.sleep(pause)
        raise AssertionError("unreachable")

    async def knows(self, code: str, person: Person, command: Asked) -> bool:
        """Whether a command was carried out before."""
        return (person.id, command.id) in (await self.table(code)).table.done

    async def carry_out(self, live: Live, person: Person, command: Asked) -> Done:
        """Judge on the table as it is now, until the entry is the next."""
        while True:
            await self.refresh(live)
            seq = live.table.done.get((person.id, command.id))
            if seq is not None:
                return Done(command.id, seq)
            try:
                entry = judge(live.table, command, person, self.now())
            except Denied:
                # Another worker may know more, this very command even: it may have come there.
                if await self.read_on(live):
                    continue
                raise
            if isinstance(command, Rematch):
                entry = await self.follow(live, person, entry)
            if await self.append(live, entry):
                return Done(command.id, live.table.seq)

    async def follow(self, live: Live, person: Person, entry: e.Logged) -> e.Logged:
        """Set up the table of a rematch; all who do so at once set up the same."""
        following = rematch(live.table, person, entry.at)
        for number in count():
            code = following_code(live.table.source.secret, number)
            if await self.place(code, following) or await self.is_after(code, live.table.code):
                break
        return e.Followed(at=entry.at, by=entry.by, id=entry.id, table=code)

    async def is_after(self, code: str, before: str) -> bool:
        """Whether a table is the rematch of another."""
        _, entries = await self.read_log(code)
        return isinstance(entries[0], e.Opened) and entries[0].after == before

    async def append(self, live: Live, entry: e.Logged) -> bool:
        """Write an entry; when it is on disk, tell everybody. False: another came first.

        It is added before it is written: while the disk works, the messages are made. They
        are not sent before it is on disk, and if it never is the log is read again.
        """
        acting, phase = live.table.bots_to_act(), live.table.phase
        kept = None
        try:
            lines = live.add(entry)
            write = self.write_of(live.table, entry)
            kept = await self.store.append(write)
        finally:
            live.stale, live.unsure = not kept, kept is None
        if not kept:
            self.metrics.lost_races.inc()
            return False
        live.tell(lines)
        self.presence.after(live, [entry])
        self.note(live.table, entry, phase)
        self.schedule(live, write.due)
        self.drivers.after(live, entry, acting)
        return True

    def note(self, table: Table, entry: e.Logged, phase: str) -> None:
        """Count what has happened; beginnings and ends are in the log of the server too."""
        if type(entry) is e.Played:
            self.metrics.moves.add(table.settings.game)
        else:
            self.lobby_changed.set()
        if table.phase != phase:
            self.lobby_changed.set()
            about = {"table": table.code, "game": table.settings.game, "moves": len(table.moves)}
            log.info("table %s", table.phase, extra=about)

    def write_of(self, table: Table, entry: e.Logged) -> Write:
        """What the store keeps of an entry that the table has just added."""
        card = card_of(table) if table.changed == table.seq else None
        due = clock.due(table, self.keep)
        return Write(table.code, table.seq, e.to_bytes(entry), table.at, due, card)

    # -- keeping up with other workers ---------------------------------------------------

    async def refresh(self, live: Live) -> None:
        """Read the log again if a write failed or came too late."""
        if live.stale:
            await self.rebuild(live)

    async def rebuild(self, live: Live) -> None:
        """Fold the log from its beginning, and tell what those connected have not heard."""
        try:
            table, entries = await self.read_log(live.table.code)
        except NoSuchTable:
            self.drop(live)
            raise
        for entry in entries[: live.sent]:
            table.add(entry)
        live.replace(table)
        self.tell_missed(live, entries[live.sent :])
        live.stale = False
        if live.unsure:  # our own entry may have been kept, and nobody else looks after it
            live.unsure = False
            self.drivers.drive(live)

    async def catch_up(self, live: Live, seq: int | None) -> None:
        """Read what other workers have appended, up to this entry at least."""
        async with live.lock:
            try:
                await self.refresh(live)
                if seq is None or live.table.seq < seq:
                    await self.read_on(live)
            except StoreError:
                live.stale = True  # so that the sweeper tries again
                raise

    async def read_on(self, live: Live) -> bool:
        """Read what other workers have appended. The lock is held. False: nothing."""
        if not self.store.shared:
            return False
        lines = await self.store.read(live.table.code, live.table.seq)
        self.tell_missed(live, [e.from_bytes(line) for line in lines])
        return bool(lines)

    def tell_missed(self, live: Live, entries: Sequence[e.Logged]) -> None:
        """Entries that somebody else has written."""
        for entry in entries:
            live.tell(live.add(entry))
        self.presence.after(live, entries)
        self.schedule(live)

    def hear(self, news: Sequence[tuple[str, int]]) -> None:
        """Other workers have appended entries."""
        self.lobby_changed.set()
        for code, seq in news:
            live = self.tables.get(code)
            if live is not None and seq == 0:  # it was removed
                self.drop(live)
            elif live is not None and live.table.seq < seq:
                self.spawn(self.catch_up, live, seq)
            elif code in self.loading:  # perhaps too late for what is being read
                self.spawn(self.load_further, code, seq)

    def hear_all(self) -> None:
        """Something may have been missed."""
        for live in self.tables.values():
            self.spawn(self.catch_up, live, None)
        for code in self.loading:
            self.spawn(self.load_further, code, None)

    async def load_further(self, code: str, seq: int | None) -> None:
        """Read a table that is being loaded up to an entry at least."""
        await self.catch_up(await self.table(code), seq)

    def spawn(self, work: Callable[..., Coroutine[Any, Any, None]], *given: object) -> None:
        """Do something beside; what the store could not answer is tried again by the sweeper."""
        task = asyncio.create_task(self.quietly(work, given))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def quietly(
        self, work: Callable[..., Coroutine[Any, Any, None]], given: Sequence[object]
    ) -> None:
        """Nobody waits for this: what goes wrong is logged."""
        try:
            await work(*given)
        except (StoreError, Unavailable):
            log.warning("the store does not answer")
        except NoSuchTable:
            pass
        except Exception:
            log.exception("a task beside failed")

    # -- what happens by itself ----------------------------------------------------------

    def schedule(self, live: Live, due: int | None = None) -> None:
        """Wake up when the table's next deadline passes; `due` where it is known."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        wait = (due or clock.due(live.table, self.keep)) - self.now()
        if wait < SOON:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(wait, 0) / 1000, self.ring, live)

    def ring(self, live: Live) -> None:
        """A deadline has passed."""
        live.timer = None
        self.spawn(self.tick, live.table.code)

    async def tick(self, code: str) -> None:
        """Let happen what must happen by now."""
        live = await self.table(code)
        async with live.lock:
            await self.refresh(live)
            entry = clock.tick(live.table, self.now())
            while entry is not None and not await self.append(live, entry):
                await self.refresh(live)
                entry = clock.tick(live.table, self.now())
            if live.table.phase == "over" and self.now() >= clock.due(live.table, self.keep):
                await self.forget(live)
            elif entry is None:
                self.drivers.drive(live)

    async def forget(self, live: Live) -> None:
        """A table that was over long ago."""
        await self.store.remove(live.table.code)
        self.drop(live)

    async def sweep(self) -> None:
        """Tables whose time has come and that nobody has in memory, or whose worker has died."""
        for live in [live for live in self.tables.values() if live.stale]:
            self.spawn(self.catch_up, live, None)
        for code in await self.store.due(self.now(), 200):
            self.spawn(self.tick, code)
        self.presence.repeat()
        quiet = time.monotonic() - IDLE
        for live in [live for live in self.tables.values() if live.idle and live.used < quiet]:
            self.drop(live)

    def drop(self, live: Live) -> None:
        """Out of memory; the log has it all."""
        if live.timer is not None:
            live.timer.cancel()
        for task in live.thinking.values():
            task.cancel()
        live.thinking.clear()  # who had not begun to think would stay, and the table with it
        self.drivers.forget(live.table.code)
        self.tables.pop(live.table.code, None)

    async def close(self) -> None:
        """Let nothing run on."""
        self.drivers.ended = True
        for live in list(self.tables.values()):
            self.drop(live)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
