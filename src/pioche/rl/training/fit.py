"""Training a network: first what bots do among themselves, then better, by playing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from pioche.bots.levels import make_bot
from pioche.rl.data import dataset
from pioche.rl.data.dataset import Dataset
from pioche.rl.envs.setup import Setup, make_setup
from pioche.rl.envs.vector import VectorEnv
from pioche.rl.training import selfplay
from pioche.rl.training.imitate import imitate
from pioche.rl.training.improve import GAMES, improve
from pioche.rl.training.model import Model
from pioche.rl.training.network import Network, pioche_version

NOISE = 0.1  # of the moves of the games to learn from are made at random
ProgressCallback = Callable[[str, Mapping[str, Any]], object]


@dataclass(frozen=True)
class Plan:
    """What decides a network: the same plan on the same machine gives the same one."""

    game: str
    players: int | None = None
    options: Mapping[str, int] = field(default_factory=dict)
    teacher: str = "regular"  # whose games are played to learn from
    games: int = 1500
    epochs: int = 4
    decisions: int = 1_000_000  # of its own, to become better by
    hidden: int = 128
    seed: int = 1

    def __post_init__(self) -> None:
        lowest = {"games": 21, "epochs": 1, "decisions": 0, "hidden": 1}
        for name, low in lowest.items():
            if getattr(self, name) < low:
                raise ValueError(f"{name}: at least {low}, not {getattr(self, name)}")
        make_bot(self.setup.game, self.teacher)  # a level that is none is refused here

    @property
    def setup(self) -> Setup:
        """The table; what counts is to win."""
        return make_setup(self.game, self.players, "win", **self.options)


def fit(
    plan: Plan, data: Dataset | None = None, tell: ProgressCallback = lambda *_: None
) -> Network:
    """Train a network, from a data set or from games that bots play for it.

    `tell` hears what happens: a word and its numbers.
    """
    # The matrices are small: a second thread would mostly wait for the first.
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    table = plan.setup
    learned_from = data if data is not None else make_training_data(plan, tell)
    if learned_from.game != plan.game:
        raise ValueError(f"the data set is about {learned_from.game}, not {plan.game}")
    model = Model(table.size, table.game.num_actions, plan.hidden)
    seen = imitate(model, learned_from, plan.epochs, plan.seed, report_epochs(plan, tell))
    if plan.decisions:
        env = VectorEnv(
            plan.game, GAMES, plan.players, seed=plan.seed, reward="win", **plan.options
        )
        improve(model, env, plan.decisions, plan.seed, report_decisions(plan, tell))
    return model.to_network(table.game, describe_training(plan, len(learned_from), seen.moves))


def make_training_data(plan: Plan, tell: ProgressCallback) -> Dataset:
    """Games that bots play among themselves; they go through a file, as others' games do."""
    tell("playing", {"games": plan.games, "bots": plan.teacher})
    table = plan.setup
    played = selfplay.play_games(
        table,
        lambda _: [make_bot(table.game, plan.teacher) for _ in range(table.players)],
        plan.games,
        plan.seed,
        NOISE,
    )
    with TemporaryDirectory(prefix="pioche-fit-") as folder:
        path = Path(folder) / "make_training_data.parquet"
        dataset.write(path, table.game, played)
        return dataset.read(path)


def report_epochs(plan: Plan, tell: ProgressCallback) -> Callable[..., object]:
    """How far imitation has come."""
    return lambda epoch, seen: tell(
        "imitating", {"epoch": epoch, "epochs": plan.epochs, "moves": seen.moves}
    )


def report_decisions(plan: Plan, tell: ProgressCallback) -> Callable[[int], object]:
    """How far playing has come."""
    return lambda done: tell("improving", {"done": done, "all": max(done, plan.decisions)})


def describe_training(plan: Plan, rows: int, moves: float) -> dict[str, Any]:
    """What a network says about itself."""
    table = plan.setup
    return {
        "pioche": pioche_version(),
        "players": table.players,
        "options": dict(table.start.options),
        "reward": "win",
        "rows": rows,
        "foreseen": round(moves, 4),  # of the moves of games held back, before it improved
        "decisions": plan.decisions,
        "seed": plan.seed,
    }
