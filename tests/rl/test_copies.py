"""Environments are copied and pickled in the middle of a game, and go on alike."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from env_helpers import GAMES, RACES

from pioche.rl.envs.gymnasium import SoloEnv
from pioche.rl.envs.pettingzoo import env, parallel_env
from pioche.rl.envs.vector import VectorEnv

WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
}
pytestmark = pytest.mark.parametrize("way", WAYS)


def on(table: Any, turns: int) -> list[Any]:
    """Play on at random, and note what is told."""
    luck, told = np.random.default_rng(3), []
    for _ in range(turns):
        if not table.agents:
            break
        seen, reward, terminated, truncated, info = table.last()
        action = None
        if not (terminated or truncated):
            action = int(luck.choice(np.flatnonzero(seen["action_mask"])))
        told.append((table.agent_selection, seen["observation"].tobytes(), reward, info, action))
        table.step(action)
    return told


@pytest.mark.parametrize("reward", ["rank", "score"])
@pytest.mark.parametrize("id", GAMES)
def test_an_agent_environment(id: str, reward: str, way: str) -> None:
    table = env(id, 3, reward=reward, max_cycles=40)
    table.reset(seed=1)
    on(table, 30)
    other = WAYS[way](table)
    assert on(other, 200) == on(table, 200)
    table.reset()
    other.reset()
    assert on(other, 20) == on(table, 20)


@pytest.mark.parametrize("id", RACES)
def test_a_parallel_environment(id: str, way: str) -> None:
    table = parallel_env(id, 3)
    table.reset(seed=2)
    luck = np.random.default_rng(1)

    def tick(table: Any, actions: Any) -> Any:
        seen, *rest = table.step(actions)
        return [{name: o["observation"].tobytes() for name, o in seen.items()}, *rest]

    def chosen() -> Any:
        return {a: int(luck.integers(table.wait_action + 1)) for a in table.agents}

    for _ in range(10):
        tick(table, chosen())
    other = WAYS[way](table)
    for _ in range(40):
        actions = chosen()
        assert tick(other, actions) == tick(table, actions)


@pytest.mark.parametrize("id", GAMES)
def test_a_seat_among_bots(id: str, way: str) -> None:
    table = SoloEnv(id, opponents="novice", seat=1)
    seen, _ = table.reset(seed=4)
    table.step(int(seen["action_mask"].argmax()))
    other = WAYS[way](table)
    assert (other.observe()["observation"] == table.observe()["observation"]).all()
    if id not in RACES:  # bots that race remember, and that is lost
        action = int(table.observe()["action_mask"].argmax())
        one, two = table.step(action), other.step(action)
        assert (one[0]["observation"] == two[0]["observation"]).all()
        assert one[1:] == two[1:]


@pytest.mark.parametrize("id", GAMES)
def test_games_in_lock_step(id: str, way: str) -> None:
    many = VectorEnv(id, 5, seed=6)
    for _ in range(50):
        many.step(many.sample())
    other = WAYS[way](many)
    for _ in range(60):
        for name in ("observations", "action_masks", "seats", "rewards", "dones"):
            assert (getattr(other, name) == getattr(many, name)).all(), name
        chosen = many.sample().copy()
        assert (other.sample() == chosen).all()
        many.step(chosen)
        other.step(chosen)
