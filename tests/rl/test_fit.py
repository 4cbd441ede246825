"""Training: needs PyTorch, which `make test-rl` installs."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from env_helpers import GAMES

from pioche import cli
from pioche.rl.data import dataset
from pioche.rl.envs.setup import make_setup
from pioche.rl.envs.vector import VectorEnv
from pioche.rl.training import selfplay
from pioche.rl.training.fit import Plan, fit, make_training_data
from pioche.rl.training.imitate import imitate
from pioche.rl.training.improve import Rollout, assign_seats, collect_rollout, compute_advantages
from pioche.rl.training.model import Model
from pioche.rl.training.network import load

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


def quick(id: str, **changes: Any) -> Plan:
    return Plan(id, **{"games": 25, "epochs": 1, "decisions": 1, "hidden": 16, **changes})


@pytest.mark.parametrize("id", GAMES)
def test_every_game_can_be_learned(id: str) -> None:
    network = fit(quick(id, teacher="novice"))
    policy, value = network.evaluate(np.zeros((3, make_setup(id).size), np.int16))
    assert np.isfinite(policy).all()
    assert np.isfinite(value).all()


def test_numpy_judges_as_pytorch_does() -> None:
    plan = quick("gap")
    data, table = make_training_data(plan, lambda *_: None), plan.setup
    model = Model(table.size, table.game.num_actions, 16)
    imitate(model, data, 1, 1)
    rows = slice(0, 200)
    masks = np.ones_like(data.masks[rows])
    with torch.no_grad():
        wanted = model(torch.from_numpy(data.observations[rows]), torch.from_numpy(masks))
    found = model.to_network(table.game, {}).evaluate(data.observations[rows])
    for one, other in zip(wanted, found, strict=True):
        assert other == pytest.approx(one.numpy(), abs=1e-3)


def test_the_same_plan_gives_the_same_network() -> None:
    one, other = fit(quick("no-thanks")), fit(quick("no-thanks"))
    assert all((one.weights[name] == other.weights[name]).all() for name in one.weights)
    third = fit(quick("no-thanks", seed=2))
    assert any((one.weights[name] != third.weights[name]).any() for name in one.weights)


def test_imitation_foresees_what_bots_do() -> None:
    plan = quick("no-thanks", games=300)
    data, table = make_training_data(plan, lambda *_: None), plan.setup
    torch.manual_seed(1)
    model = Model(table.size, table.game.num_actions, 64)
    seen: list[float] = []
    learned = imitate(model, data, 6, 1, lambda _, learned: seen.append(learned.moves))
    assert learned.moves > 0.85
    assert learned.moves == seen[-1] > seen[0]


def test_what_is_noted_is_what_the_bot_would_do_not_the_noise() -> None:
    class Taker:
        def choose(self, sight: Any, rng: Any) -> Any:
            from pioche.core.bot import Choice

            return Choice(0)

    table = make_setup("no-thanks", 3)
    (game,) = selfplay.play_games(table, lambda _: [Taker()] * 3, 1, 1, noise=0.5)
    decisions = list(game.decisions)
    assert {action for _, _, action in decisions} == {0}
    assert len(decisions) > 24  # somebody refused, and that was noise


def test_surprises_follow_each_seat_to_the_end_of_its_game() -> None:
    """By hand, step by step: what a seat is paid until it is asked again, and what it expects."""
    env = VectorEnv("no-thanks", 4, 3, seed=3, reward="win")
    model = Model(env.setup.size, env.num_actions, 8)
    rollout = Rollout.allocate(env, 200)
    collect_rollout(model, model, assign_seats(4, 3), env, rollout)
    found = compute_advantages(rollout)
    for game in range(4):
        for seat in range(3):
            follow(rollout, found, game, seat)
    assert found.valid.any()


def follow(rollout: Rollout, found: Any, game: int, seat: int) -> None:
    """The decisions of one seat in one row of games, from the last to the first."""
    decided = [t for t in range(200) if rollout.seats[t, game] == seat]
    after: tuple[int, float] | None = None
    for t in reversed(decided):
        end = next((u for u in range(t, 200) if rollout.dones[u, game]), 200)
        next_t = after[0] if after is not None and after[0] <= end else None
        until = end + 1 if next_t is None else next_t
        paid = rollout.rewards[t:until, game, seat].sum()
        ahead = 0.0 if next_t is None else rollout.values[next_t, game]
        traced = 0.0 if next_t is None or after is None else 0.95 * after[1]
        gain = float(paid + ahead - rollout.values[t, game] + traced)
        known = next_t is not None or end < 200
        assert found.known[t, game] == (known and rollout.by_learner[t, game])
        if known:
            assert found.gains[t, game] == pytest.approx(gain, abs=1e-4)
        after = (t, gain if known else 0.0)


def test_half_of_the_games_are_against_the_network_as_it_was() -> None:
    seated = assign_seats(16, 4)
    assert seated[::2].all()
    assert (seated[1::2].sum(1) == 1).all()
    assert (seated[1::2].sum(0) == 2).all()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"games": 3}, "games: at least 21"),
        ({"epochs": 0}, "epochs: at least 1"),
        ({"players": 9}, "players: .*9"),
        ({"teacher": "champion"}, "champion"),
        ({"options": {"speed": 1}}, "speed: .* no such option"),
    ],
)
def test_what_cannot_be_is_refused_by_name(changes: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        quick("no-thanks", **changes)


def test_the_command_trains_from_a_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = quick("gap", games=40)
    played = selfplay.play_games(plan.setup, lambda _: novices(plan), 40, 1)
    dataset.write(tmp_path / "gap.parquet", plan.setup.game, played)
    out = tmp_path / "gap.npz"
    words = ["--from", str(tmp_path / "gap.parquet"), "--epochs", "1", "--improve", "0"]
    few = ["--hidden", "16", "--check", "8", "--out", str(out), "--lang", "fr"]
    assert cli.main(["fit", "gap", *words, *few]) == 0
    said = capsys.readouterr().out
    assert "Réseau" in said
    assert "une part égale" in said
    assert load(out).about["rows"] > 0
    assert list(tmp_path.glob("*.new")) == []


def novices(plan: Plan) -> list[Any]:
    from pioche.bots.levels import make_bot

    return [make_bot(plan.setup.game, "novice") for _ in range(plan.setup.players)]


def test_the_command_refuses_what_does_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = quick("gap", games=25)
    dataset.write(
        tmp_path / "gap.parquet",
        plan.setup.game,
        selfplay.play_games(plan.setup, lambda _: novices(plan), 25, 1),
    )
    data = ["--from", str(tmp_path / "gap.parquet"), "--out", str(tmp_path / "x.npz")]
    assert cli.main(["fit", "code", *data]) == 1
    assert "about gap, not code" in capsys.readouterr().err
    assert cli.main(["fit", "gap", "--out", str(tmp_path / "nowhere" / "x.npz")]) == 1
    assert not (tmp_path / "x.npz").exists()


@pytest.mark.long
def test_the_example_beats_the_player_it_learned_from() -> None:
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main(400) == 0
