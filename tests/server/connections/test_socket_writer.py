"""The socket writer: texts of all sizes, in order with whatever else is sent."""

from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn_server import LOCAL, served
from websockets.sync.client import connect

from pioche.server.connections.socket_writer import find_writer

SIZES = (0, 1, 125, 126, 127, 65535, 65536, 70000)  # around those where a frame has another form


class App:
    """Sends texts, then closes, then tries again."""

    def __init__(self) -> None:
        self.after_closing: list[type] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        writer = find_writer(scope)
        assert writer is not None
        await writer.send_texts(["é" * (size // 2) + "x" * (size % 2) for size in SIZES])
        await send({"type": "websocket.send", "text": "by itself"})
        await writer.send_texts(["once", "more"])
        await send({"type": "websocket.close", "code": 1000})
        with pytest.raises(ClientDisconnected):
            await writer.send_texts(["too late"])
        self.after_closing.append(ClientDisconnected)


def test_texts_of_all_sizes_arrive_in_order_among_other_messages() -> None:
    app = App()
    with served(app) as port, connect(f"ws://{LOCAL}:{port}/", max_size=None) as socket:
        heard = list(socket)
    sizes = [len(text.encode()) for text in heard[: len(SIZES)]]
    assert sizes == list(SIZES)
    assert heard[len(SIZES) :] == ["by itself", "once", "more"]


def test_nothing_is_sent_over_a_socket_that_is_closed() -> None:
    app = App()
    with served(app) as port, connect(f"ws://{LOCAL}:{port}/", max_size=None) as socket:
        assert list(socket)[-1] == "more"
    assert app.after_closing == [ClientDisconnected]


def test_another_server_offers_no_writer() -> None:
    assert find_writer({"type": "websocket"}) is None
    assert find_writer({"type": "websocket", "extensions": {"websocket.http.response": {}}}) is None
