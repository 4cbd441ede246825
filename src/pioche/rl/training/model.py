"""A network in training: the one place that knows how PyTorch and NumPy agree."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pioche.core.game import Game
from pioche.rl.training.network import Network

MASKED_LOGIT = -1e9  # the promise of an action that is not legal


class Model(nn.Module):  # type: ignore[misc]
    """Two layers that all share, a policy and a value. Inputs are brought to one size first."""

    mean: Tensor
    scale: Tensor

    def __init__(self, size: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))
        self.first = nn.Linear(size, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.zeros_(self.policy.weight)  # at first all moves look alike

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """How promising each legal action is, and the value."""
        hidden = torch.relu(self.first((observations.float() - self.mean) / self.scale))
        hidden = torch.relu(self.second(hidden))
        policy = self.policy(hidden).masked_fill(masks == 0, MASKED_LOGIT)
        return policy, self.value(hidden)[:, 0]

    def set_normalization(self, observations: NDArray[np.int16]) -> None:
        """See how large the numbers of observations usually are."""
        numbers = observations.astype(np.float32)
        self.mean.copy_(torch.from_numpy(numbers.mean(0)))
        # One that hardly ever varies must not become huge when it does.
        self.scale.copy_(torch.from_numpy(np.maximum(numbers.std(0), 0.1)))

    def to_network(self, game: Game, about: Mapping[str, Any]) -> Network:
        """What was learned, to be played with; the first layer takes numbers as they are."""
        weights: dict[str, NDArray[np.float32]] = {}
        for name in ("first", "second", "policy", "value"):
            layer = getattr(self, name)
            weights[name] = layer.weight.detach().numpy().T.copy()
            weights[f"{name}_bias"] = layer.bias.detach().numpy().copy()
        weights["first"] /= self.scale.numpy()[:, None]
        weights["first_bias"] -= self.mean.numpy() @ weights["first"]
        return Network(game, weights, about)
