"""A server process, and what it costs: CPU time and memory as Linux counts them."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
FILES = 20_000  # descriptors; a socket is one


def machine_cpu() -> float:
    """Seconds of CPU time that all processes together have used."""
    user, nice, system, _, _, *interrupts = Path("/proc/stat").read_text().split()[1:8]
    return sum(map(int, (user, nice, system, *interrupts))) / TICK


class Process:
    """A process with the processes it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def cpu(self) -> float:
        """Seconds of CPU time that it has used, in all its threads, without its children."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def rss(self) -> int:
        """Bytes of memory that it holds."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def descendants(self) -> list["Process"]:
        """The processes below it that run now."""
        parents: dict[int, int] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(") ")[2].split()
            except OSError:  # it has ended in the meantime
                continue
            parents[int(path.parent.name)] = int(fields[1])
        return [Process(pid) for pid in parents if self.pid in ancestors(pid, parents)]


def ancestors(pid: int, parents: Mapping[int, int]) -> Iterator[int]:
    """Who started a process, who started that one …"""
    while pid in parents:
        pid = parents[pid]
        yield pid


def allow_files() -> None:
    """Let this process and its children have many sockets."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(command: list[str], port: int, log: Path) -> Iterator[Process]:
    """A server, from when it answers on a port until the end of the block."""
    with log.open("wb") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        wait_for(port, running, log)
        yield Process(running.pid)
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def wait_for(port: int, running: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return when the server takes connections."""
    for _ in range(600):
        if running.poll() is not None:
            sys.exit(f"bench: the server ended at once\n{log.read_text()[-2000:]}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("bench: the server does not answer")
