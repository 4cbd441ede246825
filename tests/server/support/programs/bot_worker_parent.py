"""A program that asks bots and waits for ever: to be killed by a test."""

import asyncio
import os
import signal
import sys

from bot_worker_helpers import LOOPS, dealt, pid

from pioche.server.bot_worker_pool import BotWorkerPool


async def main() -> None:
    """One process waits for questions, one has stopped, one thinks or has thought."""
    pool = BotWorkerPool(2)
    state = dealt("no-thanks")
    seat = state.actors()[0]
    await pool.choose("a", seat, "novice", state)
    for table in "bc":
        await pool.hint(table, seat, state)
    pids = [await pid(client) for client in pool.clients]
    os.kill(pids[1], signal.SIGSTOP)
    tasks = [asyncio.create_task(pool.choose(t, seat, "master", state)) for t in "bc"]
    sys.stdout.write(" ".join(map(str, pids)) + "\n")
    sys.stdout.flush()
    await asyncio.gather(*tasks)


with asyncio.Runner(loop_factory=LOOPS[sys.argv[1]]) as runner:
    runner.run(main())
