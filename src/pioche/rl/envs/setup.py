"""What every environment is made of: a game, its players and options, and how it rewards."""

import operator
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from pioche.catalog import get_game
from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.core.state import State
from pioche.core.tensors.field import Field, count_numbers
from pioche.core.tensors.tensor import TensorEncoder
from pioche.rl.episodes.episode import BY_RANK, BY_SCORE, BY_WIN, Episode
from pioche.rl.episodes.race import RaceEpisode

REWARDS = {"rank": BY_RANK, "score": BY_SCORE, "win": BY_WIN}


class Setup(NamedTuple):
    """A kind of table: everything but the chance of a single game."""

    game: Game
    start: State
    tensor: TensorEncoder
    fields: Sequence[Field]
    size: int  # numbers in an observation
    reward: int

    @property
    def players(self) -> int:
        return int(self.start.players)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is compiled in it is made again.
        return rebuild_setup, (
            self.game.id,
            self.players,
            self.reward_name,
            dict(self.start.options),
        )

    @property
    def reward_name(self) -> str:
        """How it rewards, as one asks for it."""
        (name,) = (name for name, kind in REWARDS.items() if kind == self.reward)
        return name

    def make_episode(self, rng: Rng) -> Episode:
        """A game in play, once it has begun."""
        if self.game.real_time:
            return RaceEpisode(self.start, self.reward, rng, self.game.reaction_times())
        return Episode(self.start, self.reward, rng)


def make_rng() -> Rng:
    """Chance that nobody asked to repeat."""
    return Rng(secrets.randbits(64))


def make_seeded_rng(seed: Any) -> Rng:
    """Chance to repeat; NumPy's whole numbers are as good as others."""
    return Rng(operator.index(seed))


def rebuild_setup(game: str, players: int, reward: str, options: dict[str, int]) -> Setup:
    """A kind of table that was pickled."""
    return make_setup(game, players, reward, **options)


def rebuild_env(kind: Any, arguments: tuple[Any, ...], named: dict[str, Any], kept: Any) -> Any:
    """An environment that was copied or pickled, in the middle of its game."""
    env = kind(*arguments, **named)
    env.thaw(kept)
    return env


def make_setup(
    game: str, players: int | None = None, reward: str = "rank", **options: int
) -> Setup:
    """A kind of table; what can't be is a ValueError naming it."""
    if reward not in REWARDS:
        raise ValueError(f"reward: {', '.join(REWARDS)} are the kinds, not {reward!r}")
    found = get_game(game)
    start = found.new(found.usual_players if players is None else players, **options)
    tensor = found.tensor_encoder()
    fields = tensor.fields()
    return Setup(found, start, tensor, fields, count_numbers(fields), REWARDS[reward])
