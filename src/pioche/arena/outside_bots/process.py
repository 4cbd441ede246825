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
POLL_SECONDS = 0.05  # seconds between two looks at whether the program still runs
EXIT_TIMEOUT = 0.5  # seconds for a program to leave by itself when its input ends


class OutsideProcess:
    """A running program in a process group of its own, its pipes read without blocking."""

    def __init__(self, command: Sequence[str], log: Path | None) -> None:
        self.log_path = log
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
        self.selector = selectors.DefaultSelector()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        for pipe in (self.stdout, self.stderr):
            self.selector.register(pipe, selectors.EVENT_READ)

    # -- talking -------------------------------------------------------------------------

    def send_line(self, text: str) -> None:
        """Send a line that needs no answer; what the pipe has no room for goes later."""
        self.unsent += text.encode() + b"\n"
        with suppress(OSError):
            self.write_stdin()

    def ask(self, text: str, seconds: float) -> str:
        """Send a line and read the answer to it."""
        end = monotonic() + seconds
        self.read_stdout()
        if self.unread.strip():
            raise Offence("chatter", escape_bytes(self.unread))
        self.unread = b""
        self.send_line(text)
        while (answer := self.peek_line()) is None or self.unsent:
            self.wait_for_pipes(end)
        self.unread = self.unread.split(b"\n", 1)[1]
        return answer

    def peek_line(self) -> str | None:
        """The first line that was heard, if it is whole."""
        self.unread = self.unread.lstrip()
        first, newline, _ = self.unread.partition(b"\n")
        if len(first) > MOST_LINE:
            raise Offence(
                "nonsense", f"a line of more than {MOST_LINE} bytes: {escape_bytes(first)}"
            )
        if not newline:
            return None
        try:
            return first.decode().strip()
        except UnicodeDecodeError:
            raise Offence("nonsense", f"not UTF-8: {escape_bytes(first)}") from None

    def wait_for_pipes(self, end: float) -> None:
        """Until something moves; an offence where nothing can come any more."""
        left = end - monotonic()
        if left <= 0:
            raise Offence("silence", escape_bytes(self.unread))
        gone = self.process.poll() is not None
        wanted = [(self.stdin, selectors.EVENT_WRITE)] if self.unsent else []
        for pipe, event in wanted:
            self.selector.register(pipe, event)
        ready = self.selector.select(0 if gone else min(left, POLL_SECONDS))
        for pipe, _ in wanted:
            self.selector.unregister(pipe)
        if gone and not ready:
            raise self.crash_offence()
        self.handle_pipes([key.fd for key, _ in ready])

    def handle_pipes(self, pipes: Sequence[int]) -> None:
        """Move what can be moved."""
        if self.stderr in pipes:
            self.read_stderr()
        if self.stdout in pipes and not self.read_stdout() and self.peek_line() is None:
            raise self.crash_offence()
        if self.stdin in pipes:
            try:
                self.write_stdin()
            except OSError:
                raise self.crash_offence() from None

    def crash_offence(self) -> Offence:
        """The program has ended, or has cut the wire."""
        with suppress(Exception):
            self.process.wait(EXIT_TIMEOUT)
        status = self.process.poll()
        self.read_stderr()
        return Offence(
            "crash", "it closed its pipes" if status is None else f"exit status {status}"
        )

    # -- the pipes -----------------------------------------------------------------------

    def write_stdin(self) -> None:
        """As much as there is room for."""
        with suppress(BlockingIOError):
            while self.unsent:
                self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]

    def read_stdout(self) -> bool:
        """Read what there is, no more than makes a line; whether the pipe is still open."""
        with suppress(BlockingIOError):
            while len(self.unread) <= MOST_LINE:
                heard = os.read(self.stdout, MOST_LINE)
                if not heard:
                    return False
                self.unread += heard
        return True

    def read_stderr(self) -> None:
        """Keep what the program says aside, as long as it is not too much."""
        with suppress(BlockingIOError):
            heard = os.read(self.stderr, MOST_LINE)
            if not heard:
                with suppress(KeyError):
                    self.selector.unregister(self.stderr)
            elif self.log_path is not None:
                with self.log_path.open("ab") as file:
                    file.write(heard[: max(0, MOST_LOG - file.tell())])

    # -- the end -------------------------------------------------------------------------

    def close(self) -> None:
        """End of input; who doesn't leave by then is killed, children and all."""
        self.process.stdin.close()  # type: ignore[union-attr]
        end = monotonic() + EXIT_TIMEOUT
        with suppress(Offence):
            while self.process.poll() is None and monotonic() < end:
                self.handle_pipes([key.fd for key, _ in self.selector.select(0.005)])
                self.unread = b""
        self.kill()

    def kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.read_stderr()
        self.selector.close()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


@contextmanager
def defer_signals() -> Iterator[None]:
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


def escape_bytes(heard: bytes) -> str:
    """The beginning of what was heard, fit to be printed."""
    return ascii(heard[:80].decode(errors="replace"))[1:-1]
