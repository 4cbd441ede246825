"""`pioche` on a machine whose wall clock somebody sets: by so many seconds as a file says.

The server looks for what is due more often than usual, and counts in another file how often.
"""

import os
import sys
import time
from pathlib import Path

from pioche.cli import main
from pioche.server import worker

FILE = Path(os.environ["WALL_CLOCK"])
COUNT = FILE.with_suffix(".sweeps")
SWEEP_SECONDS = 0.1
read_real_clock = time.time_ns
sweep_really = worker.ServerWorker.sweep


def read_set_clock() -> int:
    """The wall clock as it is set now."""
    return read_real_clock() + int(FILE.read_text()) * 1_000_000_000


async def sweep_and_count(server: worker.ServerWorker) -> None:
    """Look for what is due, and note that it was done."""
    await sweep_really(server)
    with COUNT.open("a", encoding="utf-8") as file:
        file.write(".")


if __name__ == "__main__":
    time.time_ns = read_set_clock
    time.time = lambda: read_set_clock() / 1e9
    worker.SWEEP_SECONDS = SWEEP_SECONDS
    worker.ServerWorker.sweep = sweep_and_count  # type: ignore[method-assign]
    sys.exit(main())
