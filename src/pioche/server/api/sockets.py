"""The sockets: one for each device that looks at a table, or at the lobby."""

from typing import Any

from litestar import WebSocket, websocket

from pioche.server.parts import Parts
from pioche.server.visit import LobbyVisit, TableVisit


@websocket("/tables/{code:str}/socket")
async def table_socket(
    parts: Parts,
    socket: WebSocket[Any, Any, Any],
    code: str,
    since: int | None = None,
    lang: str | None = None,
) -> None:
    """Sit at a table, or watch it."""
    await TableVisit(parts, socket, lang).at(code, since).run()


@websocket("/lobby/socket")
async def lobby_socket(
    parts: Parts, socket: WebSocket[Any, Any, Any], lang: str | None = None
) -> None:
    """Look at the lobby."""
    await LobbyVisit(parts, socket, lang).run()


sockets = [table_socket, lobby_socket]
