"""Trained networks: their files, and the bots that play by them. NumPy is all it takes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numpy")

from env_helpers import GAMES

import pioche
from pioche.arena.lineup import parse_lineup
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.runner import play_match
from pioche.core.bot import EvaluatingBot, Knowledge
from pioche.core.tensors.field import count_numbers
from pioche.rl.envs.setup import make_setup
from pioche.rl.training.network import Network, load
from pioche.rl.training.player import NetworkPlayer


def network(id: str, seed: int = 1, hidden: int = 8) -> Network:
    """A network that has learned nothing."""
    game, luck = pioche.games[id], np.random.default_rng(seed)
    size = count_numbers(game.tensor_encoder().fields())
    ends = {"first": (size, hidden), "second": (hidden, hidden)}
    ends |= {"policy": (hidden, game.num_actions), "value": (hidden, 1)}
    weights: dict[str, Any] = {}
    for name, (inputs, outputs) in ends.items():
        weights[name] = luck.normal(size=(inputs, outputs)).astype(np.float32)
        weights[f"{name}_bias"] = luck.normal(size=outputs).astype(np.float32)
    return Network(game, weights, {"seed": seed})


def saved(folder: Path, id: str, seed: int = 1) -> Path:
    path = folder / f"{id}.npz"
    network(id, seed).save(path)
    return path


def rewritten(path: Path, **changes: Any) -> Path:
    """A file with other contents; None leaves something out."""
    with np.load(path) as file:
        contents = {name: file[name] for name in file.files}
    contents |= changes
    np.savez(path, **{name: value for name, value in contents.items() if value is not None})
    return path


@pytest.mark.parametrize("id", GAMES)
def test_a_network_comes_back_from_its_file(id: str, tmp_path: Path) -> None:
    before = network(id)
    before.save(tmp_path / "a file without an ending")
    again = load(tmp_path / "a file without an ending")
    rows = np.random.default_rng(2).integers(0, 3, (5, make_setup(id).size)).astype(np.int16)
    for one, other in zip(before.evaluate(rows), again.evaluate(rows), strict=True):
        assert (one == other).all()
    assert again.game is pioche.games[id]
    assert again.about["seed"] == 1


@pytest.mark.parametrize("id", GAMES)
def test_a_bot_with_a_network_plays_whole_games_by_the_rules(id: str, tmp_path: Path) -> None:
    path = saved(tmp_path, id)
    others = pioche.games[id].players[0] - 1
    standing = play_match(id, [f"net:{path}"] + ["novice"] * others, 4)
    assert standing.games >= 4
    assert standing[f"net:{path}"].faults.total() == 0


def test_a_bot_with_a_network_sees_only_what_its_seat_sees() -> None:
    player = NetworkPlayer(network("gap"))
    state = pioche.games["gap"].new(3)
    state.shuffle(pioche.Rng(4))
    seat = state.actors()[0]
    choices = set()
    for seed in range(8):
        other = state.resample(seat, pioche.Rng(seed))
        choices.add(
            player.choose(Knowledge(other, seat, pioche.Rng(seed)), pioche.Rng(seed)).action
        )
    assert len(choices) == 1


def test_a_bot_with_a_network_says_what_it_thinks() -> None:
    player = NetworkPlayer(network("gap"))
    assert isinstance(player, EvaluatingBot)
    state = pioche.games["gap"].new(3)
    state.shuffle(pioche.Rng(4))
    seat, luck = state.actors()[0], pioche.Rng(1)
    thoughts = player.evaluate_moves(Knowledge(state, seat, luck), luck)
    assert sorted(thought.action for thought in thoughts) == state.legal(seat)
    assert sum(thought.share for thought in thoughts) == pytest.approx(1)
    assert thoughts[0].action == player.choose(Knowledge(state, seat, luck), luck).action


def test_where_everybody_acts_at_once_a_network_has_hands() -> None:
    player = NetworkPlayer(network("rouge-jaune-vert"))
    state = pioche.games["rouge-jaune-vert"].new(2)
    state.shuffle(pioche.Rng(1))
    luck = pioche.Rng(1)
    for _ in range(4):
        choice = player.choose(Knowledge(state, 0, luck), luck)
        assert 0.3 < choice.seconds < 6
        state.apply(0, choice.action)


@pytest.mark.parametrize(
    ("about", "complaint"),
    [
        ({"format": 2}, "format 2; this Pioche reads 1"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules": 99}, "trained for other rules"),
        ({"fields": []}, "trained for other fields"),
    ],
)
def test_a_network_of_other_rules_is_refused(
    about: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, "no-thanks")
    with np.load(path) as file:
        kept = json.loads(str(file["about"]))
    with pytest.raises(ValueError, match=complaint):
        load(rewritten(path, about=np.array(json.dumps({**kept, **about}))))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"second": None}, "is no network of Pioche"),
        ({"second": np.zeros((3, 3))}, "layer 'second' does not fit"),
        ({"value_bias": np.zeros(2)}, "layer 'value' does not fit"),
        ({"policy": np.full((8, 2), np.nan)}, "layer 'policy' has numbers that are none"),
        ({"about": np.array("{")}, "is no network of Pioche"),
        ({"about": np.array("[]")}, "is no network of Pioche|format None"),
        ({"first": np.array(1.0)}, "layer 'first' does not fit"),
        ({"first_bias": np.array(1.0)}, "layer 'first' does not fit"),
        ({"first": np.array([{"a": 1}], dtype=object)}, "is no network of Pioche"),
    ],
)
def test_a_damaged_network_is_refused(changes: Any, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=complaint):
        load(rewritten(saved(tmp_path, "no-thanks"), **changes))


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_gets_through_as_another_error(seed: int, tmp_path: Path) -> None:
    path, luck = saved(tmp_path, "no-thanks"), np.random.default_rng(seed)
    content = bytearray(path.read_bytes())
    for at in luck.integers(0, len(content), 3):
        content[at] = int(luck.integers(256))
    path.write_bytes(content[: int(luck.integers(1, len(content)))] if seed % 2 else content)
    try:
        load(path)
    except ValueError as error:
        assert str(path) in str(error) or "no game" in str(error)


def test_what_is_no_file_or_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.npz").write_text("words")
    with pytest.raises(ValueError, match=r"words\.npz is no network"):
        load(tmp_path / "words.npz")
    with pytest.raises(ValueError, match="there is no"):
        load(tmp_path / "nothing.npz")


def test_networks_have_a_place_in_the_line_up(tmp_path: Path) -> None:
    path = saved(tmp_path, "no-thanks")
    bots = parse_lineup(f"mine=net:{path},regular*2")
    kept = MatchSettings("no-thanks", bots).to_json()
    assert list(kept["networks"]) == [f"mine=net:{path}"]
    saved(tmp_path, "no-thanks", seed=2)
    assert MatchSettings("no-thanks", bots).to_json()["networks"] != kept["networks"]
    assert "networks" not in MatchSettings("no-thanks", ("regular",) * 3).to_json()
    with pytest.raises(ValueError, match="plays no-thanks, not gap"):
        MatchSettings("gap", bots)
    with pytest.raises(ValueError, match="no bot 'net:'"):
        parse_lineup("net:,regular*2")


def test_playing_by_a_network_takes_no_pytorch(tmp_path: Path) -> None:
    path = saved(tmp_path, "no-thanks")
    program = f"""
import sys
sys.modules["torch"] = None
from pioche.arena.workers.runner import play_match
print(play_match("no-thanks", ["net:{path}", "regular", "regular"], 3).games)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "3", done.stderr
