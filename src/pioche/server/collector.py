"""The collector of cycles must not stop the tables.

Moves, sockets, requests and tables that leave memory are gone without it, so it comes only while
there are more and more objects, and finds nothing. It is not switched off: who knocks in a way
that nobody foresaw may still leave a cycle. But what it has looked through once it does not look
through again (100,000 objects take it 30 milliseconds), until nobody is there to wait for it.
"""

import gc
import time
from typing import Any

YOUNG_OBJECTS = 20_000  # gained, until it looks through them: some milliseconds
NEVER = 1_000_000  # times that it has come, until it would look through older ones
MOST_SECONDS = 24 * 3600.0  # until it looks through everything even if somebody is there

last_full = time.monotonic()


def tune_collector() -> None:
    """Let it look through everything once, and from then on only through what is new."""
    if freeze_survivors not in gc.callbacks:
        gc.callbacks.append(freeze_survivors)
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    collect_all()


def freeze_survivors(phase: str, _: dict[str, Any]) -> None:
    """Called by the collector: what it has left alone this time stays out of its sight."""
    if phase == "stop":
        gc.freeze()


def collect_all() -> None:
    """Look through everything."""
    global last_full
    gc.unfreeze()
    gc.collect()
    last_full = time.monotonic()


def collect_if_calm(is_calm: bool) -> None:
    """Look through everything when nobody would notice, or if that was too long ago."""
    if freeze_survivors in gc.callbacks and (
        is_calm or time.monotonic() - last_full > MOST_SECONDS
    ):
        collect_all()
