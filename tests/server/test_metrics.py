"""What Prometheus is told."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pioche.catalog import games
from pioche.core.bot import LEVELS
from pioche.server.metrics import Metrics, may_see, refusal_codes
from pioche.server.settings import ServerSettings

Samples = dict[tuple[str, ...], float]


def samples(page: bytes) -> Samples:
    """Every sample of a page: its name and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page.decode())
        for sample in family.samples
    }


def shown(metrics: Metrics) -> Samples:
    page, kind = metrics.render_exposition()
    assert kind.startswith("text/plain")
    return samples(page)


def test_what_happens_is_counted() -> None:
    metrics = Metrics()
    game = next(iter(games))
    for _ in range(3):
        metrics.moves.add(game)
        metrics.count_command("play", 0.003)
    metrics.count_command("say", 3.0)
    metrics.bot_moves.add(LEVELS[0])
    for size in (100, 200, 300, 400):
        metrics.sent["table"].add(size)
    metrics.resumes.add("resumed")
    metrics.store_errors.inc()
    metrics.observe_commit(7, 0.004)
    metrics.thinking_seconds.observe(0.2)
    metrics.count_request({"type": "http"}, 404, 0.01)
    page = shown(metrics)
    assert page["pioche_moves_total", game] == 3
    assert page["pioche_commands_total", "play"] == 3
    assert page["pioche_commands_total", "say"] == 1
    assert page["pioche_bot_moves_total", LEVELS[0]] == 1
    assert page["pioche_messages_total", "table"] == 4
    assert page["pioche_sent_bytes_total", "table"] == 1000
    assert page["pioche_resumes_total", "resumed"] == 1
    assert page["pioche_store_errors_total",] == 1
    assert page["pioche_commit_entries_sum",] == 7
    assert page["pioche_thinking_seconds_count",] == 1
    assert page["pioche_requests_total", "4xx"] == 1
    assert page["process_open_fds",] > 0


def test_times_fall_into_their_buckets() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.003, 0.004, 3.0, 60.0):
        metrics.count_command("play", seconds)
    for _ in range(2):  # showing does not count again
        page = shown(metrics)
        name = "pioche_command_seconds_bucket"
        command = {key[1]: value for key, value in page.items() if key[0] == name}
        assert command["0.001"] == 2
        assert command["0.002"] == 2
        assert command["0.005"] == 4
        assert command["2.0"] == 4
        assert command["5.0"] == 5
        assert command["+Inf"] == 6
        assert page["pioche_command_seconds_count",] == 6
        assert page["pioche_command_seconds_sum",] == pytest.approx(63.0085)


def test_gauges_show_what_those_who_know_say() -> None:
    metrics = Metrics()
    waiting = [1, 2, 3]
    metrics.add_hook(lambda: metrics.queues["store"].set(len(waiting)))
    metrics.sockets["lobby"].inc()
    assert shown(metrics)["pioche_queue", "store"] == 3
    waiting.clear()
    assert shown(metrics)["pioche_queue", "store"] == 0
    assert shown(metrics)["pioche_sockets", "lobby"] == 1


def test_nobody_outside_can_make_up_a_label() -> None:
    metrics = Metrics()
    before = len(shown(metrics))
    for number in range(100):
        metrics.moves.add(f"game {number}")
        metrics.count_command(f"type {number}", 0)
        metrics.refusals.add(f"code {number}")
        metrics.count_request({"type": "http"}, 1000 * number, 0)
    page = shown(metrics)
    assert len(page) == before < 400
    assert page["pioche_refusals_total", "other"] == 100


def test_every_game_and_every_code_of_a_refusal_has_its_own_series() -> None:
    page = shown(Metrics())
    for game in games:
        assert page["pioche_moves_total", game] == 0
    for code in ("not-your-turn", "too-fast", "seat-taken", *refusal_codes()):
        assert page["pioche_refusals_total", code] == 0


# -- several workers ---------------------------------------------------------------------

EXPOSE = (
    "from pioche.server.metrics import Metrics; print(Metrics().render_exposition()[0].decode())"
)
BURY = "import sys; from prometheus_client.multiprocess import mark_process_dead as bury"


def python(folder: Path, *arguments: str) -> str:
    """Run Python with a common folder for metrics."""
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_workers_add_up_and_the_gauges_of_the_dead_vanish(tmp_path: Path) -> None:
    worker = str(Path(__file__).parent / "support" / "programs" / "counter_worker.py")
    for number in ("2", "5"):
        python(tmp_path, worker, number)
    page = samples(python(tmp_path, "-c", EXPOSE).encode())
    assert page["pioche_commands_total", "play"] == 7
    assert page["pioche_command_seconds_count",] == 7
    assert page["pioche_commit_entries_sum",] == 7
    assert page["pioche_sockets", "table"] == 7
    pids = {path.stem.rpartition("_")[2] for path in tmp_path.glob("counter_*.db")}
    python(tmp_path, "-c", f"{BURY}\nfor pid in sys.argv[1:]: bury(int(pid))", *pids)
    page = samples(python(tmp_path, "-c", EXPOSE).encode())
    assert page["pioche_commands_total", "play"] == 7
    assert page.get(("pioche_sockets", "table"), 0) == 0


# -- who may see -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "headers", "settings", "seen"),
    [
        ("127.0.0.1", {}, {}, True),
        ("192.168.1.7", {}, {}, True),
        ("8.8.8.8", {}, {}, False),
        ("8.8.8.8", {}, {"metrics_public": True}, True),
        ("127.0.0.1", {"x-forwarded-for": "8.8.8.8"}, {}, False),
        ("8.8.8.8", {"x-forwarded-for": "8.8.8.8"}, {"behind_proxy": True}, False),
        ("10.0.0.3", {"x-forwarded-for": "10.0.0.3"}, {"behind_proxy": True}, True),
    ],
)
def test_metrics_are_for_the_neighbours_unless_the_settings_say_otherwise(
    host: str, headers: dict[str, str], settings: dict[str, Any], seen: bool
) -> None:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"client": (host, 1), "headers": raw}
    assert may_see(scope, ServerSettings(database="", **settings)) == seen
