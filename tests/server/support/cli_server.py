"""A server as people start it: a process of its own, in a pipe or in a terminal."""

import json
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from processes import LONG, running, until

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")


class Served:
    """A running `pioche`: what it says, and how to end it."""

    def __init__(self, words: tuple[str, ...], env: dict[str, str], terminal: bool) -> None:
        self.mark = uuid4().hex
        self.said = ""
        ours, theirs = pty.openpty() if terminal else (-1, -1)
        if terminal:
            termios.tcsetwinsize(theirs, (50, 100))
        self.screen = ours
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pioche", *words],
            env={**env, "MARK": self.mark},
            stdin=theirs if terminal else subprocess.DEVNULL,
            stdout=theirs if terminal else subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=take_terminal if terminal else few_files,
            start_new_session=True,
        )
        if terminal:
            os.close(theirs)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        """Keep all that is said."""
        source = self.screen if self.screen >= 0 else self.process.stdout.fileno()
        try:
            while piece := os.read(source, 65536):
                self.said += piece.decode()
        except OSError:
            pass  # how a terminal tells that the other side is gone

    def wait_for(self, text: str) -> str:
        """Wait until something has been said; all that was."""
        until(lambda: text in self.said or not self.reader.is_alive())
        assert text in self.said, self.said + self.errors()
        return self.said

    @property
    def url(self) -> str:
        """The address in the first line, its last word."""
        until(lambda: "\n" in self.said or not self.reader.is_alive())
        assert "\n" in self.said, self.errors()
        return self.said.splitlines()[0].split()[-1]

    def get(self, path: str) -> dict:
        """What the server answers."""
        with urllib.request.urlopen(self.url + path, timeout=LONG) as answer:
            return json.load(answer)

    def press(self, keys: bytes) -> None:
        """Type something."""
        os.write(self.screen, keys)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(number)
        return self.status()

    def status(self) -> int:
        """The exit status, when it is there, and all processes are gone."""
        status = self.process.wait(LONG)
        self.reader.join(LONG)
        until(lambda: not running(self.mark))
        return status

    def errors(self) -> str:
        """What was said on standard error, to the end."""
        return self.process.stderr.read().decode()

    def close(self) -> None:
        """Leave nothing behind."""
        for pid in running(self.mark):
            os.kill(pid, signal.SIGKILL)
        self.process.wait(LONG)
        self.reader.join(LONG)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        if self.screen >= 0:
            os.close(self.screen)


def take_terminal() -> None:
    """Make the terminal one's own, so that Ctrl-C is a signal."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def few_files() -> None:
    """Begin with a low limit for open files."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))


@contextmanager
def served(home: Path, *words: str, terminal: bool = False, **env: str) -> Iterator[Served]:
    """A server whose owner's folder is `home`, for a while."""
    own = {name: value for name, value in os.environ.items() if name not in SCREENS}
    own.update(XDG_DATA_HOME=str(home), LC_ALL="en_GB.UTF-8", TERM="xterm", PYTHONUTF8="1")
    own.pop("PIOCHE_DATABASE", None)
    server = Served(words, {**own, **env}, terminal)
    try:
        yield server
    finally:
        server.close()
