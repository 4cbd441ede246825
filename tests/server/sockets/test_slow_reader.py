"""Who takes nothing of what is sent must not cost the others anything, nor stay for ever."""

import asyncio
import json
import socket
from contextlib import suppress

from server_cluster import ServerCluster, flow
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

MOST = 200_000  # messages; many more than fit into all the buffers on the way


@flow
async def test_who_reads_too_slowly_is_cut_off_and_may_come_back(cluster: ServerCluster) -> None:
    async with cluster.playing("no-thanks", 2) as (host, _), cluster.people("Slow") as (slow,):
        path = f"/api/tables/{host.code}/socket"
        port = cluster.processes[0].port
        async with slow.connect(path, max_queue=1, sock=narrow(port)) as lazy:
            first = json.loads(await lazy.recv())["seq"]
            await host.until(lambda: host.here.get("watching") == 1)
            asking = asyncio.create_task(ask_on(lazy))
            await host.until(lambda: not host.here.get("watching"))
            asking.cancel()
            with suppress(ConnectionClosed):
                while True:
                    await lazy.recv()
            assert lazy.close_code == 4408
        async with slow.at(host.code, since=first) as again:
            assert again.seq == host.seq
            assert again.frames[0] == f'{{"type":"resumed","seq":{first}}}'


def narrow(port: int) -> socket.socket:
    """A line that takes little at a time."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    return made


async def ask_on(lazy: ClientConnection) -> None:
    """Ask and never listen to the answers, as long as the server reads."""
    with suppress(ConnectionClosed):
        for _ in range(MOST):
            await lazy.send('{"type":"ping","id":"are-you-there-are-you-there-are-you-the"}')
