"""The bots of many tables in one place, and what they are asked."""

from functools import partial
from typing import NamedTuple

from pioche.bots.levels import MOST_SECONDS, most_seconds
from pioche.bots.lru_cache import LruCache
from pioche.bots.table_bots import HINT_LEVEL, BotHint, TableBots
from pioche.core.bot import Choice
from pioche.core.state import State

MOST_TABLES = 500  # whose bots are kept; those of another are made anew when they are asked


class QueueShare(NamedTuple):
    """Whose question it is, where many wait: each asker has the same share of the time."""

    asker: str = ""  # empty: the table itself
    weight: float = 1.0  # what the seconds of the answer count for


class BotQuestion(NamedTuple):
    """What a bot is asked, with all it takes to answer: one that has just come can, too."""

    table: str  # a name that no other game has
    seed: int  # of the chance of its bots
    state: State
    seat: int
    level: str | None = None  # None: what an expert would do there
    think: float | None = None  # seconds a move, where somebody has asked for that
    share: QueueShare = QueueShare()

    @property
    def seconds(self) -> float:
        """How long the answer may take; nothing to speak of where no moves are thought through."""
        if self.level is None:
            return MOST_SECONDS[HINT_LEVEL]
        return most_seconds(self.state.game, self.level, self.think)


class TableBotsCache:
    """The bots of many tables."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self.tables = LruCache[TableBots](most)

    def answer(self, asked: BotQuestion) -> Choice | BotHint:
        """What a bot does next, or would do."""
        mind = self.tables.get_or_make(asked.table, partial(TableBots, asked.seed, asked.think))
        if asked.level is None:
            return mind.find_hint(asked.state, asked.seat)
        return mind.choose(asked.state, asked.seat, asked.level)

    def forget_table(self, table: str) -> None:
        """Its game is over."""
        self.tables.forget(table)
