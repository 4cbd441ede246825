"""Lets a game go on: shuffles, bots at a pace one can follow, the clock, the player's moves."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from pioche.bots.table_bots import BotHint, TableBots
from pioche.core.bot import Choice
from pioche.terminal.play.bot_runner import BotRunner
from pioche.terminal.play.local_game import PLAYER_SEAT, LocalGame
from pioche.terminal.play.race_timeline import RaceTimeline

PACE_SECONDS = {"slow": 1.6, "normal": 0.9, "fast": 0.3, "none": 0.0}  # seconds that a move stays
TICK_SECONDS = 0.05  # seconds between two looks at a race


class GameLoop:
    """One game from the first shuffle to the end. It knows no screen: it calls `on_change`."""

    def __init__(
        self,
        session: LocalGame,
        thinking: BotRunner,
        pace: str,
        changed: Callable[[], None],
        watched: Callable[[], bool] = lambda: True,
    ) -> None:
        self.local_game, self.bot_runner, self.pace = session, thinking, pace
        self.on_change, self.is_watched = changed, watched
        self.race: RaceTimeline | None = None
        self.elapsed = 0.0  # seconds of an agreed time
        self.player_moved, self.pause_skipped = asyncio.Event(), asyncio.Event()
        self.is_stopped = False

    async def run(self) -> None:
        """To the end, or until it is stopped."""
        self.bot_runner.start_game(self.build_bots())
        clock = asyncio.create_task(self.run_clock())
        try:
            while self.is_going_on():
                await self.run_step()
        finally:
            clock.cancel()

    def is_going_on(self) -> bool:
        """Whether there is anything to come."""
        return not (self.is_stopped or self.local_game.state.is_over())

    def build_bots(self) -> TableBots:
        """The bots of this table."""
        seating = self.local_game.setup
        return TableBots(
            secrets.randbits(64) if seating.seed is None else seating.seed, seating.think
        )

    async def run_step(self) -> None:
        if self.local_game.is_shuffle_due():
            if self.local_game.move_count:
                await self.pause()
            self.local_game.shuffle()
            self.on_change()
        elif self.local_game.is_racing():
            await self.run_race()
        elif self.local_game.bots_to_act():
            await self.run_bot_move(self.local_game.bots_to_act()[0])
        else:
            await self.wait_for_player()

    async def run_bot_move(self, seat: int) -> None:
        """A bot thinks while the last move stays on the table, then moves."""
        self.pause_skipped.clear()
        choice, _ = await asyncio.gather(self.choose_bot_move(seat), self.pause())
        if not self.is_stopped and self.local_game.state.refusal(seat, choice.action) is None:
            self.local_game.play(seat, choice.action)
            self.on_change()

    async def choose_bot_move(self, seat: int) -> Choice:
        """What a bot does next."""
        session = self.local_game
        return await self.bot_runner.choose(session.state, seat, session.get_bot_level(seat))

    async def pause(self) -> None:
        """Leave what is shown for a moment, and as long as nobody looks."""
        seconds = PACE_SECONDS[self.pace]
        if seconds:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.pause_skipped.wait(), seconds)
        while not self.is_watched() and not self.is_stopped:
            await asyncio.sleep(TICK_SECONDS)

    async def wait_for_player(self) -> None:
        """Wait for the player."""
        self.player_moved.clear()
        if self.local_game.is_my_turn() and not self.is_stopped:
            await self.player_moved.wait()

    # -- an agreed time ------------------------------------------------------------------

    async def run_clock(self) -> None:
        """Count the time that was agreed for the game, as long as the player looks at it."""
        last = self.local_game.now()
        while self.local_game.has_time_limit() and self.is_going_on():
            await asyncio.sleep(TICK_SECONDS)
            now = self.local_game.now()
            if self.is_watched() and self.local_game.has_begun():
                self.elapsed += now - last
            last = now
            if self.local_game.can_clock_strike() and self.time_left() == 0.0:
                self.local_game.strike_clock()
                self.on_change()

    def time_left(self) -> float:
        """What is left of the agreed time."""
        return max(0.0, self.local_game.clock_seconds() - self.elapsed)

    # -- all at once ---------------------------------------------------------------------

    async def run_race(self) -> None:
        """Until the race is over; it stands still while the player looks elsewhere."""
        self.race = RaceTimeline(self.local_game)
        asked = {
            asyncio.create_task(self.plan_bot_move(seat)) for seat in self.local_game.bots_to_act()
        }
        last = self.local_game.now()
        while self.local_game.is_racing() and not self.is_stopped:
            await asyncio.sleep(TICK_SECONDS)
            now, before = self.local_game.now(), self.local_game.move_count
            gone = now - last if self.is_watched() else 0.0
            last = now
            for seat in self.race.pass_time(gone):
                asked.add(asyncio.create_task(self.plan_bot_move(seat)))
            if self.local_game.move_count != before:
                self.on_change()
        await asyncio.gather(*asked)
        self.race = None

    async def plan_bot_move(self, seat: int) -> None:
        """Ask a bot for its next move."""
        race = self.race
        assert race is not None
        asked = race.elapsed
        race.plan_move(seat, await self.choose_bot_move(seat), asked)

    def seconds_left(self) -> float | None:
        """Until the clock strikes, where there is one."""
        if self.race is not None and self.local_game.is_racing():
            return self.race.compute_seconds_left()
        return self.time_left() if self.local_game.can_clock_strike() else None

    # -- the player ----------------------------------------------------------------------

    def play_move(self, action: int) -> None:
        """The player's move, which is legal."""
        self.local_game.play(PLAYER_SEAT, action)
        self.player_moved.set()
        self.on_change()

    async def hint(self) -> BotHint:
        """What an expert would do in the player's place."""
        return await self.bot_runner.hint(self.local_game.state, PLAYER_SEAT)

    def skip(self) -> None:
        """Don't wait any longer for this move."""
        self.pause_skipped.set()

    def next_pace(self) -> None:
        """The next of the three paces."""
        paces = list(PACE_SECONDS)[:3]
        here = paces.index(self.pace) if self.pace in paces else -1
        self.pace = paces[(here + 1) % 3]

    def stop(self) -> None:
        self.is_stopped = True
        self.player_moved.set()
        self.pause_skipped.set()
