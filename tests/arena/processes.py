"""Which processes are there: what was started must be gone in the end."""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

LONG = 120.0  # seconds; only a failure takes that long


def marked() -> tuple[str, dict[str, str]]:
    """A mark, and an environment that hands it on to all descendants of a process."""
    mark = uuid4().hex
    return mark, {**os.environ, "MARK": mark}


def running(mark: str) -> list[int]:
    """The processes that descend from one that was marked."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def command_of(pid: int) -> bytes:
    """What a process runs; nothing where it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def alive(pid: int) -> bool:
    """Whether a process is there and not just waiting to be forgotten."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def until(done: Callable[[], bool]) -> None:
    """Wait for something that takes as long as it takes."""
    end = monotonic() + LONG
    while not done():
        assert monotonic() < end
        sleep(0.02)
