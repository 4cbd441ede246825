"""The sockets: one for each device that looks at a table, or at the lobby."""

from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath, FromQuery

from pioche.server.sockets.session import LobbySocketSession, TableSocketSession
from pioche.server.worker import WorkerDependency


@websocket("/tables/{code:str}/socket")
async def table_socket(
    worker: WorkerDependency,
    socket: WebSocket[Any, Any, Any],
    code: FromPath[str],
    since: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
    lang: FromQuery[str | None] = None,
) -> None:
    """Sit at a table, or watch it."""
    await TableSocketSession(worker, socket, lang).set_table(code, since, seat).run()


@websocket("/lobby/socket")
async def lobby_socket(
    worker: WorkerDependency, socket: WebSocket[Any, Any, Any], lang: FromQuery[str | None] = None
) -> None:
    """Look at the lobby."""
    await LobbySocketSession(worker, socket, lang).run()


socket_routes = [table_socket, lobby_socket]
