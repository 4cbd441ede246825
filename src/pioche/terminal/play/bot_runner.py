"""Who thinks for the bots of the terminal's table: this process, or one beside it."""

from subprocess import DEVNULL
from typing import Protocol

from pioche.bots.table_bots import BotHint, TableBots
from pioche.bots.table_bots_cache import BotQuestion
from pioche.bots.worker_client import BotWorkerClient
from pioche.core.bot import Choice
from pioche.core.state import State


class BotRunner(Protocol):
    """Somebody who thinks for a table and is waited for."""

    def start_game(self, mind: TableBots) -> None:
        """Begin a game with these bots."""

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""

    async def hint(self, state: State, seat: int) -> BotHint:
        """What an expert would do."""


class InProcessBotRunner:
    """Thinks in this very process, on the spot: where nobody minds that all else waits."""

    table_bots: TableBots

    def start_game(self, mind: TableBots) -> None:
        """Begin a game with these bots."""
        self.table_bots = mind

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""
        return self.table_bots.choose(state, seat, level)

    async def hint(self, state: State, seat: int) -> BotHint:
        """What an expert would do."""
        return self.table_bots.find_hint(state, seat)


class WorkerBotRunner:
    """Thinks in another process, so that the screen never waits."""

    table_bots: TableBots

    def __init__(self) -> None:
        # Nothing but the app may write to the terminal.
        self.worker_client = BotWorkerClient(stderr=DEVNULL)
        self.games = 0

    def start_worker(self) -> None:
        """Let the process start while the player still chooses a game."""
        self.worker_client.ensure_started()

    def start_game(self, mind: TableBots) -> None:
        """Begin a game with these bots."""
        self.worker_client.forget_table(str(self.games))
        self.games += 1
        self.table_bots = mind

    async def choose(self, state: State, seat: int, level: str) -> Choice:
        """What a bot does next."""
        choice: Choice = await self.worker_client.ask(self.build_question(state, seat, level))
        return choice

    async def hint(self, state: State, seat: int) -> BotHint:
        """What an expert would do."""
        hint: BotHint = await self.worker_client.ask(self.build_question(state, seat, None))
        return hint

    def build_question(self, state: State, seat: int, level: str | None) -> BotQuestion:
        return BotQuestion(
            str(self.games), self.table_bots.seed, state, seat, level, self.table_bots.think
        )

    async def close(self) -> None:
        """Leave no process behind."""
        await self.worker_client.close()
