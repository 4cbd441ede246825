"""Workers on a Ray cluster; Ray is an optional extra, looked for when it is asked for."""

import logging
import os
import signal
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pioche.arena.block import play_block
from pioche.arena.played import Block
from pioche.arena.settings import Settings

MISSING = "--ray: Ray is not installed; it comes with the extra: pip install 'pioche[ray]'"
AHEAD = 2  # deals under way for each processor of the cluster
GRACE = 5.0  # seconds for a block to be called back
KNOCK = 10.0  # seconds for the cluster to answer
LOOK = 1.0  # seconds between two looks at how large the cluster is


class Cluster:
    """Plays on all processors of a cluster; each node needs the same pioche installed."""

    def __init__(self, settings: Settings, address: str, logs: Path | None = None) -> None:
        self.ray = connect(address)
        self.settings = self.ray.put(settings)
        self.logs = logs.resolve() if logs is not None else None
        self.play: Any = self.ray.remote(num_cpus=1, max_retries=3)(play_there)
        self.pending: list[Any] = []

    def blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, as they are done."""
        waiting = iter(deals)
        self.fill(waiting)
        while self.pending:
            done, self.pending = self.ray.wait(self.pending, timeout=LOOK)
            self.fill(waiting)
            for block in done:
                yield self.receive(block)

    def receive(self, block: Any) -> Block:
        """What a node has done; that one fails is no reason to lose what was played."""
        try:
            played: Block = self.ray.get(block)
        except self.ray.exceptions.RaySystemError as error:
            first = str(error).splitlines()[0]
            raise OSError(f"--ray: {first}; what was played is kept") from None
        return played

    def fill(self, waiting: Iterator[int]) -> None:
        """Keep all processors busy, those too that have joined meanwhile."""
        room = AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while len(self.pending) < room:
            deal = next(waiting, None)
            if deal is None:
                return
            self.pending.append(self.play.remote(self.settings, deal, self.logs))

    def close(self) -> None:
        """Call back what is under way, and leave the cluster."""
        for force in (False, True):  # first as one asks, so that bots from outside are stopped too
            for block in self.pending:
                self.ray.cancel(block, force=force)
            if self.pending:
                count = len(self.pending)
                _, self.pending = self.ray.wait(self.pending, num_returns=count, timeout=GRACE)
        self.pending = []
        self.ray.shutdown()


def play_there(settings: Settings, deal: int, logs: Path | None) -> Block:
    """A block, on whatever node this runs; logs are kept where the folder is within reach."""
    return play_block(settings, deal, logs if logs is not None and logs.is_dir() else None)


def knock(address: str) -> None:
    """Say at once where nobody answers: Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"--ray {address}: nobody answers there ({error})") from None


def connect(address: str) -> Any:
    """Ray, connected to a cluster, and quiet."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Under `uv run` Ray would pack up the current folder and build an environment from it on
    # every node; here the nodes have pioche installed.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        import ray
    except ImportError:
        raise ValueError(MISSING) from None
    knock(address)
    handler = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=False,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ValueError(f"--ray {address}: {str(error).splitlines()[0]}") from None
    signal.signal(signal.SIGTERM, handler)  # Ray has put its own in its place
    return ray
