"""The attacks of `make attack` run, and measure those who play beside them."""

import json
import subprocess
import sys
from pathlib import Path

ATTACK = Path(__file__).parents[1] / "bench" / "server" / "attack.py"


def test_an_attack_measures_the_quiet_players_and_the_servers_memory(tmp_path: Path) -> None:
    command = [sys.executable, ATTACK, "--only", "empty pings", "half-sent heads"]
    command += ["--seconds", "1"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, cwd=tmp_path, check=False
    )
    assert done.returncode in (0, 1), done.stderr  # 1: the machine is too busy for the goals
    result = json.loads((tmp_path / "attack.json").read_text())
    assert set(result) == {"empty pings", "half-sent heads"}
    for found in result.values():
        assert found["problems"] == []
        assert found["moves"] > 0
        assert found["connections"] > 0
        assert 0 < found["before"] <= found["peak"]
