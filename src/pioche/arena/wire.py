"""The wire to somebody else's program: lines in, lines out, and never a wait without end."""

import os
import selectors
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic

from pioche.arena.fault import Offence

MOST_LINE = 1 << 16  # bytes of an answer
MOST_LOG = 1 << 20  # bytes that are kept of what a bot writes to its standard error
GLANCE = 0.05  # seconds between two looks at whether the program still runs
GOODBYE = 0.5  # seconds for a program to leave by itself when its input ends


class Wire:
    """A running program in a process group of its own, its pipes read without blocking."""

    def __init__(self, command: Sequence[str], log: Path | None) -> None:
        self.log = log
        self.unsent = b""
        self.unread = b""
        try:
            self.process = Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise Offence("crash", f"it can't be started: {error}") from None
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe)
        self.eyes = selectors.DefaultSelector()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        for pipe in (self.stdout, self.stderr):
            self.eyes.register(pipe, selectors.EVENT_READ)

    # -- talking -------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Send a line that needs no answer; what the pipe has no room for goes later."""
        self.unsent += text.encode() + b"\n"
        with suppress(OSError):
            self.send()

    def ask(self, text: str, seconds: float) -> str:
        """Send a line and read the answer to it."""
        end = monotonic() + seconds
        self.hear()
        if self.unread.strip():
            raise Offence("chatter", shown(self.unread))
        self.unread = b""
        self.tell(text)
        while (answer := self.line()) is None or self.unsent:
            self.wait(end)
        self.unread = self.unread.split(b"\n", 1)[1]
        return answer

    def line(self) -> str | None:
        """The first line that was heard, if it is whole."""
        self.unread = self.unread.lstrip()
        first, newline, _ = self.unread.partition(b"\n")
        if len(first) > MOST_LINE:
            raise Offence("nonsense", f"a line of more than {MOST_LINE} bytes: {shown(first)}")
        if not newline:
            return None
        try:
            return first.decode().strip()
        except UnicodeDecodeError:
            raise Offence("nonsense", f"not UTF-8: {shown(first)}") from None

    def wait(self, end: float) -> None:
        """Until something moves; an offence where nothing can come any more."""
        left = end - monotonic()
        if left <= 0:
            raise Offence("silence", shown(self.unread))
        gone = self.process.poll() is not None
        wanted = [(self.stdin, selectors.EVENT_WRITE)] if self.unsent else []
        for pipe, event in wanted:
            self.eyes.register(pipe, event)
        ready = self.eyes.select(0 if gone else min(left, GLANCE))
        for pipe, _ in wanted:
            self.eyes.unregister(pipe)
        if gone and not ready:
            raise self.crash()
        self.serve([key.fd for key, _ in ready])

    def serve(self, pipes: Sequence[int]) -> None:
        """Move what can be moved."""
        if self.stderr in pipes:
            self.keep()
        if self.stdout in pipes and not self.hear() and self.line() is None:
            raise self.crash()
        if self.stdin in pipes:
            try:
                self.send()
            except OSError:
                raise self.crash() from None

    def crash(self) -> Offence:
        """The program has ended, or has cut the wire."""
        with suppress(Exception):
            self.process.wait(GOODBYE)
        status = self.process.poll()
        self.keep()
        return Offence(
            "crash", "it closed its pipes" if status is None else f"exit status {status}"
        )

    # -- the pipes -----------------------------------------------------------------------

    def send(self) -> None:
        """As much as there is room for."""
        with suppress(BlockingIOError):
            while self.unsent:
                self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]

    def hear(self) -> bool:
        """Read what there is, no more than makes a line; whether the pipe is still open."""
        with suppress(BlockingIOError):
            while len(self.unread) <= MOST_LINE:
                heard = os.read(self.stdout, MOST_LINE)
                if not heard:
                    return False
                self.unread += heard
        return True

    def keep(self) -> None:
        """Keep what the program says aside, as long as it is not too much."""
        with suppress(BlockingIOError):
            heard = os.read(self.stderr, MOST_LINE)
            if not heard:
                with suppress(KeyError):
                    self.eyes.unregister(self.stderr)
            elif self.log is not None:
                with self.log.open("ab") as file:
                    file.write(heard[: max(0, MOST_LOG - file.tell())])

    # -- the end -------------------------------------------------------------------------

    def close(self) -> None:
        """End of input; who doesn't leave by then is killed, children and all."""
        self.process.stdin.close()  # type: ignore[union-attr]
        end = monotonic() + GOODBYE
        with suppress(Offence):
            while self.process.poll() is None and monotonic() < end:
                self.serve([key.fd for key, _ in self.eyes.select(0.005)])
                self.unread = b""
        self.kill()

    def kill(self) -> None:
        """Now."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.keep()
        self.eyes.close()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let signals that would stop us wait: a program that starts or leaves is seen to first.

    They are not blocked, as the program would inherit that; their handlers are called afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    handlers = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
    heard: list[int] = []
    waiting = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in waiting:
        signal.signal(number, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for number, handler in waiting.items():
            signal.signal(number, handler)
        for number in heard:
            waiting[signal.Signals(number)](number, None)


def shown(heard: bytes) -> str:
    """The beginning of what was heard, fit to be printed."""
    return ascii(heard[:80].decode(errors="replace"))[1:-1]
