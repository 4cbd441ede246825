"""The bots of one table: what they choose, what they remember, what they would advise."""

from dataclasses import dataclass, field

from pioche.bots import levels
from pioche.core.bot import Bot, Choice, EvaluatingBot, Knowledge, MoveEvaluation
from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.core.schema import Event
from pioche.core.state import State

HINT_LEVEL = "expert"


@dataclass(frozen=True)
class BotHint:
    """What a bot would do in the player's place, and what speaks for it."""

    thought: MoveEvaluation
    reason: Event


@dataclass
class TableBots:
    """The bots of one game; each keeps what it remembers, and has chance of its own."""

    seed: int
    think: float | None = None  # seconds a move, where somebody has asked for that
    bots: dict[tuple[int, str], Bot] = field(default_factory=dict)  # by seat and level
    rngs: dict[int, Rng] = field(default_factory=dict)

    def choose(self, state: State, seat: int, level: str) -> Choice:
        """What the bot of a seat does next. It is given that seat's knowledge alone."""
        luck = self.get_rng(seat)
        return self.get_bot(state.game, seat, level).choose(Knowledge(state, seat, luck), luck)

    def get_bot(self, game: Game, seat: int, level: str) -> Bot:
        """The bot of a seat; another one where its level was changed."""
        bot = self.bots.get((seat, level))
        if bot is None:
            bot = self.bots[seat, level] = self.make_bot(game, level)
        return bot

    def make_bot(self, game: Game, level: str) -> Bot:
        """A bot of a level, quick enough for people to wait for."""
        if self.think is not None:
            return levels.make_bot(game, level, seconds=self.think)
        return levels.make_table_bot(game, level)

    def get_rng(self, seat: int) -> Rng:
        """The chance of a seat; seeds of neighbours must not meet."""
        return self.rngs.setdefault(seat, Rng(self.seed * 64 + seat))

    def find_hint(self, state: State, seat: int, adviser: Bot | None = None) -> BotHint:
        """What an expert would do with what the seat knows."""
        luck = self.get_rng(seat)
        knowledge = Knowledge(state, seat, luck)
        adviser = adviser or levels.make_table_bot(state.game, HINT_LEVEL)
        if isinstance(adviser, EvaluatingBot):
            best = adviser.evaluate_moves(knowledge, luck)[0]
        else:
            best = MoveEvaluation(adviser.choose(knowledge, luck).action, 1 / knowledge.players, 0)
        return BotHint(best, knowledge.advise(best.action))
