"""Learning from games that others played: what they did, and how it ended."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from pioche.rl.data.dataset import Dataset
from pioche.rl.training.model import Model

BATCH_SIZE = 512
LEARNING_RATE = 1e-3
HOLDOUT_EVERY = 20  # one game of so many is kept to look at what was learned


class ImitationMetrics(NamedTuple):
    """How well the games that were held back are foreseen."""

    moves: float  # the share of the moves
    value_error: float  # mean squared error of the value; that of always 0 is `baseline_error`
    baseline_error: float


def imitate(
    model: Model,
    data: Dataset,
    epochs: int,
    seed: int,
    watch: Callable[[int, ImitationMetrics], object] = lambda *_: None,
) -> ImitationMetrics:
    """Learn the moves and the outcomes of a data set; `watch` is told after every epoch."""
    held = data.games % HOLDOUT_EVERY == 0
    known, unknown = np.flatnonzero(~held), np.flatnonzero(held)
    if not (len(known) and len(unknown)):
        raise ValueError(f"a data set of at least {HOLDOUT_EVERY + 1} games is needed")
    model.set_normalization(data.observations[known[:: max(1, len(known) // 100_000)]])
    optimizer = torch.optim.AdamW(model.parameters(), LEARNING_RATE)
    steps = epochs * (len(known) // BATCH_SIZE + 1)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3 * LEARNING_RATE, steps)
    luck = np.random.default_rng(seed)
    learned = evaluate(model, data, unknown)
    for epoch in range(epochs):
        for rows in split_batches(luck.permutation(known)):
            train_step(model, optimizer, data, rows)
            rate.step()
        learned = evaluate(model, data, unknown)
        watch(epoch + 1, learned)
    return learned


def split_batches(rows: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The rows in parts."""
    for start in range(0, len(rows), BATCH_SIZE):
        yield rows[start : start + BATCH_SIZE]


def train_step(model: Model, optimizer: Any, data: Dataset, rows: NDArray[np.int64]) -> None:
    """A little closer to what was done, and to what it brought."""
    observations, masks, actions, rewards = to_tensors(data, rows)
    policy, value = model(observations, masks)
    loss = functional.cross_entropy(policy, actions) + functional.mse_loss(value, rewards)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def evaluate(model: Model, data: Dataset, rows: NDArray[np.int64]) -> ImitationMetrics:
    """How well some rows are foreseen."""
    right, error, guess = 0.0, 0.0, 0.0
    for part in split_batches(rows):
        observations, masks, actions, rewards = to_tensors(data, part)
        with torch.no_grad():
            policy, value = model(observations, masks)
        right += float((policy.argmax(1) == actions).sum())
        error += float(((value - rewards) ** 2).sum())
        guess += float((rewards**2).sum())
    n = len(rows)
    return ImitationMetrics(right / n, error / n, guess / n)


def to_tensors(data: Dataset, rows: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
    """Some rows, as PyTorch has them."""
    columns = (data.observations, data.masks, data.actions, data.rewards)
    return tuple(torch.from_numpy(column[rows]) for column in columns)
