"""PettingZoo's own tests, and what they don't ask."""

import subprocess
import sys
from importlib.metadata import entry_points
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import gymnasium
import pettingzoo
from env_helpers import GAMES, RACES, TURNS, ends, play, start
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

import pioche
from pioche.rl.envs.pettingzoo import PiocheEnv, env, parallel_env
from pioche.rl.envs.setup import make_setup

# It says so of every environment with masks that is not one of its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("reward", ["rank", "score", "win"])
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("id", GAMES)
def test_the_interface_is_as_pettingzoo_wants_it(id: str, most: bool, reward: str) -> None:
    api_test(env(id, ends(id)[most], reward=reward), num_cycles=200)


@pytest.mark.parametrize("id", GAMES)
def test_the_same_seed_gives_the_same_game(id: str) -> None:
    seed_test(lambda: env(id), num_cycles=200)


@pytest.mark.parametrize("id", GAMES)
def test_tables_are_rendered(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(id, render_mode=render_mode))
    assert "player_0" in capsys.readouterr().out


@pytest.mark.parametrize("id", GAMES)
def test_pictures_have_one_size_and_show_something(id: str) -> None:
    table = env(id, ends(id)[1], render_mode="rgb_array")
    shapes = set()
    for seed in range(3):
        play(table, seed, most=20 * seed)
        picture = table.render()
        shapes.add(picture.shape)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2
    assert len(shapes) == 1


@pytest.mark.parametrize("id", RACES)
def test_the_parallel_interface_is_as_pettingzoo_wants_it(id: str) -> None:
    for players in ends(id):
        parallel_api_test(parallel_env(id, players, round_seconds=30), num_cycles=400)
    parallel_seed_test(lambda: parallel_env(id), num_cycles=200)


@pytest.mark.parametrize("id", RACES)
def test_a_race_is_cut_short_after_max_cycles(id: str) -> None:
    def made(max_cycles: int) -> Any:
        return parallel_env(id, max_cycles=max_cycles)

    as_aec = SimpleNamespace(
        parallel_env=made, env=lambda max_cycles: parallel_to_aec(made(max_cycles))
    )
    max_cycles_test(as_aec)


@pytest.mark.parametrize("id", GAMES)
def test_turns_are_cut_short_after_max_cycles(id: str) -> None:
    table = env(id, max_cycles=3)
    start(table, 1)  # a seed with which no game ends sooner: nine moves can win a game of Code
    decisions = 0
    for agent in table.agent_iter():
        seen, _, terminated, truncated, _ = table.last()
        assert not terminated
        decisions += not truncated
        table.step(None if truncated else table.action_space(agent).sample(seen["action_mask"]))
    assert decisions == 3 * len(table.possible_agents)


@pytest.mark.parametrize("id", GAMES)
def test_an_illegal_action_ends_the_episode(id: str) -> None:
    table = env(id)
    table.reset(seed=2)
    while table.last()[0]["action_mask"].all():
        table.step(table.action_space(table.agent_selection).n - 1)
    agent = table.agent_selection
    table.step(int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0]))
    assert all(table.terminations.values())
    for other in list(table.agents):
        assert table.rewards[other] == (-1.0 if other == agent else 0.0)
        assert ("refusal" in table.infos[other]) == (other == agent)
    assert table.infos[agent]["clause"].split("-")[1].isdigit()
    for _ in table.possible_agents:
        table.step(None)
    assert not table.agents
    table.reset()
    assert not any(table.terminations.values())


def test_what_is_no_action_at_all_is_refused_as_well() -> None:
    table = env(TURNS[0])
    for action in (-1, 10**30, table.action_space("player_0").n):
        table.reset(seed=1)
        agent = table.agent_selection
        table.step(action)
        assert table.infos[agent]["refusal"] == "no-such-move"
    table.reset(seed=1)
    for action in (None, "take", 0.5):
        with pytest.raises((TypeError, ValueError)):
            table.step(action)
    assert not any(table.terminations.values())


def test_a_dead_agent_has_no_action() -> None:
    table = env(TURNS[0])
    table.reset(seed=1)
    table.step(-1)
    with pytest.raises(ValueError, match="out of the game"):
        table.step(0)


@pytest.mark.parametrize("id", GAMES)
def test_rewards_by_rank_add_up_to_nothing(id: str) -> None:
    """NT-16 and its like: seats beaten less seats beaten by, however many rounds are played."""
    table = env(id, 3)
    for seed in range(4):
        totals = play(table, seed)
        ranks = table.turns.episode.state.outcome().ranks
        wanted = [sum((r > mine) - (r < mine) for r in ranks) / 2 for mine in ranks]
        assert list(totals.values()) == pytest.approx(wanted)


@pytest.mark.parametrize("id", GAMES)
def test_rewards_by_win_pay_whoever_is_first(id: str) -> None:
    table = env(id, 3, reward="win")
    for seed in range(4):
        totals = play(table, seed)
        ranks = np.array(table.turns.episode.state.outcome().ranks)
        shares = (ranks == 1) / (ranks == 1).sum()
        assert list(totals.values()) == pytest.approx((shares - (1 - shares) / 2).tolist())


@pytest.mark.parametrize("id", GAMES)
def test_rewards_by_score_are_the_margins_at_the_end(id: str) -> None:
    table = env(id, 3, reward="score")
    game = pioche.games[id]
    for seed in range(4):
        totals = play(table, seed)
        scores = np.array(table.turns.episode.state.outcome().scores, float)
        scores *= -1 if game.fewest_wins else 1
        margins = scores - (scores.sum() - scores) / 2
        assert list(totals.values()) == pytest.approx(margins.tolist())


def test_several_rounds_are_one_episode() -> None:
    """NT-17."""
    table = env("no-thanks", 3, rounds=4, reward="score")
    start(table, 5)
    paid = []
    for agent in table.agent_iter():
        seen, _, over, _, _ = table.last()
        table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
        if not over and any(table.rewards.values()):
            paid.append(table.turns.episode.state.round)
    assert len(paid) == 4


@pytest.mark.parametrize("id", GAMES)
def test_all_seats_together_see_the_state(id: str) -> None:
    table = env(id)
    play(table, 1, most=20)
    rows = table.state()
    assert rows.shape == (len(table.possible_agents), make_setup(id).size)
    for row, agent in zip(rows, table.possible_agents, strict=True):
        assert (row == table.observe(agent)["observation"]).all()


def test_observations_are_the_agents_own() -> None:
    table = env(TURNS[0])
    table.reset(seed=1)
    first = table.last()[0]
    kept = {name: array.copy() for name, array in first.items()}
    first["observation"][:] = 77
    table.step(int(kept["action_mask"].argmax()))
    table.reset(seed=1)
    again = table.last()[0]
    assert all((again[name] == kept[name]).all() for name in kept)


def test_without_a_seed_games_differ_and_a_seed_repeats_all_that_follow() -> None:
    def games(seed: int) -> list[bytes]:
        table = env(TURNS[0])
        found = []
        for number in range(4):
            table.reset(seed=seed if number == 0 else None)
            found.append(table.last()[0]["observation"].tobytes())
        return found

    assert games(1) == games(1)
    assert len(set(games(1))) > 1
    assert games(1) != games(2)


def test_a_subclass_may_override_a_step() -> None:
    class Counting(PiocheEnv):
        steps = 0

        def step(self, action: Any) -> None:
            self.steps += 1
            super().step(action)

    table = Counting(make_setup(TURNS[0]), None, None)
    play(table, 1, most=9)
    assert table.steps == 9


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": 99}, "players: .*99"),
        ({"reward": "fame"}, "reward: rank, score, win"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"render_mode": "oil"}, "render_mode: human, ansi"),
        ({"speed": 3}, "speed: .* no such option"),
    ],
)
@pytest.mark.parametrize("id", GAMES)
def test_what_cannot_be_is_refused_by_name(id: str, arguments: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        env(id, **arguments)


def test_a_game_in_turns_has_no_parallel_environment() -> None:
    with pytest.raises(ValueError, match="played in turns"):
        parallel_env(TURNS[0])
    with pytest.raises(ValueError, match="tick"):
        parallel_env(RACES[0], tick=0)


def test_no_such_game() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are"):
        env("chess")


@pytest.mark.parametrize("group", ["gymnasium.envs", "pettingzoo.envs"])
def test_tools_find_the_environments(group: str) -> None:
    (found,) = [point for point in entry_points(group=group) if point.name == "pioche"]
    found.load()()
    for id, game in pioche.games.items():
        name = f"pioche/{id}-v{game.version}"
        assert name in gymnasium.registry
        if hasattr(pettingzoo, "make"):
            assert isinstance(pettingzoo.make("aec", name, players=3), PiocheEnv)
            assert (name in pettingzoo.parallel_registry) == game.real_time


@pytest.mark.parametrize("id", GAMES)
def test_the_wrappers_of_pettingzoo_play_game_after_game(id: str) -> None:
    table = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(env(id, 3), -5))
    for seed in range(3):
        table.reset(seed=seed)
        while table.last()[0]["action_mask"].all():
            table.step(table.action_space(table.agent_selection).n - 1)
        agent = table.agent_selection
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0]))
        told = {}
        for other in table.agent_iter():
            told[other] = table.last()[1]
            table.step(None)
        assert told.pop(agent) == -5
        assert set(told.values()) == {0}
    several = wrappers.MultiEpisodeEnv(env("no-thanks", 3), 2)
    for _ in range(2):
        several.reset(seed=1)
        for other in several.agent_iter():
            seen, _, terminated, truncated, _ = several.last()
            over = terminated or truncated
            several.step(None if over else int(seen["action_mask"].argmax()))


def test_without_a_game_there_is_nothing_to_tell() -> None:
    table = env(TURNS[0])
    for asked in (table.last, lambda: table.step(0)):
        with pytest.raises(ValueError, match=r"no game is on: reset\(\) begins one"):
            asked()
    play(table, 1)
    with pytest.raises(ValueError, match="no game is on"):
        table.last()


def test_seeds_may_be_whole_numbers_of_numpy() -> None:
    firsts = []
    for seed in (5, np.int64(5), np.uint8(5)):
        table = env(TURNS[0])
        table.reset(seed=seed)
        firsts.append(table.last()[0]["observation"].tobytes())
    assert len(set(firsts)) == 1
    with pytest.raises(TypeError):
        table.reset(seed=0.5)


def test_a_subclass_may_observe_otherwise() -> None:
    class Blind(PiocheEnv):
        def observe(self, agent: str) -> Any:
            seen = super().observe(agent)
            return {**seen, "observation": seen["observation"] * 0}

    table = Blind(make_setup(TURNS[0]), None, None)
    table.reset(seed=1)
    assert not table.last()[0]["observation"].any()


@pytest.mark.parametrize("id", RACES)
def test_ticks_tell_the_time(id: str) -> None:
    table = parallel_env(id, 2, tick=0.5, round_seconds=30)
    _, infos = table.reset(seed=1)
    assert infos["player_0"] == {"seconds": 0.0, "seconds_left": 30.0}
    infos = table.step({})[-1]
    assert infos["player_1"] == {"seconds": 0.5, "seconds_left": 29.5}
    with pytest.raises(ValueError, match="no agent 'player_9'"):
        table.step({"player_9": 0})


@pytest.mark.parametrize("group", ["gymnasium", "pettingzoo"])
def test_names_are_found_in_a_new_process(group: str) -> None:
    make = {
        "gymnasium": "import gymnasium; gymnasium.make('pioche.rl.gymnasium:pioche/gap-v1')",
        "pettingzoo": "import pettingzoo, pioche.rl.pettingzoo; hasattr(pettingzoo, 'make') and "
        "pettingzoo.make('aec', 'pioche/gap-v1', players=3)",
    }
    done = subprocess.run([sys.executable, "-c", make[group]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("id", GAMES)
def test_the_benchmark_of_pettingzoo_runs(id: str) -> None:
    performance_benchmark(env(id))
