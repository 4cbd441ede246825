"""Makes the environment that `make` works in, with a line for every step that does something.

    python3 tools/setup.py UV play       what playing takes
    python3 tools/setup.py UV develop    what working on Pioche takes, too

UV is the program uv; it is installed where it is not there. This file uses nothing but Python's
own library, as nothing else may be there yet.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

LOOK_EVERY = 0.1  # seconds
SHOW_AFTER = 1.0  # seconds that a step runs before a terminal shows it


class Screen:
    """What is told of the steps. A terminal also shows what goes on, and for how long."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.has_told = False
        self.running: dict[str, float] = {}

    def tell(self, line: str) -> None:
        """One line that stays."""
        self.has_told = True
        self.clear()
        print(f"setup: {line}", file=sys.stderr, flush=True)

    def hear(self, line: str) -> None:
        """What a build says: that a step begins, or is done, or that something is left out."""
        if line.startswith("> "):
            self.running[line[2:]] = time.monotonic()
            return
        self.running.pop(line.rpartition(",")[0], None)
        self.tell(line)

    def show(self, name: str, since: float) -> None:
        """What runs now, on a terminal."""
        now = time.monotonic()
        if sys.stderr.isatty() and now - since > SHOW_AFTER:
            steps = self.running or {name: since}
            line = " · ".join(f"{step} … {now - began:.0f} s" for step, began in steps.items())
            print(f"\r\x1b[Ksetup: {line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take away what is shown of what runs."""
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def main(uv: str, what: str) -> None:
    """Get uv, what Pioche rests on, the tools of the page for developers, and Pioche itself."""
    screen = Screen()
    if shutil.which(uv) is None:
        get_uv(screen)
    sync = [uv, "sync", "--locked", *(["--no-dev"] if what == "play" else [])]
    started = time.monotonic()
    said = run(screen, "installing packages", [*sync, "--inexact", "--no-install-project"])
    if found := re.search(r"^Installed (\d+) packages?", said, re.MULTILINE):
        screen.tell(f"installing {found[1]} packages, {time.monotonic() - started:.0f} s")
    if what != "play":
        run(
            screen,
            "looking for the tools of the page",
            [uv, "run", "--no-sync", "python", "-m", "tools.wheel.page"],
        )
    started = time.monotonic()
    # Who plays keeps what a developer has installed beside.
    extras = ["--inexact"] if what == "play" else []
    said = run(screen, "building Pioche", [*sync, "--no-editable", *extras])
    if re.search(r"^ [+~] pioche==", said, re.MULTILINE):
        screen.tell(f"building and installing Pioche, {time.monotonic() - started:.0f} s")
    if screen.has_told:
        screen.tell(f"ready after {time.monotonic() - screen.start:.0f} s")


def get_uv(screen: Screen) -> None:
    """Install uv into .uv: by pip, or into an environment where pip is not to be had alone."""
    started, pip = time.monotonic(), ["-m", "pip", "install", "--quiet", "--upgrade"]
    try:
        run(screen, "fetching uv", [sys.executable, *pip, "--target", ".uv", "uv"])
    except subprocess.CalledProcessError:
        run(screen, "fetching uv", [sys.executable, "-m", "venv", "--clear", ".uv"])
        run(screen, "fetching uv", [".uv/bin/python", *pip, "uv"])
    screen.tell(f"fetching uv, which installs the rest, {time.monotonic() - started:.0f} s")


def run(screen: Screen, name: str, command: list[str]) -> str:
    """Run a command; what it says."""
    with tempfile.TemporaryDirectory() as folder:
        said, progress = Path(folder, "said"), Path(folder, "progress")
        progress.touch()
        environment = {**os.environ, "PIOCHE_PROGRESS": str(progress)}
        with said.open("wb") as output, progress.open(encoding="utf-8") as lines:
            process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, env=environment
            )
            follow(screen, name, process, lines)
        screen.clear()
        text = said.read_text(encoding="utf-8", errors="replace")
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, text)
    return text


def follow(
    screen: Screen, name: str, process: "subprocess.Popen[bytes]", lines: Iterable[str]
) -> None:
    """Pass on what a command tells of its steps, until it ends."""
    since, ended = time.monotonic(), False
    while not ended:
        try:
            process.wait(LOOK_EVERY)
            ended = True
        except subprocess.TimeoutExpired:
            screen.show(name, since)
        for line in lines:
            screen.hear(line.rstrip())


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.output}\nsetup: {' '.join(error.cmd)} failed")
