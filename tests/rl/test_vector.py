"""Many games in lock-step are, game by game, the games of the single environment."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from env_helpers import GAMES, ends

import pioche
from pioche.core.tensors.field import count_numbers
from pioche.rl.envs.pettingzoo import env
from pioche.rl.envs.vector import VectorEnv


def same(many: VectorEnv, i: int, single: Any) -> None:
    """Game i shows what the single environment shows."""
    agent = single.agent_selection
    assert agent == f"player_{many.seats[i]}"
    seen = single.observe(agent)
    assert (seen["observation"] == many.observations[i]).all()
    assert (seen["action_mask"] == many.action_masks[i]).all()


def rewards_of(single: Any) -> list[float]:
    return [single.rewards[agent] for agent in single.possible_agents]


@pytest.mark.parametrize("reward", ["rank", "score", "win"])
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("id", GAMES)
def test_each_game_is_that_of_the_single_environment(id: str, most: bool, reward: str) -> None:
    players = ends(id)[most]
    seeds = [7, 1000, 3]
    many = VectorEnv(id, len(seeds), players, seed=seeds, reward=reward)
    singles = [env(id, players, reward=reward) for _ in seeds]
    for single, seed in zip(singles, seeds, strict=True):
        single.reset(seed=seed)
    ended = 0
    for number in range(700):
        for i, single in enumerate(singles):
            if number % 7 == 0 or many.dones[i]:
                same(many, i, single)
        chosen = many.sample().copy()
        many.step(chosen)
        for i, single in enumerate(singles):
            single.step(int(chosen[i]))
            assert rewards_of(single) == many.rewards[i].tolist()
            over = all(single.terminations.values())
            assert over == many.dones[i]
            if over:
                ended += 1
                single.reset()
    assert ended


@pytest.mark.parametrize("id", GAMES)
def test_an_illegal_action_ends_its_game_and_no_other(id: str) -> None:
    many = VectorEnv(id, 4, seed=2)
    for _ in range(30):
        if not many.action_masks[1].all():
            break
        many.step(many.sample())
    chosen = many.sample().copy()
    chosen[1] = np.flatnonzero(many.action_masks[1] == 0)[0] if 0 in many.action_masks[1] else -1
    seat = many.seats[1]
    many.step(chosen)
    assert many.dones[1]
    wanted = [-1.0 if p == seat else 0.0 for p in range(many.players)]
    assert many.rewards[1].tolist() == wanted
    assert many.action_masks[1].any()
    many.step(many.sample())
    assert not many.dones[1]


def test_numbers_that_are_no_actions_are_illegal_too() -> None:
    for number in (-1, 2, 10**9):
        many = VectorEnv("no-thanks", 2, seed=1)
        many.step([0, number])
        assert many.dones.tolist() == [False, True]


@pytest.mark.parametrize("id", GAMES)
def test_masks_name_what_is_legal_and_nothing_else(id: str) -> None:
    many = VectorEnv(id, 5, seed=9)
    for _ in range(150):
        for i, episode in enumerate(many.batch.episodes):
            found = np.flatnonzero(many.action_masks[i]).tolist()
            assert found == episode.state.legal(int(many.seats[i]))
        many.step(many.sample())


def test_the_same_arrays_are_written_again_and_again() -> None:
    many = VectorEnv("no-thanks", 8)
    arrays = [many.observations, many.action_masks, many.seats, many.rewards, many.dones]
    before = many.observations.copy()
    many.step(many.sample())
    now = [many.observations, many.action_masks, many.seats, many.rewards, many.dones]
    assert all(a is b for a, b in zip(arrays, now, strict=True))
    assert (arrays[0] != before).any()


def test_games_begin_anew_by_themselves_and_differ() -> None:
    many = VectorEnv("no-thanks", 1, seed=4)
    firsts = set()
    for _ in range(2000):
        many.step(many.sample())
        if many.dones[0]:
            firsts.add(many.observations[0].tobytes())
    assert len(firsts) > 5


def test_the_same_seed_gives_the_same_games_whatever_was_played_before() -> None:
    def played(many: VectorEnv) -> list[bytes]:
        found = []
        for _ in range(200):
            many.step(many.sample())
            found.append(many.observations.tobytes())
        return found

    many = VectorEnv("gap", 3, seed=5)
    first = played(many)
    many.reset(5)
    assert played(many) == first
    many.reset([5, 6, 8])
    assert played(many) != first
    many.reset(5)
    many.reset()
    assert played(many) != first  # without a seed, chance goes on


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"num_games": 0}, "num_games: a whole number from 1"),
        ({"num_games": 2, "players": 9}, "players: .*9"),
        ({"num_games": 2, "seed": [1]}, "seed: 2 seeds are needed, not 1"),
        ({"num_games": 2, "reward": "fame"}, "reward: rank, score, win"),
        ({"num_games": 2, "speed": 2}, "speed: .* no such option"),
    ],
)
def test_what_cannot_be_is_refused_by_name(arguments: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        VectorEnv("no-thanks", **arguments)


def test_as_many_actions_as_games_are_needed() -> None:
    many = VectorEnv("no-thanks", 3)
    before = many.observations.copy()
    for actions in ([0, 0], [0.0, 1.0, 0.0], 1, [[0, 0, 0]]):
        with pytest.raises(ValueError, match="actions: 3 whole numbers are needed"):
            many.step(actions)
    assert (many.observations == before).all()


@pytest.mark.parametrize("id", GAMES)
def test_observations_are_as_long_as_their_fields(id: str) -> None:
    many = VectorEnv(id, 2)
    assert many.observations.shape == (2, count_numbers(many.fields))
    assert many.action_masks.shape == (2, pioche.games[id].num_actions)
