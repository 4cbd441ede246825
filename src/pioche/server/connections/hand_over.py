"""Sockets of a table meet at one worker: who accepts one hands it over to the table's own worker.

The workers of one server have numbers (slots) and share a folder, where each listens on a Unix
socket. Which of them a table belongs to follows from its code, among those that live now. Another
one that accepts a socket for the table passes on the connection itself, with the request that it
has read; the client notices nothing. In three steps, so that never two workers use a connection:

    giver                                   taker
    the connection and the request  ──▶
                                    ◀──     "ready", and nothing else yet
    lets go of it, then "go"        ──▶     uses it

Without an answer, or where there are no Unix sockets, the giver serves the socket itself. Nothing
depends on it but what a move costs: the log keeps the folds of all workers the same.
"""

import asyncio
import logging
import os
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from urllib.parse import unquote

from pioche.server.connections.limiter import SPARE_FILES, read_file_limit
from pioche.tables.codes import read_code

READY, GO = b"r", b"g"
ANSWER_SECONDS = 1.0  # until the giver serves a socket itself
TAKE_SECONDS = 5.0  # until the taker forgets a connection that it was only offered
MOST_AT_ONCE = 256  # that are under way
BACKLOG = 256
SIZE_BYTES = 4  # of the number that says how long the request is
CHUNK = 65536
IS_POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")

SOCKET_URL = re.compile(rb"/api/tables/([^/?#]+)/socket(?:\?.*)?", re.DOTALL)

log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """Another worker does not take a connection; it may be dead."""


class HandOver:
    """What a worker needs to give sockets to others of the same server, and to take theirs."""

    def __init__(self, folder: str, count: int) -> None:
        self.folder, self.count = folder, count
        self.slot: int | None = None  # our own number; None: not open
        self.listener: socket.socket | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.giving = 0
        self.adopt: Callable[[socket.socket, bytes], None] | None = None

    # -- opening and closing -------------------------------------------------------------

    def open(self, slot: int, adopt: Callable[[socket.socket, bytes], None]) -> None:
        """Take what others give from now on; `adopt` serves a connection and its request."""
        if not IS_POSSIBLE:
            return
        path = self.build_path(slot)
        Path(path).unlink(missing_ok=True)  # of one that was killed
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.setblocking(False)
        try:
            listener.bind(path)
            listener.listen(BACKLOG)
        except OSError as error:  # the folder has too long a name
            listener.close()
            log.info("sockets stay with the worker that accepts them", extra={"why": str(error)})
            return
        self.slot, self.listener, self.adopt = slot, listener, adopt
        asyncio.get_running_loop().add_reader(listener, self.accept)

    def close(self) -> None:
        """Take nothing more: others find nobody here, and serve their sockets themselves."""
        if self.listener is None:
            return
        asyncio.get_running_loop().remove_reader(self.listener)
        self.listener.close()
        Path(self.build_path(self.slot)).unlink(missing_ok=True)
        self.slot = self.listener = self.adopt = None
        for task in self.tasks:
            task.cancel()

    def build_path(self, slot: int | None) -> str:
        """Where the worker of a slot listens."""
        return f"{self.folder}/worker-{slot}.sock"

    # -- giving --------------------------------------------------------------------------

    def is_elsewhere(self, code: str) -> bool:
        """Whether a table belongs to another worker, as far as can be told without asking."""
        if self.slot is None or self.giving >= MOST_AT_ONCE:
            return False
        return find_slot(code, self.count) != self.slot

    async def give(
        self, code: str, descriptor: int, request: bytes, let_go: Callable[[], bool]
    ) -> bool:
        """Hand a connection over to the table's own worker; False: it stays here.

        `let_go` is called when the other is ready; it returns False if the connection is lost.
        """
        try:
            held = os.dup(descriptor)  # the number may mean something else if the client leaves
        except OSError:  # it has left, or there are no descriptors
            return False
        self.giving += 1
        try:
            for slot in rank_slots(code, self.count):
                if slot == self.slot:
                    return False
                try:
                    return await self.give_to(slot, held, request, let_go)
                except ConnectionError:
                    continue  # it is dead: the next one is the table's own
                except (OSError, NoAnswer, TimeoutError):
                    return False
            return False
        finally:
            os.close(held)
            self.giving -= 1

    async def give_to(
        self, slot: int, descriptor: int, request: bytes, let_go: Callable[[], bool]
    ) -> bool:
        """Offer a connection to a worker, and let go of it when that one is ready."""
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.setblocking(False)
            try:
                line.connect(self.build_path(slot))
            except FileNotFoundError:
                raise ConnectionRefusedError from None
            message = len(request).to_bytes(SIZE_BYTES, "big") + request
            if socket.send_fds(line, [message], [descriptor]) < len(message):
                raise NoAnswer
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await loop.sock_recv(line, 1)
            if answer != READY:
                raise NoAnswer
            if not let_go():
                return True  # there is nobody left to serve
            line.send(GO)
            return True

    # -- taking --------------------------------------------------------------------------

    def accept(self) -> None:
        """Others have something to give."""
        assert self.listener is not None
        for _ in range(MOST_AT_ONCE):
            try:
                line, _ = self.listener.accept()
            except OSError:  # nobody is left, or there are no descriptors
                return
            if len(self.tasks) >= MOST_AT_ONCE:
                line.close()
                continue
            line.setblocking(False)
            task = asyncio.get_running_loop().create_task(self.take(line))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def take(self, line: socket.socket) -> None:
        """Take a connection, if the other lets go of it."""
        received: list[int] = []
        try:
            with line:
                async with asyncio.timeout(TAKE_SECONDS):
                    request = await receive_request(line, received)
                    if len(received) != 1 or not has_room(received[0]):
                        return
                    line.send(READY)
                    if await asyncio.get_running_loop().sock_recv(line, 1) != GO:
                        return
            if self.adopt is not None:
                self.adopt(socket.socket(fileno=received.pop()), request)
        except (OSError, TimeoutError, NoAnswer):
            return
        finally:
            for descriptor in received:
                os.close(descriptor)


def rank_slots(code: str, count: int) -> list[int]:
    """All slots of so many workers, the one that a table belongs to first, then who comes instead.

    If a worker dies, only its own tables go elsewhere; when it is back, so are they.
    """
    return sorted(range(count), key=lambda slot: weigh(slot, code), reverse=True)


def find_slot(code: str, count: int) -> int:
    """The slot of the worker that a table belongs to, of so many."""
    return rank_slots(code, count)[0]


def weigh(slot: int, code: str) -> bytes:
    """How much a worker wants a table: each as much as any other, and always the same."""
    return blake2b(b"%d %s" % (slot, code.encode()), digest_size=8).digest()


def has_room(descriptor: int) -> bool:
    """Whether there are enough descriptors; the system gives the lowest that is free."""
    return read_file_limit() - descriptor - 1 >= SPARE_FILES


def find_table_code(url: bytes) -> str | None:
    """The code of the table that a socket is asked for; None for any other request.

    >>> find_table_code(b"/api/tables/K7TM-4rx9w2hf/socket?since=3")
    'k7tm4rx9w2hf'
    >>> find_table_code(b"/api/lobby/socket") is None
    True
    """
    found = SOCKET_URL.fullmatch(url)
    return read_code(unquote(found[1].decode("latin-1"))) if found else None


async def receive_request(line: socket.socket, received: list[int]) -> bytes:
    """The whole request; the descriptor that comes with it is added to `received`."""
    data, size = b"", SIZE_BYTES
    while len(data) < size:
        await wait_until_readable(line)
        with suppress(BlockingIOError):
            part, descriptors, _, _ = socket.recv_fds(line, CHUNK, 1)
            received += descriptors
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
            if not part:
                raise NoAnswer
            data += part
        if len(data) >= SIZE_BYTES:
            size = SIZE_BYTES + int.from_bytes(data[:SIZE_BYTES], "big")
    return data[SIZE_BYTES:]


async def wait_until_readable(line: socket.socket) -> None:
    """Return when something has come, or the other side is gone."""
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    loop.add_reader(line, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(line)
