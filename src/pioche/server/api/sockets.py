"""The sockets: one for each device that looks at a table, or at the lobby."""

from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath, FromQuery

from pioche.server.parts import Given
from pioche.server.visit import LobbyVisit, TableVisit


@websocket("/tables/{code:str}/socket")
async def table_socket(
    parts: Given,
    socket: WebSocket[Any, Any, Any],
    code: FromPath[str],
    since: FromQuery[int | None] = None,
    lang: FromQuery[str | None] = None,
) -> None:
    """Sit at a table, or watch it."""
    await TableVisit(parts, socket, lang).at(code, since).run()


@websocket("/lobby/socket")
async def lobby_socket(
    parts: Given, socket: WebSocket[Any, Any, Any], lang: FromQuery[str | None] = None
) -> None:
    """Look at the lobby."""
    await LobbyVisit(parts, socket, lang).run()


sockets = [table_socket, lobby_socket]
