"""Workers on a Ray cluster; Ray is an optional extra, looked for when it is asked for."""

import logging
import os
import signal
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pioche.arena.match.block import play_block
from pioche.arena.match.game_result import Block
from pioche.arena.settings import MatchSettings

RAY_MISSING = "--ray: Ray is not installed; it comes with the extra: pip install 'pioche[ray]'"
DEALS_AHEAD = 2  # deals under way for each processor of the cluster
CANCEL_TIMEOUT = 5.0  # seconds for a block to be called back
CONNECT_TIMEOUT = 10.0  # seconds for the cluster to answer
POLL_SECONDS = 1.0  # seconds between two looks at how large the cluster is


class RayPool:
    """Plays on all processors of a cluster; each node needs the same pioche installed."""

    def __init__(self, settings: MatchSettings, address: str, logs: Path | None = None) -> None:
        self.ray = connect(address)
        self.settings = self.ray.put(settings)
        self.logs = logs.resolve() if logs is not None else None
        self.remote_play: Any = self.ray.remote(num_cpus=1, max_retries=3)(play_block_on_node)
        self.pending: list[Any] = []

    def play_blocks(self, deals: Iterable[int]) -> Iterator[Block]:
        """The blocks of some deals, as they are done."""
        waiting = iter(deals)
        self.submit_deals(waiting)
        while self.pending:
            done, self.pending = self.ray.wait(self.pending, timeout=POLL_SECONDS)
            self.submit_deals(waiting)
            for block in done:
                yield self.receive_block(block)

    def receive_block(self, block: Any) -> Block:
        """What a node has done; that one fails is no reason to lose what was played."""
        try:
            played: Block = self.ray.get(block)
        except self.ray.exceptions.RaySystemError as error:
            first = str(error).splitlines()[0]
            raise OSError(f"--ray: {first}; what was played is kept") from None
        return played

    def submit_deals(self, waiting: Iterator[int]) -> None:
        """Keep all processors busy, those too that have joined meanwhile."""
        room = DEALS_AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while len(self.pending) < room:
            deal = next(waiting, None)
            if deal is None:
                return
            self.pending.append(self.remote_play.remote(self.settings, deal, self.logs))

    def close(self) -> None:
        """Call back what is under way, and leave the cluster."""
        for force in (False, True):  # first as one asks, so that bots from outside are stopped too
            for block in self.pending:
                self.ray.cancel(block, force=force)
            if self.pending:
                count = len(self.pending)
                _, self.pending = self.ray.wait(
                    self.pending, num_returns=count, timeout=CANCEL_TIMEOUT
                )
        self.pending = []
        self.ray.shutdown()


def play_block_on_node(settings: MatchSettings, deal: int, logs: Path | None) -> Block:
    """A block, on whatever node this runs; logs are kept where the folder is within reach."""
    return play_block(settings, deal, logs if logs is not None and logs.is_dir() else None)


def check_reachable(address: str) -> None:
    """Say at once where nobody answers: Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT).close()
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
        raise ValueError(RAY_MISSING) from None
    check_reachable(address)
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
