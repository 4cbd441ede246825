"""Several workers over one PostgreSQL: what two cost more than one, and who has to wait.

The load is the same each time. `one`: one worker. `two`: two workers of one server, which hand
sockets over so that those of a table meet at one of them. `apart`: two servers that know nothing
of each other but the database, with two of a table's four sockets at each: as on two machines
behind a proxy without a rule. CPU is that of all processes of the servers together.
"""

import gc
import itertools
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import uvloop
from client import Address, Hear, Socket
from load import Load
from pioche_server import LIMITS, ROOT, folder
from process import Process, free_port, started

sys.path.append(str(ROOT / "tests" / "server" / "support"))

from postgres import Postgres

# As a host would leave them; only the tests' own PostgreSQL is meant to be quick.
SETTINGS = {"full_page_writes": "on", "shared_buffers": "128MB", "wal_level": "replica"}
LAYOUTS = {"one": (1,), "two": (2,), "apart": (1, 1)}  # workers of each server

Figures = dict[str, Any]


class ProcessTree(Process):
    """Servers with all the processes that they have started."""

    def __init__(self, roots: Sequence[Process]) -> None:
        super().__init__(roots[0].pid)
        self.roots = roots

    def list_all(self) -> list[Process]:
        return [one for root in self.roots for one in (root, *root.descendants())]

    def cpu(self) -> float:
        """Seconds of CPU time of all of them."""
        return sum(Process(one.pid).cpu() for one in self.list_all())

    def rss(self) -> int:
        """Bytes of memory of all of them."""
        return sum(Process(one.pid).rss() for one in self.list_all())


class SpreadAddress(Address):
    """Several servers: who opens a socket comes to the next one."""

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(ports[0])
        self.others = itertools.cycle([Address(port) for port in ports])

    async def socket(self, path: str, cookie: str, hear: Hear) -> Socket:
        return await next(self.others).socket(path, cookie, hear)


@contextmanager
def serve_each(
    database: str, workers: Sequence[int], place: Path
) -> Iterator[list[tuple[int, Process]]]:
    """A server for each number of workers, all over one database: their ports and processes."""
    (place / "limits.json").write_text(json.dumps(LIMITS))
    with ExitStack() as stack:
        servers = []
        for number, count in enumerate(workers):
            port = free_port()
            command = [sys.executable, "-m", "pioche", "serve", "--port", str(port)]
            command += ["--database", database, "--workers", str(count)]
            command += ["--limits", str(place / "limits.json")]
            server = stack.enter_context(started(command, port, place / f"log{number}"))
            servers.append((port, server))
        yield servers


async def play(
    servers: Sequence[tuple[int, Process]],
    database: Process,
    games: Sequence[str],
    tables: int,
    seconds: float,
    rate: float,
) -> Figures:
    """A load over all servers, with what it cost them and the database."""
    load = Load(servers[0][0], servers[0][1].pid, rate)
    load.server = ProcessTree([server for _, server in servers])
    load.address = SpreadAddress([port for port, _ in servers])
    await load.seat(games, tables)
    gc.freeze()
    postgres = ProcessTree([database])
    before = postgres.cpu()
    await load.run(seconds)
    spent = postgres.cpu() - before  # the warm-up is in it
    await load.close()
    found = load.result()
    return {**found, "tables": tables, "database_ms": 1000 * spent / max(1, found["moves"])}


def measure_layouts(
    games: Sequence[str], tables: int, seconds: float, rate: float, rounds: int
) -> Figures:
    """The same load on every layout, each in several rounds, on fresh databases."""
    figures: dict[str, list[Figures]] = {name: [] for name in LAYOUTS}
    with folder() as place:
        postgres = Postgres(fsync=True, place=find_database_place(place), **SETTINGS)
        try:
            database = Process(postgres.process.pid)
            for name in [name for _ in range(rounds) for name in LAYOUTS]:
                with serve_each(postgres.new_database(), LAYOUTS[name], place) as servers:
                    load = play(servers, database, games, tables, seconds, rate)
                    figures[name].append(uvloop.run(load))
        finally:
            postgres.stop()
    return {name: pick_middle(rounds) for name, rounds in figures.items()}


def find_database_place(place: Path) -> Path:
    """A folder on a real disk; PostgreSQL does not run as root, but must reach it."""
    if os.getuid() != 0:
        return place
    if not all(parent.stat().st_mode & 1 for parent in place.parents):
        return Path("/var/tmp")
    place.chmod(0o711)
    return place


def pick_middle(rounds: list[Figures]) -> Figures:
    """The round whose CPU a move is in the middle; its longest wait is that of all rounds."""
    middle = sorted(rounds, key=lambda one: float(one["cpu_ms"]))[len(rounds) // 2]
    longest = max(one["last"]["max"] for one in rounds)
    return {**middle, "last": {**middle["last"], "max": longest}}
