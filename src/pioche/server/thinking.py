"""Where the server's bots think: in processes of their own, never on the event loop."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping

from pioche.bots.levels import MOST_SECONDS
from pioche.bots.line import Line
from pioche.bots.mind import Hint
from pioche.bots.minds import MOST_TABLES, Question
from pioche.bots.recent import Recent
from pioche.core.bot import Choice
from pioche.core.state import State

QUICK, DEEP, ASIDE = "quick", "deep", "aside"
SHORT = MOST_SECONDS["expert"]  # what may take longer is for the deep ones
AHEAD = 8  # quick questions sent at once, so that the process need not wait for the loop


def secret_seed() -> int:
    """The chance of a table's bots, which nobody can guess."""
    return secrets.randbits(64)


class Thinkers:
    """The bots of all tables.

    Moves that are there at once, of all levels but the master, come from one process;
    masters and hints from `processes` others. So a bot at a quick table never waits for
    the masters of other tables. A table stays with its processes, for some bots remember
    what they saw. Studies have one more, started when it is needed: whatever a position that
    somebody has made up does to a bot, no table waits for it.
    """

    def __init__(self, processes: int, seed: Callable[[], int] = secret_seed) -> None:
        if processes < 1:
            raise ValueError(f"bots need at least one process, not {processes}")
        self.seed = seed
        self.quick = Line(AHEAD)
        self.deep = [Line() for _ in range(processes)]
        self.aside = Line(AHEAD)
        self.seeds = Recent[int](MOST_TABLES * (processes + 1))
        self.homes = Recent[Line](MOST_TABLES * processes)

    def begin(self) -> None:
        """Start the processes of tables before they are needed."""
        for line in (self.quick, *self.deep):
            line.begin()

    @property
    def lines(self) -> list[Line]:
        """To every process."""
        return [self.quick, *self.deep, self.aside]

    @property
    def waiting(self) -> Mapping[str, int]:
        """How many questions have no answer yet, by the kind of process."""
        deep = sum(line.waiting for line in self.deep)
        return {QUICK: self.quick.waiting, DEEP: deep, ASIDE: self.aside.waiting}

    @property
    def replaced(self) -> int:
        """How many processes ended over a question and were replaced."""
        return sum(line.replaced for line in self.lines)

    # -- asking --------------------------------------------------------------------------

    async def choose(self, table: str, seat: int, level: str, state: State) -> Choice:
        """What the bot of a seat does next."""
        question = self.question(table, seat, level, state)
        line = self.quick if question.seconds <= SHORT else self.home(table)
        choice: Choice = await line.ask(question)
        return choice

    async def hint(self, table: str, seat: int, state: State) -> Hint:
        """What an expert would do with what the seat knows."""
        hint: Hint = await self.home(table).ask(self.question(table, seat, None, state))
        return hint

    async def try_out(self, study: str, seat: int, level: str, state: State, seed: int) -> Choice:
        """What a bot would do in a study; with the same seed, the same."""
        choice: Choice = await self.aside.ask(Question(study, seed, state, seat, level))
        return choice

    def question(self, table: str, seat: int, level: str | None, state: State) -> Question:
        """What to ask, with the table's own chance."""
        return Question(table, self.seeds.of(table, self.seed), state, seat, level)

    def home(self, table: str) -> Line:
        """Where the table thinks deeply: once chosen, always the same."""
        return self.homes.of(table, self.idlest)

    def idlest(self) -> Line:
        """Where the fewest questions wait, and the fewest tables are at home."""
        homes = Counter(self.homes.kept.values())
        return min(self.deep, key=lambda line: (line.waiting, homes[line]))

    # -- the end -------------------------------------------------------------------------

    def forget(self, table: str) -> None:
        """The game of a table is over."""
        self.seeds.forget(table)
        self.homes.forget(table)
        for line in self.lines:
            line.forget(table)

    async def close(self) -> None:
        """Leave no process behind; who still waits is cancelled."""
        await asyncio.gather(*(line.close() for line in self.lines))
