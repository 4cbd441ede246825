"""Environments of games for an agreed time: it passes by decisions, alike in all of them."""

import copy
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import pioche
from pioche import Rng
from pioche.rl.envs.pettingzoo import env
from pioche.rl.envs.setup import make_setup
from pioche.rl.envs.vector import VectorEnv

TIMED = [game for game in pioche.games.values() if "minutes" in game.options]
MINUTES = 5


def decisions(game: pioche.Game) -> int:
    """How many fit into the time."""
    return game.moves_until_clock(game.new(2, minutes=MINUTES))


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
def test_an_episode_strikes_the_clock_by_itself(game: pioche.Game) -> None:
    episode = make_setup(game.id, 2, minutes=MINUTES).make_episode(Rng(3))
    rng, played = Rng(1), 0
    episode.begin()
    while not episode.done:
        last = episode.state.dump()["last"]
        # If they are up between two rounds the clock waits for the next, which is dealt at once.
        assert (last is not None) == (played >= decisions(game))
        legal = episode.state.legal(int(episode.seat))
        episode.play(legal[rng.below(len(legal))])
        played += 1
    assert played > decisions(game)
    assert episode.state.is_over()


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
def test_games_in_lock_step_and_single_ones_end_alike(game: pioche.Game) -> None:
    many = VectorEnv(game.id, 2, 2, seed=[5, 6], minutes=MINUTES)
    singles = [env(game.id, 2, minutes=MINUTES) for _ in range(2)]
    for single, seed in zip(singles, (5, 6), strict=True):
        single.reset(seed=seed)
    ended = 0
    while ended < 4:
        chosen = many.sample().copy()
        many.step(chosen)
        for i, single in enumerate(singles):
            single.step(int(chosen[i]))
            assert all(single.terminations.values()) == many.dones[i]
            if many.dones[i]:
                ended += 1
                single.reset()


def play_out(table: Any, rng: Rng) -> list[float]:
    """Play an environment to its end by the same chance; what it paid."""
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        legal = [action for action, may in enumerate(mask) if may]
        table.step(legal[rng.below(len(legal))])
    return [table.rewards[agent] for agent in table.possible_agents]


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
def test_a_copy_knows_how_much_time_has_passed(game: pioche.Game) -> None:
    table = env(game.id, 2, minutes=MINUTES)
    table.reset(seed=4)
    for _ in range(decisions(game) - 3):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(mask.argmax()))
    other = copy.deepcopy(table)
    assert play_out(table, Rng(2)) == play_out(other, Rng(2))


@pytest.mark.parametrize("game", TIMED, ids=lambda game: game.id)
def test_openspiel_strikes_the_clock_too(game: pioche.Game) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from pioche.rl.envs.openspiel import name_of

    state = pyspiel.load_game(f"{name_of(game)}(players=2,minutes={MINUTES})").new_initial_state()
    rng, played = Rng(9), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.below(len(state.chance_outcomes())))
            continue
        assert (state.play.state.dump()["last"] is not None) == (played >= decisions(game))
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
        played += 1
        if played == decisions(game) - 2:
            state = state.clone()
    assert played < 10_000 and state.play.state.is_over()
