"""A proxy between a program and a server that loses connections now and then, as networks do."""

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import NamedTuple
from urllib.parse import urlsplit


class Cut(NamedTuple):
    """A cut at the program's nth message: on its way there, or on its answer's way back."""

    message: int
    lost: bool


class FlakyProxy:
    """Hands on to a server. Each cut is the end of one connection."""

    def __init__(self, server: str, cuts: Sequence[Cut]) -> None:
        self.target = ("127.0.0.1", urlsplit(server).port or 0)
        self.cuts = list(cuts)
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def run(self) -> None:
        """One connection after the other."""
        with suppress(OSError):  # the listener is closed
            while True:
                client = self.listener.accept()[0]
                self.connections += 1
                cut = self.cuts.pop(0) if self.cuts else None
                with closing(client), closing(socket.create_connection(self.target)) as server:
                    Connection(client, server).hand_on(cut)


class Connection:
    """One connection."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server
        self.deaf, self.answered = threading.Event(), threading.Event()

    def hand_on(self, cut: Cut | None) -> None:
        """Both ways, until one end closes or it is cut."""
        back = threading.Thread(target=self.answers)
        back.start()
        with suppress(OSError):
            self.messages(cut)
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        back.join()

    def messages(self, cut: Cut | None) -> None:
        """What the program sends: first the request for a socket, then its messages."""
        number = 0
        while data := self.client.recv(65536):
            if cut is not None and number == cut.message:
                self.lose(data, cut)
                return
            self.server.sendall(data)
            number += 1

    def lose(self, data: bytes, cut: Cut) -> None:
        """Lose a message, or what is answered to it."""
        self.deaf.set()
        if not cut.lost:
            self.server.sendall(data)
            self.answered.wait(10)

    def answers(self) -> None:
        """What the server sends."""
        with suppress(OSError):
            while data := self.server.recv(65536):
                if self.deaf.is_set():
                    self.answered.set()
                else:
                    self.client.sendall(data)
            self.client.shutdown(socket.SHUT_RDWR)


@contextmanager
def flaky_proxy(server: str, cuts: Sequence[Cut]) -> Iterator[FlakyProxy]:
    """A proxy before a server, as long as the block runs."""
    proxy = FlakyProxy(server, cuts)
    thread = threading.Thread(target=proxy.run, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.listener.shutdown(socket.SHUT_RDWR)
        proxy.listener.close()
        thread.join()
