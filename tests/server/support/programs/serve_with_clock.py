"""`pioche` on a machine whose wall clock somebody sets: by so many seconds as a file says."""

import os
import sys
import time
from pathlib import Path

from pioche.cli import main

FILE = Path(os.environ["WALL_CLOCK"])
read_real_clock = time.time_ns


def read_set_clock() -> int:
    """The wall clock as it is set now."""
    return read_real_clock() + int(FILE.read_text()) * 1_000_000_000


if __name__ == "__main__":
    time.time_ns = read_set_clock
    time.time = lambda: read_set_clock() / 1e9
    sys.exit(main())
