"""Where the server's bots think: in processes of their own, never on the event loop."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping

from pioche.bots.levels import MOST_SECONDS
from pioche.bots.lru_cache import LruCache
from pioche.bots.table_bots import BotHint
from pioche.bots.table_bots_cache import MOST_TABLES, BotQuestion, QueueShare
from pioche.bots.worker_client import BotWorkerClient
from pioche.core.bot import Choice
from pioche.core.state import State
from pioche.server.problem import Problem

QUICK, DEEP, ASIDE = "quick", "deep", "aside"
QUICK_SECONDS = MOST_SECONDS["expert"]  # what may take longer is for the deep ones
MAX_IN_FLIGHT = 8  # quick questions sent at once, so that the process need not wait for the loop


OWN_SHARE = QueueShare()
MOST_WAITING = 8  # questions of one asker that may wait before hints and studies are refused
MOST_WAITING_IN_ALL = 200


def check_room(client: BotWorkerClient, asker: str) -> None:
    """Problem where so much waits that an answer would come too late for anybody."""
    waiting, own = len(client.queue), client.queue.waiting[asker]
    if own >= MOST_WAITING or waiting >= MOST_WAITING_IN_ALL:
        raise Problem("busy", retry=client.estimate_wait(asker))


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

    async def choose(
        self, table: str, seat: int, level: str, state: State, share: QueueShare = OWN_SHARE
    ) -> Choice:
        """What the bot of a seat does next. However many wait, a table's bot gets its answer."""
        question = self.build_question(table, seat, level, state, share)
        line = self.quick_worker if question.seconds <= QUICK_SECONDS else self.find_home(table)
        choice: Choice = await line.ask(question)
        return choice

    async def hint(
        self, table: str, seat: int, state: State, share: QueueShare = OWN_SHARE
    ) -> BotHint:
        """What an expert would do with what the seat knows; Problem where too many ask."""
        client = self.find_home(table)
        check_room(client, share.asker or table)
        hint: BotHint = await client.ask(self.build_question(table, seat, None, state, share))
        return hint

    async def try_out(
        self, study: str, seat: int, level: str, state: State, seed: int, asker: str
    ) -> Choice:
        """What a bot would do in a study; with the same seed, the same. Problem as for hints."""
        check_room(self.study_worker, asker)
        question = BotQuestion(study, seed, state, seat, level, share=QueueShare(asker))
        choice: Choice = await self.study_worker.ask(question)
        return choice

    def build_question(
        self,
        table: str,
        seat: int,
        level: str | None,
        state: State,
        share: QueueShare = OWN_SHARE,
    ) -> BotQuestion:
        """What to ask, with the table's own chance."""
        seed = self.seeds.get_or_make(table, self.seed)
        return BotQuestion(table, seed, state, seat, level, share=share)

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
