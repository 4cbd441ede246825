"""The arena on a real Ray cluster, started here and ended here."""

import subprocess
import sys
from pathlib import Path

import pytest

from pioche import cli

# Ray needs half a minute to start on a small machine, so one test asks it everything. It is
# run by a program of its own: Ray leaves threads and handlers in the process that starts it.
PROGRAM = """
import subprocess, sys
from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
try:
    words = [sys.executable, "-m", "pioche", *sys.argv[1:], "--ray", cluster.address]
    sys.exit(subprocess.run(words).returncode)
finally:
    cluster.shutdown()
"""


def test_a_cluster_plays_the_same_games_as_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    words = [
        "arena",
        "no-thanks",
        "--bots",
        "expert@20,regular,novice",
        "--games",
        "24",
        "--jobs",
        "1",
    ]
    here, there = tmp_path / "here", tmp_path / "there"
    assert cli.main([*words, "--out", str(here)]) == 0
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words, "--out", str(there), "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "ray" not in run.stdout.lower()
    for name in ("games.jsonl", "result.json"):
        assert (here / name).read_bytes() == (there / name).read_bytes()


def test_without_ray_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["arena", "gap", "--bots", "novice*2", "--ray", "auto", "--out", str(tmp_path / "o")]
    assert cli.main(words) == 1
    assert "pip install 'pioche[ray]'" in capsys.readouterr().err
