"""A server of ours for one scenario: a fresh process with a fresh database on a real disk."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from process import Process, free_port, started

ROOT = Path(__file__).parents[3]
MANY = 1_000_000
# All the load comes from one address, and no person plays as fast.
LIMITS = {
    "tables_per_person": MANY,
    "tables_per_hour": MANY,
    "people_per_hour": MANY,
    "tables_per_hour_per_address": MANY,
    "entries_per_minute": MANY,
    "entries_burst": MANY,
    "table_entries_per_minute": MANY,
    "table_entries_burst": MANY,
    "address_entries_per_minute": MANY,
    "address_entries_burst": MANY,
    "sockets_per_person": MANY,
    "sockets_per_address": MANY,
    "requests_per_second": MANY,
    "requests_burst": MANY,
    "messages_per_second": MANY,
    "messages_burst": MANY,
    "busy_seconds": MANY,
    "full_seconds": MANY,
    "frames_per_second": MANY,
    "frames_burst": MANY,
    "bytes_per_second": 1000 * MANY,
    "bytes_burst": 1000 * MANY,
    "connections_per_second": MANY,
    "connections_burst": MANY,
    "connections_per_address": MANY,
}


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder beside the sources: what lies under /tmp may be no disk at all."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-server-", dir=ROOT / "build") as name:
        yield Path(name)


@contextmanager
def served(bots: int = 1, limits: Mapping[str, float] = LIMITS) -> Iterator[tuple[int, Process]]:
    """The port and the process of `pioche serve`, one worker, SQLite."""
    with folder() as place:
        port, file = free_port(), place / "limits.json"
        file.write_text(json.dumps(limits))
        command = [sys.executable, "-m", "pioche", "serve", "--port", str(port)]
        command += ["--database", f"sqlite://{place}/tables.db", "--bots", str(bots)]
        command += ["--limits", str(file)]
        with started(command, port, place / "log") as server:
            yield port, server


def sync_ms() -> float:
    """How long the disk takes to make 4 KiB last."""
    took = []
    with folder() as place, (place / "probe").open("wb") as file:
        for _ in range(100):
            file.write(bytes(4096))
            file.flush()
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - start))
    return statistics.median(took)


def file_system() -> str:
    """What the database lies on."""
    (ROOT / "build").mkdir(exist_ok=True)
    found = subprocess.run(
        ["stat", "-f", "-c", "%T", ROOT / "build"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()
