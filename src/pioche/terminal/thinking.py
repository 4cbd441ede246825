"""Who thinks for the bots of the terminal's table: this process, or one beside it."""

from subprocess import DEVNULL
from typing import Protocol

from pioche.bots.line import Line
from pioche.bots.mind import Hint, Mind
from pioche.bots.minds import Question
from pioche.core.bot import Choice
from pioche.core.state import State


class Thinking(Protocol):
    """Somebody who thinks for a table and is waited for."""

    def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""


class Here:
    """Thinks in this very process, on the spot: where nobody minds that all else waits."""

    mind: Mind

    def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""
        self.mind = mind

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""
        return self.mind.choose(state, seat, level)

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""
        return self.mind.hint(state, seat)


class Elsewhere:
    """Thinks in another process, so that the screen never waits."""

    mind: Mind

    def __init__(self) -> None:
        # Nothing but the app may write to the terminal.
        self.line = Line(stderr=DEVNULL)
        self.games = 0

    def begin(self) -> None:
        """Let the process start while the player still chooses a game."""
        self.line.begin()

    def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""
        self.line.forget(str(self.games))
        self.games += 1
        self.mind = mind

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""
        choice: Choice = await self.line.ask(self.question(state, seat, level))
        return choice

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""
        hint: Hint = await self.line.ask(self.question(state, seat, None))
        return hint

    def question(self, state: State, seat: int, level: str | None) -> Question:
        """What to ask."""
        return Question(str(self.games), self.mind.seed, state, seat, level, self.mind.think)

    async def close(self) -> None:
        """Leave no process behind."""
        await self.line.close()
