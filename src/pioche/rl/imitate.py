"""Learning from games that others played: what they did, and how it ended."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from pioche.rl.dataset import Dataset
from pioche.rl.model import Model

BATCH = 512
RATE = 1e-3
HELD_BACK = 20  # one game of so many is kept to look at what was learned


class Learned(NamedTuple):
    """How well the games that were held back are foreseen."""

    moves: float  # the share of the moves
    outcome: float  # mean squared error of the value; that of always 0 is `guess`
    guess: float


def imitate(
    model: Model,
    data: Dataset,
    epochs: int,
    seed: int,
    watch: Callable[[int, Learned], object] = lambda *_: None,
) -> Learned:
    """Learn the moves and the outcomes of a data set; `watch` is told after every epoch."""
    held = data.games % HELD_BACK == 0
    known, unknown = np.flatnonzero(~held), np.flatnonzero(held)
    if not (len(known) and len(unknown)):
        raise ValueError(f"a data set of at least {HELD_BACK + 1} games is needed")
    model.look_at(data.observations[known[:: max(1, len(known) // 100_000)]])
    optimizer = torch.optim.AdamW(model.parameters(), RATE)
    steps = epochs * (len(known) // BATCH + 1)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3 * RATE, steps)
    luck = np.random.default_rng(seed)
    learned = test(model, data, unknown)
    for epoch in range(epochs):
        for rows in batches(luck.permutation(known)):
            step(model, optimizer, data, rows)
            rate.step()
        learned = test(model, data, unknown)
        watch(epoch + 1, learned)
    return learned


def batches(rows: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The rows in parts."""
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def step(model: Model, optimizer: Any, data: Dataset, rows: NDArray[np.int64]) -> None:
    """A little closer to what was done, and to what it brought."""
    observations, masks, actions, rewards = taken(data, rows)
    policy, value = model(observations, masks)
    loss = functional.cross_entropy(policy, actions) + functional.mse_loss(value, rewards)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def test(model: Model, data: Dataset, rows: NDArray[np.int64]) -> Learned:
    """How well some rows are foreseen."""
    right, error, guess = 0.0, 0.0, 0.0
    for part in batches(rows):
        observations, masks, actions, rewards = taken(data, part)
        with torch.no_grad():
            policy, value = model(observations, masks)
        right += float((policy.argmax(1) == actions).sum())
        error += float(((value - rewards) ** 2).sum())
        guess += float((rewards**2).sum())
    n = len(rows)
    return Learned(right / n, error / n, guess / n)


def taken(data: Dataset, rows: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
    """Some rows, as PyTorch has them."""
    columns = (data.observations, data.masks, data.actions, data.rewards)
    return tuple(torch.from_numpy(column[rows]) for column in columns)
