"""Where the server's bots think: in processes of their own, never on the event loop."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping

from pioche.bots.levels import MOST_SECONDS
from pioche.bots.lru_cache import LruCache
from pioche.bots.table_bots import BotHint
from pioche.bots.table_bots_cache import MOST_TABLES, BotQuestion
from pioche.bots.worker_client import BotWorkerClient
from pioche.core.bot import Choice
from pioche.core.state import State

QUICK, DEEP, ASIDE = "quick", "deep", "aside"
QUICK_SECONDS = MOST_SECONDS["expert"]  # what may take longer is for the deep ones
MAX_IN_FLIGHT = 8  # quick questions sent at once, so that the process need not wait for the loop


def new_secret_seed() -> int:
    """The chance of a table's bots, which nobody can guess."""
    return secrets.randbits(64)


class BotWorkerPool:
    """The bots of all tables.

    Moves that are there at once, of all levels but the master, come from one process;
    masters and hints from `processes` others. So a bot at a quick table never waits for
    the masters of other tables. A table stays with its processes, for some bots remember
    what they saw. Studies have one more, started when it is needed: whatever a position that
    somebody has made up does to a bot, no table waits for it.
    """

    def __init__(self, processes: int, seed: Callable[[], int] = new_secret_seed) -> None:
        if processes < 1:
            raise ValueError(f"bots need at least one process, not {processes}")
        self.seed = seed
        self.quick_worker = BotWorkerClient(MAX_IN_FLIGHT)
        self.deep_workers = [BotWorkerClient() for _ in range(processes)]
        self.study_worker = BotWorkerClient(MAX_IN_FLIGHT)
        self.seeds = LruCache[int](MOST_TABLES * (processes + 1))
        self.homes = LruCache[BotWorkerClient](MOST_TABLES * processes)

    def start(self) -> None:
        """Start the processes of tables before they are needed."""
        for line in (self.quick_worker, *self.deep_workers):
            line.ensure_started()

    @property
    def clients(self) -> list[BotWorkerClient]:
        return [self.quick_worker, *self.deep_workers, self.study_worker]

    @property
    def waiting(self) -> Mapping[str, int]:
        """How many questions have no answer yet, by the kind of process."""
        deep = sum(line.waiting for line in self.deep_workers)
        return {QUICK: self.quick_worker.waiting, DEEP: deep, ASIDE: self.study_worker.waiting}

    @property
    def replaced(self) -> int:
        """How many processes ended over a question and were replaced."""
        return sum(line.process_failures for line in self.clients)

    # -- asking --------------------------------------------------------------------------

    async def choose(self, table: str, seat: int, level: str, state: State) -> Choice:
        """What the bot of a seat does next."""
        question = self.build_question(table, seat, level, state)
        line = self.quick_worker if question.seconds <= QUICK_SECONDS else self.find_home(table)
        choice: Choice = await line.ask(question)
        return choice

    async def hint(self, table: str, seat: int, state: State) -> BotHint:
        """What an expert would do with what the seat knows."""
        hint: BotHint = await self.find_home(table).ask(
            self.build_question(table, seat, None, state)
        )
        return hint

    async def try_out(self, study: str, seat: int, level: str, state: State, seed: int) -> Choice:
        """What a bot would do in a study; with the same seed, the same."""
        choice: Choice = await self.study_worker.ask(BotQuestion(study, seed, state, seat, level))
        return choice

    def build_question(self, table: str, seat: int, level: str | None, state: State) -> BotQuestion:
        """What to ask, with the table's own chance."""
        return BotQuestion(table, self.seeds.get_or_make(table, self.seed), state, seat, level)

    def find_home(self, table: str) -> BotWorkerClient:
        """Where the table thinks deeply: once chosen, always the same."""
        return self.homes.get_or_make(table, self.find_idlest)

    def find_idlest(self) -> BotWorkerClient:
        """Where the fewest questions wait, and the fewest tables are at home."""
        homes = Counter(self.homes.items.values())
        return min(self.deep_workers, key=lambda line: (line.waiting, homes[line]))

    # -- the end -------------------------------------------------------------------------

    def forget(self, table: str) -> None:
        """The game of a table is over."""
        self.seeds.forget(table)
        self.homes.forget(table)
        for line in self.clients:
            line.forget_table(table)

    async def close(self) -> None:
        """Leave no process behind; who still waits is cancelled."""
        await asyncio.gather(*(line.close() for line in self.clients))
