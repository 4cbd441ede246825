"""What every environment is made of: a game, its players and options, and how it rewards."""

from collections.abc import Sequence
from typing import NamedTuple

from pioche.catalog import named
from pioche.core.field import Field, size_of
from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.core.tensor import Tensor
from pioche.rl.episode import BY_RANK, BY_SCORE, BY_WIN, Episode
from pioche.rl.race import RaceEpisode

REWARDS = {"rank": BY_RANK, "score": BY_SCORE, "win": BY_WIN}


class Setup(NamedTuple):
    """A kind of table: everything but the chance of a single game."""

    game: Game
    start: State
    tensor: Tensor
    fields: Sequence[Field]
    size: int  # numbers in an observation
    reward: int

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.start.players)

    def episode(self, rng: Rng) -> Episode:
        """A game in play, once it has begun."""
        if self.game.real_time:
            return RaceEpisode(self.start, self.reward, rng, self.game.hands())
        return Episode(self.start, self.reward, rng)


def setup(game: str, players: int | None = None, reward: str = "rank", **options: int) -> Setup:
    """A kind of table; what can't be is a ValueError naming it."""
    if reward not in REWARDS:
        raise ValueError(f"reward: {', '.join(REWARDS)} are the kinds, not {reward!r}")
    found = named(game)
    start = found.new(found.usual_players if players is None else players, **options)
    tensor = found.tensor()
    fields = tensor.fields()
    return Setup(found, start, tensor, fields, size_of(fields), REWARDS[reward])
