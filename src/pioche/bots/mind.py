"""The bots of one table: what they choose, what they remember, what they would advise."""

from dataclasses import dataclass, field

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
    """The bots of one game; each keeps what it remembers, and has chance of its own."""

    seed: int
    think: float | None = None  # seconds a move, where somebody has asked for that
    bots: dict[tuple[int, str], Bot] = field(default_factory=dict)  # by seat and level
    lucks: dict[int, Rng] = field(default_factory=dict)

    def choose(self, state: State, seat: int, level: str) -> Choice:
        """What the bot of a seat does next. It is given that seat's knowledge alone."""
        luck = self.luck(seat)
        return self.seated(state.game, seat, level).choose(Sight(state, seat, luck), luck)

    def seated(self, game: Game, seat: int, level: str) -> Bot:
        """The bot of a seat; another one where its level was changed."""
        bot = self.bots.get((seat, level))
        if bot is None:
            bot = self.bots[seat, level] = self.new_bot(game, level)
        return bot

    def new_bot(self, game: Game, level: str) -> Bot:
        """A bot of a level, quick enough for people to wait for."""
        if self.think is not None:
            return levels.bot(game, level, seconds=self.think)
        return levels.host_bot(game, level)

    def luck(self, seat: int) -> Rng:
        """The chance of a seat; seeds of neighbours must not meet."""
        return self.lucks.setdefault(seat, Rng(self.seed * 64 + seat))

    def hint(self, state: State, seat: int, adviser: Bot | None = None) -> Hint:
        """What an expert would do with what the seat knows."""
        luck = self.luck(seat)
        sight = Sight(state, seat, luck)
        adviser = adviser or levels.host_bot(state.game, ADVISER)
        if isinstance(adviser, Thinker):
            best = adviser.thoughts(sight, luck)[0]
        else:
            best = Thought(adviser.choose(sight, luck).action, 1 / sight.players, 0)
        return Hint(best, sight.reason(best.action))
