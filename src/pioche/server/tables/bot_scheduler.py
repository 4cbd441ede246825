"""Who lets bots move: each thinks in another process, then moves by a command like any other.

The worker that appends the entry after which a bot has to move asks that bot. Should the
worker die, the table's deadline passes and any other asks. A bot's command has an id that
all would give it, so its move is made once.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pioche.bots.table_bots import BotHint
from pioche.bots.table_bots_cache import QueueShare
from pioche.core.bot import Choice
from pioche.core.reaction_times import DEFAULT_REACTION_SECONDS
from pioche.core.state import State
from pioche.server.store.base import StoreError
from pioche.server.tables.live_table import LiveTable
from pioche.tables import entries as e
from pioche.tables.judge import CommandRefused, judge_bot, make_bot_move_id
from pioche.tables.table import Table

if TYPE_CHECKING:
    from pioche.server.tables.service import TableService

log = logging.getLogger(__name__)

AFTER_RACE_FACTOR = 3  # times the usual pace
BOTS_ALONE_WEIGHT = 4.0  # what the thoughts of bots among themselves count for in the queue
MAX_TRIES = 5  # before a bot that can't decide on a legal move gets the first one


class BotPool(Protocol):
    """The processes in which bots think."""

    async def choose(
        self, table: str, seat: int, level: str, state: State, share: QueueShare
    ) -> Choice:
        """What a bot does next."""

    async def hint(self, table: str, seat: int, state: State, share: QueueShare) -> BotHint:
        """What an expert would do."""

    def forget(self, table: str) -> None:
        """Nobody asks for that table any more."""


class BotTurn(NamedTuple):
    """What a bot is asked to move in: its next move, in this race if it is one."""

    id: str
    level: str
    race: int | None  # since when

    @staticmethod
    def of(table: Table, seat: int) -> "BotTurn":
        """The turn of a bot that has to move."""
        return BotTurn(
            make_bot_move_id(table, seat), table.seats[seat].level or "", table.race_since
        )


class BotScheduler:
    """The bots of the tables that this worker lets move."""

    def __init__(self, tables: "TableService", thinking: BotPool, pace: float) -> None:
        self.tables, self.bots, self.pace = tables, thinking, pace
        self.is_closed = False  # a move that was under way must not let the next bot begin

    def schedule_after(self, live: LiveTable, entry: e.Entry, acting: list[int]) -> None:
        """After an entry of our own: the bots whose turn it has become, or who have just moved."""
        mover = entry.seat if type(entry) is e.Played else None
        for seat in live.table.bots_to_act():
            if seat not in acting or seat == mover:
                self.schedule_bot(live, seat)

    def schedule_all(self, live: LiveTable) -> None:
        """All bots that have to move."""
        for seat in live.table.bots_to_act():
            self.schedule_bot(live, seat)

    def forget(self, code: str) -> None:
        """The table is out of memory."""
        self.bots.forget(code)

    def schedule_bot(self, live: LiveTable, seat: int) -> None:
        """Ask a bot, unless it has been asked, or nobody would see what it does."""
        if seat not in live.bot_tasks and not self.is_closed and live.is_attended:
            live.bot_tasks[seat] = asyncio.create_task(self.run_bot(live, seat))

    async def run_bot(self, live: LiveTable, seat: int) -> None:
        """Think, wait until people have seen the last move, and move."""
        try:
            for _ in range(MAX_TRIES):
                if await self.try_move(live, seat):
                    return
            await self.make_move(live, seat)
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("a bot failed")
        finally:
            if live.bot_tasks.get(seat) is asyncio.current_task():
                del live.bot_tasks[seat]

    async def try_move(self, live: LiveTable, seat: int) -> bool:
        """One thought; False if the table has moved on and the bot has to think again."""
        async with live.lock:  # what is not on disk yet is nothing to think about
            await self.tables.refresh(live)
            if seat not in live.table.bots_to_act():
                return True
            assert live.table.state is not None
            turn, state = BotTurn.of(live.table, seat), live.table.state.clone()
        asked = time.monotonic()
        choice = await self.choose(live, seat, turn.level, state)
        self.tables.metrics.thinking_seconds.observe(time.monotonic() - asked)
        seconds = (
            (choice.seconds or DEFAULT_REACTION_SECONDS)
            if turn.race is not None
            else self.pause_before_move(live)
        )
        await asyncio.sleep(max(0.0, seconds - (time.monotonic() - asked)))
        return await self.make_move(live, seat, turn, choice.action)

    def pause_before_move(self, live: LiveTable) -> float:
        """How long a move stays: between two races people want to see how they did."""
        return self.pace * (AFTER_RACE_FACTOR if live.table.game.real_time else 1)

    async def choose(self, live: LiveTable, seat: int, level: str, state: State) -> Choice:
        """What a bot does; one that can't think makes the first legal move, so all can go on."""
        weight = 1.0 if live.table.has_people else BOTS_ALONE_WEIGHT
        share = QueueShare(live.asker, weight)
        try:
            return await self.bots.choose(live.table.code, seat, level, state, share)
        except Exception:
            log.exception("a bot can't think")
            return Choice(state.legal(seat)[0])

    async def make_move(
        self, live: LiveTable, seat: int, turn: BotTurn | None = None, action: int | None = None
    ) -> bool:
        """Make a move on the table as it is now; without one the first legal.

        False where it does not hold any more: the bot has to think again.
        """
        async with live.lock:
            await self.tables.refresh(live)
            table = live.table
            if seat not in table.bots_to_act():
                return True
            entry = self.build_entry(live, seat, turn, action)
            if entry is None:
                return False
            # The next thought may begin as soon as this move is made.
            task = live.bot_tasks.pop(seat, None)
            if await self.tables.entry_writer.append(live, entry):
                self.tables.metrics.bot_moves.add(table.seats[seat].level or "")
                return True
            if task is not None:
                live.bot_tasks.setdefault(seat, task)
            await self.tables.refresh(live)  # those connected wait for what came first
            return False

    def build_entry(
        self, live: LiveTable, seat: int, turn: BotTurn | None, action: int | None
    ) -> e.Entry | None:
        """The entry of a bot's move; None where it does not hold."""
        table, now = live.table, self.tables.find_time(live)
        assert table.state is not None
        if turn is not None and turn != BotTurn.of(table, seat):
            return None
        if action is None:
            action = table.state.legal(seat)[0]
        id = make_bot_move_id(table, seat)
        try:
            return judge_bot(table, seat, table.game.text(action), id, now)
        except CommandRefused:
            return None
