"""What a build tells whoever waits for it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def say(line: str) -> None:
    """A line for whoever waits: to where PIOCHE_PROGRESS says, as uv shows no build's output."""
    told = os.environ.get("PIOCHE_PROGRESS")
    if told:
        with Path(told).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    print(f"pioche: {line}", flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """A step that takes seconds: it is told when it begins and when it is done."""
    start = time.monotonic()
    say(f"> {name}")
    yield
    say(f"{name}, {time.monotonic() - start:.0f} s")
