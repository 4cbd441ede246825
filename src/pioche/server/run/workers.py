"""Running the server: one process, or several that share its door."""

import asyncio
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import msgspec
import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from pioche.server import logs
from pioche.server.collector import tune_collector
from pioche.server.connections.hand_over import HandOver
from pioche.server.connections.http_protocol import SocketAdoption, build_protocols
from pioche.server.connections.limiter import ConnectionLimiter
from pioche.server.settings import ServerSettings

log = logging.getLogger(__name__)

SETTINGS_VARIABLE = "PIOCHE_SERVER"  # how workers get them
METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # the workers' folder: they add up counts there
MAX_FILES = 65536  # sockets are files
PING_SECONDS, HANG_SECONDS = (
    0.1,
    30.0,
)  # seconds to wait for an answer now; until a process is given up


def run(settings: ServerSettings, door: socket.socket) -> int:
    """Serve until somebody ends it; the exit status."""
    raise_file_limit()
    logs.set_up()
    return run_single(settings, door) if settings.workers == 1 else run_workers(settings, door)


def run_single(settings: ServerSettings, door: socket.socket) -> int:
    """Serve in this process."""
    from pioche.server.http.app import build_app

    tune_collector()
    config = build_config(settings, lambda: build_app(settings))
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.get_loop()
            runner.run(uvicorn.Server(config).serve([door]))
    except SystemExit:  # it has said why
        return 1
    return 0


def run_workers(settings: ServerSettings, door: socket.socket) -> int:
    """Serve in several processes; one that dies is replaced."""
    with TemporaryDirectory(prefix="pioche-workers-") as folder:
        os.environ[METRICS_VARIABLE] = folder
        os.environ[SETTINGS_VARIABLE] = msgspec.json.encode(settings).decode()
        hand_over = HandOver(folder, settings.workers)
        config = build_config(settings, f"{__name__}:worker", hand_over)
        crew = WorkerSupervisor(config, [door], hand_over)
        try:
            crew.run()
        finally:
            del os.environ[METRICS_VARIABLE], os.environ[SETTINGS_VARIABLE]
    return 1 if crew.has_failed else 0


def build_config(
    settings: ServerSettings, app: Any, hand_over: HandOver | None = None
) -> uvicorn.Config:
    """How uvicorn is to serve."""
    limiter = ConnectionLimiter(settings.limits, not settings.behind_proxy)
    return uvicorn.Config(
        app,
        factory=True,
        interface="asgi3",
        lifespan="on",
        **build_protocols(limiter, hand_over),
        ws_per_message_deflate=False,  # small messages: it would cost more than it saves
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        workers=settings.workers,
        proxy_headers=False,  # see server/client_address.py
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        timeout_keep_alive=65,  # longer than proxies keep a connection, so that they end it
        timeout_graceful_shutdown=1,
    )


def worker() -> Any:
    """The app of one process of several."""
    from pioche.server.http.app import build_app

    logs.set_up()
    tune_collector()
    mask_interrupt(signal.SIG_UNBLOCK)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    return build_app(msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=ServerSettings))


def exit_with_parent() -> None:
    """Where the parent was killed, nobody else would end this process, nor tidy up."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(os.environ[METRICS_VARIABLE], ignore_errors=True)
        os.kill(os.getpid(), signal.SIGTERM)


def build_started_path(hand_over: HandOver) -> Path:
    """A file that is there as soon as any worker has started: it may be killed before we ask it."""
    return Path(hand_over.folder) / "started"


class WorkerServer(uvicorn.Server):
    """uvicorn's server in a worker that takes sockets which others have accepted."""

    def __init__(self, config: uvicorn.Config, hand_over: HandOver, slot: int) -> None:
        super().__init__(config)
        self.hand_over, self.slot = hand_over, slot
        self.adoptions: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            build_started_path(self.hand_over).touch()
            self.hand_over.open(self.slot, self.adopt)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hand_over.close()
        await super().shutdown(sockets)

    def adopt(self, line: socket.socket, head: bytes) -> None:
        """Serve a connection whose request another worker has read."""
        task = asyncio.get_running_loop().create_task(self.begin_socket(line, head))
        self.adoptions.add(task)
        task.add_done_callback(self.adoptions.discard)

    async def begin_socket(self, line: socket.socket, head: bytes) -> None:
        """Open a socket on a connection, unless the client has left already."""
        protocol = self.config.ws_protocol_class(  # type: ignore[call-arg, misc]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: SocketAdoption(protocol, head), line)
        except OSError:
            line.close()


class WorkerProcess(Process):
    """A process with a number, which its successor gets when it dies."""

    def __init__(
        self, config: uvicorn.Config, doors: list[socket.socket], hand_over: HandOver, slot: int
    ) -> None:
        super().__init__(config, doors)
        self.hand_over, self.slot = hand_over, slot

    @property
    def server(self) -> uvicorn.Server:
        """Made in the process itself."""
        if self._server is None:
            self._server = WorkerServer(self.config, self.hand_over, self.slot)
        return self._server


class WorkerSupervisor(Multiprocess):
    """Several processes. Where one can't start while others serve, it is tried again."""

    def __init__(
        self, config: uvicorn.Config, doors: list[socket.socket], hand_over: HandOver
    ) -> None:
        left_alone = [name for name in signal.Signals if signal.getsignal(name) is signal.SIG_IGN]
        super().__init__(config, doors)
        for name in left_alone:
            signal.signal(name, signal.SIG_IGN)  # as nohup wants it
        self.hand_over = hand_over
        self.has_failed = False
        self.last_answer: dict[Process, float] = {}  # when a process last answered

    def init_processes(self) -> None:
        self.processes = [self.start_process(slot) for slot in range(self.processes_num)]

    def start_process(self, slot: int) -> Process:
        """A new process. Ctrl-C reaches it too, but must not until it can take it well."""
        process = WorkerProcess(self.config, self.sockets, self.hand_over, slot)
        resource_tracker.ensure_running()  # which would let signals through again
        mask_interrupt(signal.SIG_BLOCK)
        process.start()
        mask_interrupt(signal.SIG_UNBLOCK)
        return process

    def keep_subprocess_alive(self) -> None:
        """Replace who has died or hangs."""
        for number, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if not (process.process.is_alive() and self.is_responsive(process)):
                self.reap(process)
                self.replace_process(number, process.exitcode)

    def is_responsive(self, process: Process) -> bool:
        """Whether a process answers, or did so not long ago: it may be starting, or busy."""
        now = monotonic()
        since = self.last_answer.setdefault(process, now)
        if process.ping(PING_SECONDS):
            self.last_answer[process] = now
        return now - since < HANG_SECONDS

    def reap(self, process: Process) -> None:
        """Make sure that a process is gone, and forget what it alone could count."""
        process.kill()
        process.join()
        self.last_answer.pop(process, None)
        log.warning("a worker died", extra={"worker": process.pid, "status": process.exitcode})
        if process.pid is not None:
            mark_process_dead(process.pid, os.environ[METRICS_VARIABLE])  # type: ignore[no-untyped-call]

    def replace_process(self, number: int, status: int | None) -> None:
        """Another process in a dead one's place, unless none could ever start."""
        if status == STARTUP_FAILURE and not build_started_path(self.hand_over).exists():
            self.has_failed = True
            self.should_exit.set()
            return
        self.processes[number] = self.start_process(number)

    def handle_hup(self) -> None:
        """The terminal is gone: so is the server."""
        self.should_exit.set()


def mask_interrupt(how: int) -> None:
    """Let Ctrl-C wait, or let it come, here and in processes begun from here."""
    if sys.platform != "win32":
        signal.pthread_sigmask(how, {signal.SIGINT})


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Let every signal that asks to end do so in the same way as Ctrl-C, and quietly."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    asked = [getattr(signal, name) for name in names]
    before = {s: signal.getsignal(s) for s in asked if signal.getsignal(s) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, interrupt)
    try:
        yield
    except KeyboardInterrupt:  # also how uvicorn, when all is done, hands on a signal
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt(*_: object) -> None:
    """As if somebody had pressed Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


def raise_file_limit() -> None:
    """As many open files as this user may have: every player is one."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
