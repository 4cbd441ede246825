"""Learning by playing: proximal policy optimisation on games in lock-step.

In half of the games the network plays all seats, in the others one seat against what it was
at the start. Against itself alone it would forget how to beat those it learned from: they
play otherwise than it does by then. A seat is paid for itself, so each learns for itself.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from pioche.rl.envs.vector import VectorEnv
from pioche.rl.training.model import Model

GAMES = 256  # in lock-step
STEPS = 128  # decisions in each of them before something is learned from them
EPOCHS = 3  # how often each decision is looked at
MINIBATCH_SIZE = 4096
LEARNING_RATE = 5e-4
CLIP_RANGE = 0.2  # how far the odds of a move may go in one go
ENTROPY_COEF = 0.01  # how much it is worth to keep trying things
GAE_LAMBDA = 0.95  # how far a surprise reaches back to earlier decisions (lambda)
MAX_GRAD_NORM = 0.5  # longest step


@dataclass
class Rollout:
    """A stretch of play in all games: what was known, done, thought and paid."""

    observations: NDArray[np.int16]  # (steps, games, size), and so on
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    log_probs: NDArray[np.float32]  # logarithms
    values: NDArray[np.float32]
    seats: NDArray[np.int64]
    by_learner: NDArray[np.bool_]  # False where the one from the start decided
    rewards: NDArray[np.float64]  # (steps, games, players)
    dones: NDArray[np.bool_]

    @staticmethod
    def allocate(env: VectorEnv, steps: int) -> "Rollout":
        """Room for a stretch."""
        shape = (steps, env.num_games)
        return Rollout(
            np.empty((*shape, env.setup.size), np.int16),
            np.empty((*shape, env.num_actions), np.int8),
            np.empty(shape, np.int64),
            np.empty(shape, np.float32),
            np.empty(shape, np.float32),
            np.empty(shape, np.int64),
            np.empty(shape, np.bool_),
            np.empty((*shape, env.players), np.float64),
            np.empty(shape, np.bool_),
        )


class Advantages(NamedTuple):
    """How much better than expected each decision turned out, and what to expect instead."""

    advantages: NDArray[np.float32]
    returns: NDArray[np.float32]
    valid: NDArray[np.bool_]  # False where the stretch ended before the seat was asked again,
    # and where there is nothing to learn as another decided


def improve(
    model: Model,
    env: VectorEnv,
    decisions: int,
    seed: int,
    watch: Callable[[int], object] = lambda _: None,
) -> None:
    """Play so many decisions, and learn from them; `watch` is told how many there were."""
    torch.manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), LEARNING_RATE)
    rollout = Rollout.allocate(env, STEPS)
    before, seated = deepcopy(model), assign_seats(env.num_games, env.players)
    each = env.num_games * STEPS
    for number in range(max(1, round(decisions / each))):
        left = 1 - number * each / max(decisions, each)
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * max(left, 0.05)
        collect_rollout(model, before, seated, env, rollout)
        update_policy(model, optimizer, rollout, compute_advantages(rollout))
        watch((number + 1) * each)


# -- playing -----------------------------------------------------------------------------


def assign_seats(games: int, players: int) -> NDArray[np.bool_]:
    """The seats (games, players) that are played by the network as it is now."""
    rows = np.arange(games)
    alone = np.equal.outer(rows // 2 % players, np.arange(players))
    seated: NDArray[np.bool_] = alone | (rows % 2 == 0)[:, None]
    return seated


def collect_rollout(
    model: Model, before: Model, seated: NDArray[np.bool_], env: VectorEnv, rollout: Rollout
) -> None:
    """A stretch of play."""
    for t in range(len(rollout.actions)):
        rollout.observations[t], rollout.masks[t] = env.observations, env.action_masks
        rollout.seats[t] = env.seats
        rollout.by_learner[t] = seated[np.arange(env.num_games), env.seats]
        choose_actions(model, rollout, t, rollout.by_learner[t])
        choose_actions(before, rollout, t, ~rollout.by_learner[t])
        env.step(rollout.actions[t])
        rollout.rewards[t], rollout.dones[t] = env.rewards, env.dones


def choose_actions(model: Model, rollout: Rollout, t: int, rows: NDArray[np.bool_]) -> None:
    """Decide in some of the games."""
    observations, masks = rollout.observations[t, rows], rollout.masks[t, rows]
    with torch.no_grad():
        policy, value = model(torch.from_numpy(observations), torch.from_numpy(masks))
    odds = torch.log_softmax(policy, 1)
    chosen = torch.multinomial(odds.exp(), 1)
    rollout.log_probs[t, rows] = odds.gather(1, chosen)[:, 0].numpy()
    rollout.values[t, rows] = value.numpy()
    rollout.actions[t, rows] = chosen[:, 0].numpy()


def compute_advantages(rollout: Rollout) -> Advantages:
    """Generalised advantages, along the decisions of each seat of each game.

    From a seat's decision to its next one others move; what is paid meanwhile counts for it.
    """
    steps, games, players = rollout.rewards.shape
    rows = np.arange(games)
    paid = np.zeros((games, players))
    ahead = np.zeros((games, players))  # the value at the seat's next decision
    traced = np.zeros((games, players))
    asked = np.zeros((games, players), np.bool_)  # again, or the game ended
    gains = np.zeros((steps, games), np.float32)
    known = np.zeros((steps, games), np.bool_)
    for t in reversed(range(steps)):
        ended = rollout.dones[t]
        paid[ended], ahead[ended], traced[ended], asked[ended] = 0.0, 0.0, 0.0, True
        paid += rollout.rewards[t]
        own = rows, rollout.seats[t]
        gain = paid[own] + ahead[own] - rollout.values[t] + GAE_LAMBDA * traced[own]
        gains[t], known[t] = gain, asked[own] & rollout.by_learner[t]
        traced[own] = np.where(asked[own], gain, 0.0)
        ahead[own], paid[own], asked[own] = rollout.values[t], 0.0, True
    return Advantages(gains, gains + rollout.values, known)


# -- learning ----------------------------------------------------------------------------


def update_policy(model: Model, optimizer: Any, rollout: Rollout, surprise: Advantages) -> None:
    """Do more of what went better than expected, and expect better."""
    known = surprise.valid.reshape(-1)
    columns = flatten(
        known,
        rollout.observations,
        rollout.masks,
        rollout.actions,
        rollout.log_probs,
        surprise.advantages,
        surprise.returns,
    )
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(columns[0])).split(MINIBATCH_SIZE):
            train_step(model, optimizer, [column[rows] for column in columns])


def flatten(known: NDArray[np.bool_], *columns: NDArray[Any]) -> list[torch.Tensor]:
    """All steps of all games one after the other, those that are known."""
    return [torch.from_numpy(c.reshape(len(known), *c.shape[2:])[known]) for c in columns]


def train_step(model: Model, optimizer: Any, columns: Sequence[torch.Tensor]) -> None:
    observations, masks, actions, before, gains, returns = columns
    policy, value = model(observations, masks)
    odds = torch.log_softmax(policy, 1)
    ratio = (odds.gather(1, actions[:, None])[:, 0] - before).exp()
    gains = (gains - gains.mean()) / (gains.std(unbiased=False) + 1e-6)
    better = torch.minimum(
        ratio * gains, ratio.clamp(1 - CLIP_RANGE, 1 + CLIP_RANGE) * gains
    ).mean()
    spread = -(odds.exp() * odds).sum(1).mean()
    loss = functional.mse_loss(value, returns) - better - ENTROPY_COEF * spread
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_GRAD_NORM)
    optimizer.step()
