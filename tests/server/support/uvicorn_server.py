"""Real servers on real sockets for tests: an app served by uvicorn on a free port."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import uvicorn

from pioche.server.tables.socket_writer import HttpProtocol, SocketWriter

LOCAL = "127.0.0.1"


@contextmanager
def served(app: Any) -> Iterator[int]:
    """Serve an app, as `pioche serve` does, while the block runs; the port."""
    with closing(socket.create_server((LOCAL, 0))) as listener:
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                http=HttpProtocol,
                ws=SocketWriter,
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=run, args=(server, listener), daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def run(server: uvicorn.Server, listener: socket.socket) -> None:
    """A server in a thread of its own. Who connects before it is up waits in line."""
    asyncio.run(server.serve(sockets=[listener]))


def raw(port: int, request: bytes) -> bytes:
    """What a server answers to these bytes, until it closes or falls silent."""
    with closing(socket.create_connection((LOCAL, port), timeout=10)) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        parts = []
        while part := client.recv(65536):
            parts.append(part)
        return b"".join(parts)
