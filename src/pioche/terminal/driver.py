"""Lets a game go on: shuffles, bots at a pace one can follow, the clock, the player's moves."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from pioche.bots.mind import Hint, Mind
from pioche.core.bot import Choice
from pioche.terminal.race import Race
from pioche.terminal.session import ME, Session
from pioche.terminal.thinking import Thinking

PACES = {"slow": 1.6, "normal": 0.9, "fast": 0.3, "none": 0.0}  # seconds that a move stays
TICK = 0.05  # seconds between two looks at a race


class Driver:
    """One game from the first shuffle to the end. It knows no screen: it calls `changed`."""

    def __init__(
        self,
        session: Session,
        thinking: Thinking,
        pace: str,
        changed: Callable[[], None],
        watched: Callable[[], bool] = lambda: True,
    ) -> None:
        self.session, self.thinking, self.pace = session, thinking, pace
        self.changed, self.watched = changed, watched
        self.race: Race | None = None
        self.elapsed = 0.0  # seconds of an agreed time
        self.moved, self.skipped = asyncio.Event(), asyncio.Event()
        self.stopped = False

    async def run(self) -> None:
        """To the end, or until it is stopped."""
        self.thinking.sit(self.mind())
        clock = asyncio.create_task(self.run_clock())
        try:
            while self.goes_on():
                await self.step()
        finally:
            clock.cancel()

    def goes_on(self) -> bool:
        """Whether there is anything to come."""
        return not (self.stopped or self.session.state.is_over())

    def mind(self) -> Mind:
        """The bots of this table."""
        seating = self.session.seating
        return Mind(secrets.randbits(64) if seating.seed is None else seating.seed, seating.think)

    async def step(self) -> None:
        """Whatever comes next."""
        if self.session.shuffle_due():
            if self.session.moved:
                await self.stay()
            self.session.shuffle()
            self.changed()
        elif self.session.racing():
            await self.run_race()
        elif self.session.bots_to_act():
            await self.bot_moves(self.session.bots_to_act()[0])
        else:
            await self.my_move()

    async def bot_moves(self, seat: int) -> None:
        """A bot thinks while the last move stays on the table, then moves."""
        self.skipped.clear()
        choice, _ = await asyncio.gather(self.choose(seat), self.stay())
        if not self.stopped and self.session.state.refusal(seat, choice.action) is None:
            self.session.play(seat, choice.action)
            self.changed()

    async def choose(self, seat: int) -> Choice:
        """What a bot does next."""
        session = self.session
        return await self.thinking.choose(session.state, seat, session.level(seat))

    async def stay(self) -> None:
        """Leave what is shown for a moment, and as long as nobody looks."""
        seconds = PACES[self.pace]
        if seconds:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.skipped.wait(), seconds)
        while not self.watched() and not self.stopped:
            await asyncio.sleep(TICK)

    async def my_move(self) -> None:
        """Wait for the player."""
        self.moved.clear()
        if self.session.mine() and not self.stopped:
            await self.moved.wait()

    # -- an agreed time ------------------------------------------------------------------

    async def run_clock(self) -> None:
        """Count the time that was agreed for the game, as long as the player looks at it."""
        last = self.session.now()
        while self.session.has_time_limit() and self.goes_on():
            await asyncio.sleep(TICK)
            now = self.session.now()
            if self.watched() and self.session.begun():
                self.elapsed += now - last
            last = now
            if self.session.may_strike() and self.time_left() == 0.0:
                self.session.strike()
                self.changed()

    def time_left(self) -> float:
        """What is left of the agreed time."""
        return max(0.0, self.session.clock_seconds() - self.elapsed)

    # -- all at once ---------------------------------------------------------------------

    async def run_race(self) -> None:
        """Until the race is over; it stands still while the player looks elsewhere."""
        self.race = Race(self.session)
        asked = {asyncio.create_task(self.plan(seat)) for seat in self.session.bots_to_act()}
        last = self.session.now()
        while self.session.racing() and not self.stopped:
            await asyncio.sleep(TICK)
            now, before = self.session.now(), self.session.moved
            gone = now - last if self.watched() else 0.0
            last = now
            for seat in self.race.pass_time(gone):
                asked.add(asyncio.create_task(self.plan(seat)))
            if self.session.moved != before:
                self.changed()
        await asyncio.gather(*asked)
        self.race = None

    async def plan(self, seat: int) -> None:
        """Ask a bot for its next move."""
        race = self.race
        assert race is not None
        asked = race.elapsed
        race.plan(seat, await self.choose(seat), asked)

    def seconds_left(self) -> float | None:
        """Until the clock strikes, where there is one."""
        if self.race is not None and self.session.racing():
            return self.race.left()
        return self.time_left() if self.session.may_strike() else None

    # -- the player ----------------------------------------------------------------------

    def play(self, action: int) -> None:
        """The player's move, which is legal."""
        self.session.play(ME, action)
        self.moved.set()
        self.changed()

    async def hint(self) -> Hint:
        """What an expert would do in the player's place."""
        return await self.thinking.hint(self.session.state, ME)

    def skip(self) -> None:
        """Don't wait any longer for this move."""
        self.skipped.set()

    def next_pace(self) -> None:
        """The next of the three paces."""
        paces = list(PACES)[:3]
        here = paces.index(self.pace) if self.pace in paces else -1
        self.pace = paces[(here + 1) % 3]

    def stop(self) -> None:
        """Go no further."""
        self.stopped = True
        self.moved.set()
        self.skipped.set()
