"""Who looks at a new connection first, so that to refuse one costs next to nothing."""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState

from pioche.server.connections.limiter import ConnectionLimiter


class Doorkeeper(asyncio.Protocol):
    """Lets a connection in, or closes it before anything is made for it or read from it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limiter: ConnectionLimiter,
        build: Callable[..., asyncio.Protocol],
    ) -> None:
        self.limiter, self.build = limiter, build
        self.given = (config, server_state, app_state, _loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hand the connection on, unless its address makes new ones without end."""
        if not self.limiter.admits(transport.get_extra_info("peername")):
            transport.abort()
            return
        protocol = self.build(*self.given)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
