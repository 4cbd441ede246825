"""Who takes nothing of what is sent must not cost the others anything, nor stay for ever."""

import json
import socket
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path

from doors import Doors, flow
from house_process import MANY, HouseProcess
from player import Device
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

MOST = 100_000  # lines; many more than fit into all the buffers on the way


@flow
async def test_who_reads_too_slowly_is_cut_off_and_may_come_back(tmp_path: Path) -> None:
    process = HouseProcess(
        tmp_path, f"sqlite://{tmp_path}/tables.db", texts_per_minute=MANY, texts_burst=MANY
    )
    with closing(process):
        doors = Doors([process])
        async with doors.playing("no-thanks", 2) as (host, _), doors.people("Slow") as (slow,):
            path = f"/api/tables/{host.code}/socket"
            async with slow.connect(path, max_queue=1, sock=narrow(process.port)) as lazy:
                first = json.loads(await lazy.recv())["seq"]
                await host.until(lambda: host.here.get("watching") == 1)
                await talk_until_alone(host)
                seen = [seq async for seq in seqs(lazy)]
                assert lazy.close_code == 4408
            assert seen == list(range(first + 1, first + 1 + len(seen)))
            async with slow.at(host.code, since=seen[-1]) as again:
                assert again.seq >= host.seq
        assert process.stop() == 0
        assert process.worries == []


def narrow(port: int) -> socket.socket:
    """A line that takes little at a time."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    return made


async def seqs(line: ClientConnection) -> AsyncIterator[int]:
    """The seqs of all entries that are still told, until the line is closed."""
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(await line.recv())
            if "seq" in message:
                yield message["seq"]


async def talk_until_alone(host: Device) -> None:
    """Say more than anybody who does not listen can take."""
    said = 0
    while host.here.get("watching"):
        assert said < MOST and host.socket is not None
        for _ in range(100):
            command = {"type": "say", "id": host.person.new_id(), "text": "bla " * 50}
            await host.socket.send(json.dumps(command))
        await host.ask("ping")
        said += 100
