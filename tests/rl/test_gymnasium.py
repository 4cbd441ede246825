"""One seat against bots: Gymnasium's own test, and what it doesn't ask."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from env_helpers import GAMES, TURNS
from gymnasium.utils.env_checker import check_env

import pioche
from pioche.rl.envs.gymnasium import SoloEnv
from pioche.rl.envs.registry import name_of


def played(table: Any, seed: int) -> tuple[float, int]:
    """Play at random to the end; the rewards in all, and how many decisions there were."""
    seen, info = table.reset(seed=seed)
    table.action_space.seed(seed)
    total, decisions, over = 0.0, 0, False
    while not over:
        action = table.action_space.sample(seen["action_mask"])
        seen, reward, over, cut, info = table.step(action)
        assert not cut
        total += reward
        decisions += 1
    assert "refusal" not in info
    return total, decisions


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("id", GAMES)
def test_the_interface_is_as_gymnasium_wants_it(id: str) -> None:
    check_env(gymnasium.make(name_of(pioche.games[id]), opponents="novice").unwrapped)


@pytest.mark.parametrize("id", TURNS)
def test_whole_games_are_played_from_every_seat(id: str) -> None:
    for seat in (0, 1, None):
        table = SoloEnv(id, seat=seat, opponents="novice")
        total, decisions = played(table, 3)
        assert decisions > 0
        state = table.turns.episode.state
        ranks = state.outcome().ranks
        mine = ranks[table.seat]
        wanted = sum((r > mine) - (r < mine) for r in ranks) / (len(ranks) - 1)
        assert total == pytest.approx(wanted)


def test_a_seed_repeats_a_game_bots_and_all() -> None:
    def game(seed: int) -> list[bytes]:
        table = SoloEnv("no-thanks", opponents="expert")
        seen, _ = table.reset(seed=seed)
        found = [seen["observation"].tobytes()]
        for _ in range(5):
            seen, *_ = table.step(0)
            found.append(seen["observation"].tobytes())
        return found

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    table = SoloEnv("gap", 3)
    seen, _ = table.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = table.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert info["refusal"]
    assert info["clause"].startswith("GAP-")
    with pytest.raises(ValueError, match="over"):
        table.step(0)


def test_masks_are_there_for_tools_that_ask() -> None:
    table = SoloEnv("no-thanks")
    seen, _ = table.reset(seed=1)
    assert table.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"opponents": "champion"}, "champion"),
        ({"opponents": ["novice"]}, "opponents: 3 levels are needed, not 1"),
        ({"seat": 4}, "seat: 0 to 3 or None"),
        ({"render_mode": "oil"}, "render_mode"),
    ],
)
def test_what_cannot_be_is_refused_by_name(arguments: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        SoloEnv("no-thanks", **arguments)


def test_an_episode_begins_with_a_decision_of_the_learner() -> None:
    """CD-20: a bot may win before it is the learner's turn; then another game is dealt."""
    table = SoloEnv("code", 8, seat=7, opponents="novice")
    seen, _ = table.reset(seed=692)
    assert seen["action_mask"].any()
    table.step(int(seen["action_mask"].argmax()))


def test_bots_that_race_keep_their_own_hands() -> None:
    """A novice is slower than an expert, whatever hands the environment gives to learners."""

    def seconds(level: str) -> float:
        table = SoloEnv("rouge-jaune-vert", 2, seat=0, opponents=level)
        table.reset(seed=1)
        rival = "player_1"
        table.turns.episode.set_decision_seconds(
            10**6
        )  # the learner does nothing for the rest of the round
        table.step(int(table.observe()["action_mask"].argmax()))
        assert rival in table.turns.infos
        return float(table.turns.episode.race.get_seconds())

    assert seconds("novice") > seconds("expert")
