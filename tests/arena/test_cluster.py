"""The arena on a real Ray cluster, started here and ended here."""

import subprocess
import sys
from pathlib import Path

import pytest
from processes import marked, running, until

from pioche import cli

# Run by a program of its own: Ray leaves threads and handlers in the process that starts it.
PROGRAM = """
import subprocess, sys
from ray.cluster_utils import Cluster

try:
    head = {"num_cpus": 2, "include_dashboard": False, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args=head)
except Exception:
    sys.exit(75)
try:
    words = [sys.executable, "-m", "pioche", *sys.argv[1:], "--ray", cluster.address]
    sys.exit(subprocess.run(words).returncode)
finally:
    cluster.shutdown()
"""
TOO_SLOW = 75  # Ray gives itself half a minute to start, which a busy machine may not keep


def test_a_cluster_plays_the_same_games_as_this_machine(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    words = ["arena", "no-thanks", "--bots", "expert@20,regular,novice", "--games", "24"]
    here, there = tmp_path / "here", tmp_path / "there"
    assert cli.main([*words, "--jobs", "1", "--out", str(here)]) == 0
    for _ in range(5):
        run = on_a_cluster(*words, "--out", str(there), "--lang", "en")
        if run.returncode != TOO_SLOW:
            break
    assert run.returncode == 0, run.stderr
    assert "ray" not in run.stdout.lower()
    for name in ("games.jsonl", "moves.jsonl", "result.json"):
        assert (here / name).read_bytes() == (there / name).read_bytes()


def on_a_cluster(*words: str) -> "subprocess.CompletedProcess[str]":
    mark, marks = marked()
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        env={**marks, "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    until(lambda: not running(mark))
    return run


def test_without_ray_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["arena", "gap", "--bots", "novice*2", "--ray", "auto", "--out", str(tmp_path / "o")]
    assert cli.main(words) == 1
    assert "pip install 'pioche[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_said(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray")
    words = ["arena", "gap", "--bots", "novice*2", "--ray", address, "--out", str(tmp_path / "o")]
    assert cli.main(words) == 1
    assert f"--ray {address}: nobody answers there" in capsys.readouterr().err
