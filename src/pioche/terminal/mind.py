"""Where bots think: in a process of their own, so that the screen never waits for them."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Protocol

from pioche.bots import levels
from pioche.core.bot import Bot, Choice, Sight, Thinker, Thought
from pioche.core.game import Event, Game
from pioche.core.rng import Rng
from pioche.core.state import State

ADVISER = "expert"


@dataclass(frozen=True)
class Hint:
    """What a bot would do in the player's place, and what speaks for it."""

    thought: Thought
    reason: Event


@dataclass
class Mind:
    """The bots of one table; each keeps what it remembers, and has chance of its own."""

    game: Game
    levels: Mapping[int, str]  # by seat
    seed: int
    think: float | None = None  # seconds a move, where somebody has asked for that
    bots: dict[int, Bot] = field(default_factory=dict)
    lucks: dict[int, Rng] = field(default_factory=dict)

    def choose(self, state: State, seat: int) -> Choice:
        """What the bot of a seat does next. It is given that seat's knowledge alone."""
        bot = self.bots.setdefault(seat, self.seated(self.levels[seat]))
        luck = self.luck(seat)
        return bot.choose(Sight(state, seat, luck), luck)

    def seated(self, level: str) -> Bot:
        """A bot of a level, quick enough for people to wait for."""
        if self.think is not None:
            return levels.bot(self.game, level, seconds=self.think)
        return levels.host_bot(self.game, level)

    def luck(self, seat: int) -> Rng:
        """The chance of a seat; seeds of neighbours must not meet."""
        return self.lucks.setdefault(seat, Rng(self.seed * 64 + seat))

    def hint(self, state: State, seat: int, adviser: Bot | None = None) -> Hint:
        """What an expert would do with what the seat knows."""
        luck = self.luck(seat)
        sight = Sight(state, seat, luck)
        adviser = adviser or levels.host_bot(self.game, ADVISER)
        if isinstance(adviser, Thinker):
            best = adviser.thoughts(sight, luck)[0]
        else:
            best = Thought(adviser.choose(sight, luck).action, 1 / sight.players, 0)
        return Hint(best, sight.reason(best.action))


class Thinking(Protocol):
    """Somebody who thinks for a table and is waited for."""

    async def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""

    async def choose(self, state: State, seat: int) -> Choice:
        """What a bot does next."""

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""


class Here:
    """Thinks in this very process, on the spot: where nobody minds that all else waits."""

    mind: Mind

    async def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""
        self.mind = mind

    async def choose(self, state: State, seat: int) -> Choice:
        """What a bot does next."""
        return self.mind.choose(state, seat)

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""
        return self.mind.hint(state, seat)


class Elsewhere:
    """Thinks in another process. Start it before the screen takes over the terminal."""

    def __init__(self) -> None:
        # A fresh interpreter, not a copy of this one: the screen has threads, copies have none.
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=think, args=(theirs,), daemon=True)
        self.turn = asyncio.Lock()
        self.process.start()
        theirs.close()

    async def sit(self, mind: Mind) -> None:
        """Begin a game with these bots."""
        await self.ask("sit", mind)

    async def choose(self, state: State, seat: int) -> Choice:
        """What a bot does next."""
        choice: Choice = await self.ask("choose", state.clone(), seat)
        return choice

    async def hint(self, state: State, seat: int) -> Hint:
        """What an expert would do."""
        hint: Hint = await self.ask("hint", state.clone(), seat)
        return hint

    async def ask(self, *request: Any) -> Any:
        """A question and its answer, one at a time."""
        async with self.turn:
            answer = await asyncio.to_thread(self.exchange, request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def exchange(self, request: tuple[Any, ...]) -> Any:
        """Send, and wait."""
        self.line.send(request)
        return self.line.recv()

    def close(self) -> None:
        """Leave no process behind."""
        self.process.terminate()
        self.process.join(2)
        self.line.close()


def think(line: Connection) -> None:
    """The other process: answer until nobody asks any more."""
    mind: Mind | None = None
    while True:
        try:
            verb, *request = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            if verb == "sit":
                mind, answer = request[0], None
            else:
                answer = getattr(mind, verb)(*request)
        except Exception as error:
            answer = error
        line.send(answer)
