"""Many games in lock-step: one decision in each, at every step."""

from typing import final

from librt.strings import read_i64_le
from mypy_extensions import i16, i64, u8

from pioche.core.native.vectors import vec
from pioche.core.rng import Rng
from pioche.core.state import MOST_LEGAL, move_buffer
from pioche.core.tensors.tensor import TensorEncoder
from pioche.rl.episodes.episode import Episode


@final
class Batch:
    """The games, and the numbers that a learner reads: a row a game in each.

    Whoever calls `begin` or `step` clears the observations before: NumPy is quicker at that.
    Compiled, the vectors are what the NumPy arrays of `pioche.rl.envs.vector` look at.
    """

    __slots__ = (
        "actions",
        "chosen",
        "counts",
        "dones",
        "episodes",
        "legal",
        "masks",
        "observations",
        "rewards",
        "seats",
        "size",
        "tensor",
        "width",
    )

    def __init__(
        self, episodes: list[Episode], tensor: TensorEncoder, size: i64, actions: i64
    ) -> None:
        n: i64 = len(episodes)
        self.episodes = episodes
        self.tensor = tensor
        self.size: i64 = size
        self.actions: i64 = actions
        self.width: i64 = episodes[0].seats
        self.observations = vec[i16]([0] * (n * size))  # what the deciding seat knows
        self.masks = vec[u8]([0] * (n * actions))  # what it may do
        self.seats = vec[i64]([0] * n)  # which seat it is
        self.rewards = vec[float]([0.0] * (n * self.width))  # of all seats, for the last step
        self.dones = vec[u8]([0] * n)  # whether the last step ended the game
        self.chosen = vec[i64]([0] * n)  # what `sample_actions` chose
        self.counts = vec[i64]([0] * n)  # how many actions are legal, and which
        self.legal = vec[i16]([0] * (n * MOST_LEGAL))

    def begin(self) -> None:
        """A new game everywhere."""
        for i in range(len(self.episodes)):
            episode = self.episodes[i]
            self.clear_mask(i)
            episode.begin()
            self.dones[i] = 0
            self.write_rewards(i, episode)
            self.write_observation(i, episode)

    def step(self, actions: bytes) -> None:
        """One decision in each game, as 64-bit numbers; a game that ends begins anew."""
        for i in range(len(self.episodes)):
            episode = self.episodes[i]
            action = read_i64_le(actions, i << 3)
            self.dones[i] = 0
            legal = 0 <= action < self.actions and self.masks[i * self.actions + action] != 0
            self.clear_mask(i)
            if legal:
                episode.play(action)
            else:
                episode.end_illegal()
            self.write_rewards(i, episode)
            if episode.done:
                self.dones[i] = 1
                episode.begin()
            self.write_observation(i, episode)

    def clear_observations(self) -> None:
        """Make all observations 0, where NumPy can't."""
        for i in range(len(self.observations)):
            self.observations[i] = 0

    def clear_mask(self, i: i64) -> None:
        """Clear the mask of a game."""
        start = i * self.actions
        first = i * MOST_LEGAL
        for k in range(first, first + self.counts[i]):
            self.masks[start + i64(self.legal[k])] = 0
        self.counts[i] = 0

    def write_rewards(self, i: i64, episode: Episode) -> None:
        """Tell the rewards of the last step."""
        start = i * self.width
        for p in range(self.width):
            self.rewards[start + p] = episode.rewards[p]

    def write_observation(self, i: i64, episode: Episode) -> None:
        """Tell what the deciding seat knows and may do; its row of numbers is all 0 before."""
        seat = episode.seat
        state = episode.state
        self.seats[i] = seat
        self.tensor.write(state, seat, self.observations, i * self.size)
        out = move_buffer()
        n = state.write_moves(seat, out)
        self.counts[i] = n
        start = i * self.actions
        first = i * MOST_LEGAL
        for k in range(n):
            self.masks[start + out[k]] = 1
            self.legal[first + k] = i16(out[k])

    def write_all(self, rewards: list[float], dones: list[bool]) -> None:
        """Tell all anew, of games that were copied."""
        for i in range(len(self.episodes)):
            self.clear_mask(i)
            self.dones[i] = 0
            if dones[i]:
                self.dones[i] = 1
            self.write_observation(i, self.episodes[i])
        for k in range(len(rewards)):
            self.rewards[k] = rewards[k]

    def sample_actions(self, rng: Rng) -> None:
        """A random legal action for each game, all as likely."""
        for i in range(len(self.episodes)):
            self.chosen[i] = i64(self.legal[i * MOST_LEGAL + rng.below(self.counts[i])])
