"""Many games at once, for learners that need millions of decisions.

>>> import pioche
>>> from pioche.rl.envs.vector import VectorEnv
>>> game, *others = pioche.games
>>> env = VectorEnv(game, 64, players=4, seed=1)
>>> for _ in range(100):
...     env.step(env.sample())
>>> env.rewards.shape
(64, 4)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pioche.core.rng import Rng
from pioche.core.state import COMPILED
from pioche.rl.envs.setup import make_setup, rebuild_env
from pioche.rl.episodes.batch import Batch
from pioche.rl.episodes.buffers import wrap_vector

SAMPLE_SEED_MASK = 0x5A3B1E  # so that `sample` has chance of its own


class VectorEnv:
    """N games in lock-step: at every step one seat of each game decides.

    The arrays are made once and written anew by every step; copy what must last.

    observations   (N, size)     int16    what the deciding seat knows, as `fields` says
    action_masks   (N, actions)  int8     1 for what it may do
    seats          (N,)          int64    which seat it is
    rewards        (N, players)  float64  what the last step brought every seat
    dones          (N,)          bool     whether it ended a game; the next has begun then

    Game i plays exactly what the single environment plays after `reset(seed=seeds[i])`, and
    after each end what that plays after a `reset()` without a seed.
    """

    def __init__(
        self,
        game: str,
        num_games: int,
        players: int | None = None,
        *,
        seed: int | Sequence[int] = 0,
        reward: str = "rank",
        **options: int,
    ) -> None:
        if type(num_games) is not int or num_games < 1:
            raise ValueError(f"num_games: a whole number from 1 on, not {num_games!r}")
        self.setup = make_setup(game, players, reward, **options)
        self.num_games = num_games
        self.num_actions = self.setup.game.num_actions
        self.players = self.setup.players
        self.fields = self.setup.fields
        episodes = [self.setup.make_episode(Rng(s)) for s in self.expand_seeds(seed)]
        self.batch = Batch(episodes, self.setup.tensor, self.setup.size, self.num_actions)
        self.allocate_arrays(num_games)
        self.reset(seed)

    def allocate_arrays(self, n: int) -> None:
        batch = self.batch
        self.observations = make_array(batch.observations, np.int16, (n, self.setup.size))
        self.numbers = wrap_vector(batch.observations) if COMPILED else self.observations
        self.action_masks = make_array(batch.masks, np.int8, (n, self.num_actions))
        self.seats = make_array(batch.seats, np.int64, (n,))
        self.rewards = make_array(batch.rewards, np.float64, (n, self.players))
        self.dones = make_array(batch.dones, np.bool_, (n,))
        self.chosen = make_array(batch.chosen, np.int64, (n,))

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """New games everywhere: a seed for each game, or the first of a row of seeds.

        Without a seed, the chance of the last games goes on.
        """
        if seed is not None:
            seeds = self.expand_seeds(seed)
            for episode, s in zip(self.batch.episodes, seeds, strict=True):
                episode.rng = Rng(s)
            self.sample_rng = Rng(seeds[0] ^ SAMPLE_SEED_MASK)
        self.clear_observations()
        self.batch.begin()
        self.copy_from_batch()

    def expand_seeds(self, seed: int | Sequence[int]) -> list[int]:
        """A seed for each game."""
        if isinstance(seed, int | np.integer):
            return list(range(int(seed), int(seed) + self.num_games))
        if len(seed) != self.num_games:
            raise ValueError(f"seed: {self.num_games} seeds are needed, not {len(seed)}")
        return [int(s) for s in seed]

    def step(self, actions: ArrayLike) -> None:
        """One decision in each game. An illegal one ends its game: -1 for whoever made it."""
        given = np.asarray(actions)
        if given.shape != (self.num_games,) or given.dtype.kind not in "iu":
            found = f"{given.dtype} of shape {given.shape}"
            raise ValueError(f"actions: {self.num_games} whole numbers are needed, not {found}")
        chosen = np.ascontiguousarray(given, dtype="<i8")
        self.clear_observations()
        self.batch.step(chosen.tobytes())
        self.copy_from_batch()

    def __reduce__(self) -> tuple[Any, ...]:
        named = {"reward": self.setup.reward_name, **self.setup.start.options}
        arguments = (self.setup.game.id, self.num_games, self.players)
        episodes = [episode.freeze() for episode in self.batch.episodes]
        kept = (episodes, self.sample_rng, self.rewards.copy(), self.dones.copy())
        return rebuild_env, (type(self), arguments, named, kept)

    def thaw(self, kept: Any) -> None:
        episodes, self.sample_rng, rewards, dones = kept
        for episode, frozen in zip(self.batch.episodes, episodes, strict=True):
            episode.thaw(frozen)
        self.clear_observations()
        self.batch.write_all(rewards.reshape(-1).tolist(), dones.tolist())
        self.copy_from_batch()

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, in an array that the next call writes anew."""
        self.batch.sample_actions(self.sample_rng)
        if not COMPILED:
            copy_into(self.batch.chosen, self.chosen)
        return self.chosen

    def clear_observations(self) -> None:
        """Room for new observations: tensors are written where all is 0."""
        if COMPILED:
            self.numbers.fill(0)
        else:
            self.batch.clear_observations()

    def copy_from_batch(self) -> None:
        """Interpreted, the batch writes into lists, which have to be copied."""
        if COMPILED:
            return
        batch = self.batch
        copy_into(batch.observations, self.observations)
        copy_into(batch.masks, self.action_masks)
        copy_into(batch.seats, self.seats)
        copy_into(batch.rewards, self.rewards)
        copy_into(batch.dones, self.dones)


def copy_into(numbers: Any, array: NDArray[Any]) -> None:
    """The numbers of a batch into an array."""
    array.reshape(-1)[...] = numbers


def make_array(numbers: Any, kind: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """An array that looks at the numbers of a batch; interpreted, one to copy them into."""
    if COMPILED:
        return np.frombuffer(numbers, kind).reshape(shape)
    return np.zeros(shape, kind)
