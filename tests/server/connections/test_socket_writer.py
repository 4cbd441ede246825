"""The socket writer: texts of all sizes, in order with whatever else is sent."""

import asyncio
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn_server import LOCAL, served
from websockets.sync.client import connect

from pioche.server.connections.socket_writer import find_writer
from pioche.server.counters import SentTally
from pioche.server.tables.outbox import Outbox

SIZES = (0, 1, 125, 126, 127, 65535, 65536, 70000)  # around those where a frame has another form


class App:
    """Sends texts, then closes, then tries again."""

    def __init__(self) -> None:
        self.after_closing: list[type] = []
        self.tally = SentTally()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        writer = find_writer(scope)
        writer.sent = self.tally
        for size in SIZES:
            await writer.send_text(("é" * (size // 2) + "x" * (size % 2)).encode())
        await send({"type": "websocket.send", "text": "by itself"})
        assert writer.write_text(b"once")
        assert writer.write_text(b"more")
        await send({"type": "websocket.close", "code": 1000})
        assert writer.write_text(b"nobody hears this")
        with pytest.raises(ClientDisconnected):
            await writer.send_text(b"too late")
        self.after_closing.append(ClientDisconnected)


def test_texts_of_all_sizes_arrive_in_order_among_other_messages() -> None:
    app = App()
    with served(app) as port, connect(f"ws://{LOCAL}:{port}/", max_size=None) as socket:
        heard = list(socket)
    sizes = [len(text.encode()) for text in heard[: len(SIZES)]]
    assert sizes == list(SIZES)
    assert heard[len(SIZES) :] == ["by itself", "once", "more"]
    assert (app.tally.messages, app.tally.bytes) == (len(SIZES) + 2, sum(SIZES) + 8)


def test_nothing_is_sent_over_a_socket_that_is_closed() -> None:
    app = App()
    with served(app) as port, connect(f"ws://{LOCAL}:{port}/", max_size=None) as socket:
        assert list(socket)[-1] == "more"
    assert app.after_closing == [ClientDisconnected]


class OutboxApp:
    """Pushes more than a wire takes at once, through an outbox."""

    text = b"x" * 5000

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        outbox = Outbox("en")
        outbox.connect(find_writer(scope))
        while len(outbox.messages) < 20:
            outbox.push(b"%d %s" % (self.count, self.text))
            self.count += 1
        while outbox.messages:
            await asyncio.sleep(0.01)
        assert outbox.bytes == 0
        outbox.disconnect()
        outbox.push(b"after the end")
        await send({"type": "websocket.close", "code": 1000})


def test_what_the_wire_does_not_take_waits_in_line_and_goes_out_in_order() -> None:
    app = OutboxApp()
    with served(app) as port, connect(f"ws://{LOCAL}:{port}/", max_size=None) as socket:
        heard = [int(text.split()[0]) for text in socket]
    assert heard == list(range(app.count))


def test_another_server_offers_no_writer() -> None:
    for scope in ({"type": "websocket"}, {"extensions": {"websocket.http.response": {}}}):
        with pytest.raises(RuntimeError, match="pioche serve"):
            find_writer(scope)
