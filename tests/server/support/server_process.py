"""A server as `pioche serve` starts it: processes of their own, to be killed and started again."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from processes import LONG, command_of, marked, running, until

MANY = 1_000_000
# All of a test comes from one address, and no person plays as fast. Chat is limited as ever.
LIMITS = {
    "tables_per_person": MANY,
    "tables_per_hour": MANY,
    "people_per_hour": MANY,
    "tables_per_hour_per_address": MANY,
    "entries_per_minute": MANY,
    "entries_burst": MANY,
    "table_entries_per_minute": MANY,
    "table_entries_burst": MANY,
    "address_entries_per_minute": MANY,
    "address_entries_burst": MANY,
    "sockets_per_person": MANY,
    "sockets_per_address": MANY,
    "requests_per_second": MANY,
    "requests_burst": MANY,
    "messages_per_second": MANY,
    "messages_burst": MANY,
    "busy_seconds": MANY,
    "full_seconds": MANY,
    "frames_per_second": MANY,
    "frames_burst": MANY,
    "bytes_per_second": 1000 * MANY,
    "bytes_burst": 1000 * MANY,
    "connections_per_second": MANY,
    "connections_burst": MANY,
    "connections_per_address": MANY,
    "unread_seconds": 5,
}


class ServerProcess:
    """A server with a database. It keeps its port when it is started again."""

    program: tuple[str, ...] = ("-m", "pioche")

    def __init__(
        self, folder: Path, database: str, workers: int = 1, bot_pace: int = 0, **limits: float
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.database = folder, database
        (folder / "limits.json").write_text(json.dumps(LIMITS | limits))
        self.words = ["--database", database, "--workers", str(workers)]
        self.words += ["--bot-pace", str(bot_pace), "--limits", str(folder / "limits.json")]
        self.port = self.starts = 0
        self.mark, self.env = marked()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.port}"

    # -- its life ------------------------------------------------------------------------

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.starts += 1
        command = [sys.executable, *self.program, "serve", "--port", str(self.port), *self.words]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                command,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        assert words, self.log
        self.port = int(words[-1].rpartition(b":")[2])
        until(self.answers)

    def answers(self) -> bool:
        """Whether it is well."""
        assert self.process is not None and self.process.poll() is None, self.log
        try:
            with urlopen(f"{self.url}/healthz", timeout=LONG) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self.end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        status = self.end(signal.SIGTERM)
        until(lambda: not running(self.mark))
        return status

    def end(self, number: signal.Signals) -> int:
        """Send a signal to the process that was started, and wait until it is gone."""
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(number)
        status = process.wait(LONG)
        assert process.stdout is not None
        process.stdout.close()
        return status

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        for pid in running(self.mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        until(lambda: not running(self.mark))

    # -- what is in it -------------------------------------------------------------------

    def workers(self) -> list[int]:
        """The processes that serve, where there are several."""
        return [pid for pid in running(self.mark) if b"spawn_main" in command_of(pid)]

    @property
    def log(self) -> str:
        """What it wrote on standard error, over all its starts."""
        return (self.folder / "log").read_text(errors="replace")

    @property
    def worries(self) -> list[str]:
        """The lines of its log that nobody wants to see: all that say more than what happened."""
        return [line for line in self.log.splitlines() if '"level":"info"' not in line]
