"""The load generator of `make bench-server` plays real games at a real server."""

import json
import os
import subprocess
import sys
from pathlib import Path

from server_clients import run_server

import pioche

LOAD = Path(__file__).parents[1] / "bench" / "server" / "load.py"


def load(url: str, *more: str) -> dict:
    port = url.rpartition(":")[2]
    command = [sys.executable, LOAD, "--port", port, "--pid", str(os.getpid()), *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_load_plays_every_kind_of_game_and_times_every_move(tmp_path) -> None:
    with run_server(tmp_path) as url:
        found = load(url, "--tables", str(len(pioche.games)), "--seconds", "200", "--moves", "60")
    assert found["moves"] >= 60
    assert set(found["kinds"]) == set(pioche.games)
    assert found["problems"] == {}
    assert 0 < found["ack"]["p50"] <= found["ack"]["p99"] <= found["ack"]["max"]
    assert 0 < found["last"]["p50"] <= found["last"]["max"]


def test_a_load_goes_on_with_rematches_at_a_rate(tmp_path) -> None:
    more = ("--games", "no-thanks", "--tables", "2", "--seconds", "200", "--moves", "200")
    with run_server(tmp_path) as url:
        found = load(url, *more, "--rate", "100")
    assert found["games"] >= 1
    assert found["problems"] == {}
