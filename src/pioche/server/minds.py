"""Who lets bots move: each thinks in another process, then moves by a command like any other.

The worker that appends the entry after which a bot has to move asks that bot. Should the
worker die, the table's deadline passes and any other asks. A bot's command has an id that
all would give it, so its move is made once.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pioche.bots.mind import Hint
from pioche.core.bot import Choice
from pioche.core.state import State
from pioche.server.live import Live
from pioche.server.store.base import StoreError
from pioche.tables import entries as e
from pioche.tables.judge import Denied, bot_id, judge_bot
from pioche.tables.table import Table

if TYPE_CHECKING:
    from pioche.server.house import House

log = logging.getLogger(__name__)

UNHURRIED = 1.5  # seconds in a race for a bot that has no notion of time
AFTER_RACE = 3  # times the usual pace
TRIES = 5  # before a bot that can't decide on a legal move gets the first one


class Thinking(Protocol):
    """The processes in which bots think."""

    async def choose(self, table: str, seat: int, level: str, state: State) -> Choice:
        """What a bot does next."""

    async def hint(self, table: str, seat: int, state: State) -> Hint:
        """What an expert would do."""

    def forget(self, table: str) -> None:
        """Nobody asks for that table any more."""


class Turn(NamedTuple):
    """What a bot is asked to move in: its next move, in this race if it is one."""

    id: str
    level: str
    race: int | None  # since when

    @staticmethod
    def of(table: Table, seat: int) -> "Turn":
        """The turn of a bot that has to move."""
        return Turn(bot_id(table, seat), table.seats[seat].level or "", table.race_since)


class Drivers:
    """The bots of the tables that this worker lets move."""

    def __init__(self, house: "House", thinking: Thinking, pace: float) -> None:
        self.house, self.thinking, self.pace = house, thinking, pace
        self.ended = False  # a move that was under way must not let the next bot begin

    def after(self, live: Live, entry: e.Logged, acting: list[int]) -> None:
        """After an entry of our own: the bots whose turn it has become, or who have just moved."""
        mover = entry.seat if type(entry) is e.Played else None
        for seat in live.table.bots_to_act():
            if seat not in acting or seat == mover:
                self.think(live, seat)

    def drive(self, live: Live) -> None:
        """All bots that have to move."""
        for seat in live.table.bots_to_act():
            self.think(live, seat)

    def forget(self, code: str) -> None:
        """The table is out of memory."""
        self.thinking.forget(code)

    def think(self, live: Live, seat: int) -> None:
        """Ask a bot, unless it has been asked."""
        if seat not in live.thinking and not self.ended:
            live.thinking[seat] = asyncio.create_task(self.move(live, seat))

    async def move(self, live: Live, seat: int) -> None:
        """Think, wait until people have seen the last move, and move."""
        try:
            for _ in range(TRIES):
                if await self.try_move(live, seat):
                    return
            await self.make(live, seat)
        except StoreError:
            log.warning("the store does not answer")
        except Exception:
            log.exception("a bot failed")
        finally:
            if live.thinking.get(seat) is asyncio.current_task():
                del live.thinking[seat]

    async def try_move(self, live: Live, seat: int) -> bool:
        """One thought; False if the table has moved on and the bot has to think again."""
        async with live.lock:  # what is not on disk yet is nothing to think about
            await self.house.refresh(live)
            if seat not in live.table.bots_to_act():
                return True
            assert live.table.state is not None
            turn, state = Turn.of(live.table, seat), live.table.state.clone()
        asked = time.monotonic()
        choice = await self.choose(live.table.code, seat, turn.level, state)
        self.house.metrics.thinking_seconds.observe(time.monotonic() - asked)
        seconds = (choice.seconds or UNHURRIED) if turn.race is not None else self.rest(live)
        await asyncio.sleep(max(0.0, seconds - (time.monotonic() - asked)))
        return await self.make(live, seat, turn, choice.action)

    def rest(self, live: Live) -> float:
        """How long a move stays: between two races people want to see how they did."""
        return self.pace * (AFTER_RACE if live.table.game.real_time else 1)

    async def choose(self, code: str, seat: int, level: str, state: State) -> Choice:
        """What a bot does; one that can't think makes the first legal move, so all can go on."""
        try:
            return await self.thinking.choose(code, seat, level, state)
        except Exception:
            log.exception("a bot can't think")
            return Choice(state.legal(seat)[0])

    async def make(
        self, live: Live, seat: int, turn: Turn | None = None, action: int | None = None
    ) -> bool:
        """Make a move on the table as it is now; without one the first legal.

        False where it does not hold any more: the bot has to think again.
        """
        async with live.lock:
            await self.house.refresh(live)
            table = live.table
            if seat not in table.bots_to_act():
                return True
            entry = self.entry(table, seat, turn, action)
            if entry is None:
                return False
            # The next thought may begin as soon as this move is made.
            task = live.thinking.pop(seat, None)
            if await self.house.append(live, entry):
                self.house.metrics.bot_moves.add(table.seats[seat].level or "")
                return True
            if task is not None:
                live.thinking.setdefault(seat, task)
            await self.house.refresh(live)  # those connected wait for what came first
            return False

    def entry(
        self, table: Table, seat: int, turn: Turn | None, action: int | None
    ) -> e.Logged | None:
        """The entry of a bot's move; None where it does not hold."""
        assert table.state is not None
        if turn is not None and turn != Turn.of(table, seat):
            return None
        if action is None:
            action = table.state.legal(seat)[0]
        id = bot_id(table, seat)
        try:
            return judge_bot(table, seat, table.game.text(action), id, self.house.now())
        except Denied:
            return None
