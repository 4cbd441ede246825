"""Whole random games of every kind over real sockets: the load on a server.

In a closed loop every table plays on as soon as its last move has reached everybody. At a
given rate moves are sent when they are due, whatever the server does, and timed from then:
a server that falls behind can't hide it.

    python tests/bench/server/load.py --port 8000 --pid PID --tables 100 --seconds 10 --rate 500
"""

import argparse
import asyncio
import gc
import json
import os
from array import array
from collections import Counter, deque
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import uvloop
from client import Address, Http
from process import Process, allow_files, machine_cpu
from table import HANDS, SEATS, Table

import pioche

CONNECTIONS = 8  # for requests, while tables are set up
WARM = 2.0  # seconds
AT_ONCE = 16  # tables that are set up at the same time


class Load:
    """Tables that play, and how long everything took."""

    def __init__(self, port: int, pid: int, rate: float = 0.0) -> None:
        self.address, self.rate = Address(port), rate
        self.server, self.own = Process(pid), Process(os.getpid())
        self.https = [Http(self.address) for _ in range(CONNECTIONS)]
        self.tables: list[Table] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.ready: deque[Table] = deque()  # with a move to make, in a paced load
        self.late: deque[float] = deque()  # when moves were due that no table could make
        self.stopped = False
        self.forget()

    def forget(self) -> None:
        """Count from now."""
        self.acks, self.lasts = array("d"), array("d")
        self.kinds: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self.games = self.moves_of_games = 0
        self.since, self.spent = perf_counter(), self.cpu()

    def cpu(self) -> list[float]:
        """What the server, this load and the whole machine have used."""
        return [self.server.cpu(), self.own.cpu(), machine_cpu()]

    # -- setting up ----------------------------------------------------------------------

    async def people(self, count: int) -> list[str]:
        """The cookies of new people."""

        async def one(number: int) -> str:
            http = self.https[number % CONNECTIONS]
            person = {"name": f"Player {number}", "avatar": "fox"}
            return (await http.post("/api/me", person))[1]

        return await asyncio.gather(*(one(number) for number in range(count)))

    async def seat(self, games: Sequence[str], count: int) -> None:
        """Tables of these games in turn, each with its own people; they begin at once."""
        cookies = await self.people(SEATS * count)
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            game = games[number % len(games)]
            mine = cookies[SEATS * number : SEATS * (number + 1)]
            hands = HANDS if pioche.games[game].real_time else 1
            table = Table(game, mine, self, hands)
            self.tables.append(table)
            async with gate:
                await table.open(self.address, self.https[number % CONNECTIONS])

        await asyncio.gather(*(one(number) for number in range(count)))

    # -- what tables tell ----------------------------------------------------------------

    def due(self, table: Table) -> None:
        """A move can be made."""
        if self.stopped:
            return
        if not self.rate:
            table.play(perf_counter())
        elif self.late:
            table.play(self.late.popleft())
        else:
            self.ready.append(table)

    def acknowledged(self, table: Table, seconds: float) -> None:
        """The server has carried out a move."""
        self.acks.append(seconds)
        self.kinds[table.game] += 1

    def seen(self, table: Table, seconds: float) -> None:
        """The last socket has heard of a move."""
        self.lasts.append(seconds)

    def refused(self, table: Table, code: str) -> None:
        """A move was not carried out."""
        self.refusals[code] += 1

    def over(self, table: Table, moves: int) -> None:
        """The next game, with the same people."""
        self.games += 1
        self.moves_of_games += moves
        if not self.stopped:
            task = asyncio.create_task(self.again(table))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def again(self, table: Table) -> None:
        """A rematch."""
        try:
            await table.again(self.address)
        except Exception as error:
            self.failed(table, f"no rematch: {error}")

    def failed(self, table: Table, problem: str) -> None:
        """Something happened that should not."""
        self.problems[f"{table.game}: {problem}"] += 1

    # -- running -------------------------------------------------------------------------

    async def run(self, seconds: float, moves: int | None = None) -> None:
        """Play for a while, or until so many moves; what happens in the warm-up does not count."""
        pacing = asyncio.create_task(self.pace()) if self.rate else None
        await asyncio.sleep(WARM)
        self.forget()
        while perf_counter() - self.since < seconds and not (moves and len(self.acks) >= moves):
            await asyncio.sleep(0.01 if moves else min(0.5, seconds))
        self.seconds = perf_counter() - self.since
        self.spent = [now - then for now, then in zip(self.cpu(), self.spent, strict=True)]
        if pacing is not None:
            pacing.cancel()

    async def pace(self) -> None:
        """Make moves when they are due, with tables in the order in which they got ready."""
        start, sent = perf_counter(), 0
        while True:
            while (when := start + sent / self.rate) <= perf_counter():
                sent += 1
                self.send(when)
            await asyncio.sleep(max(0.0, when - perf_counter()))

    def send(self, when: float) -> None:
        """One move, of the first table that can."""
        while self.ready:
            if self.ready.popleft().play(when):
                return
        self.late.append(when)

    async def close(self) -> None:
        """Everybody leaves."""
        self.stopped = True
        for task in self.tasks:
            task.cancel()
        for table in self.tables:
            table.close()
        for http in self.https:
            await http.close()
        await asyncio.sleep(0.2)

    def result(self) -> dict[str, Any]:
        """The figures, in milliseconds and a second."""
        return {
            "rate": len(self.acks) / self.seconds,
            "seconds": self.seconds,
            "moves": len(self.acks),
            "ack": spread(self.acks),
            "last": spread(self.lasts),
            "cpu_ms": 1000 * self.spent[0] / max(1, len(self.acks)),
            "server": self.spent[0] / self.seconds,  # of a core
            "driver": self.spent[1] / self.seconds,
            "machine": self.spent[2] / self.seconds,
            "waiting": len(self.late),
            "games": self.games,
            "moves_a_game": self.moves_of_games / self.games if self.games else None,
            "kinds": dict(self.kinds),
            "refusals": dict(self.refusals),
            "problems": dict(self.problems),
        }


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """How long it took, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    last = len(ordered) - 1
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: 1000 * ordered[round(share * last)] for name, share in shares.items()}


async def measured(
    port: int,
    pid: int,
    games: Sequence[str],
    tables: int,
    seconds: float,
    rate: float = 0.0,
    moves: int | None = None,
) -> dict[str, Any]:
    """A load of tables for a while, with what it cost the server."""
    load = Load(port, pid, rate)
    before = load.server.rss()
    await load.seat(games, tables)
    gc.freeze()  # what tables are made of stays; to look through it again would delay moves
    await load.run(seconds, moves)
    await load.close()
    return {**load.result(), "tables": tables, "rss": [before, load.server.rss()]}


def main() -> None:
    """One load, from the command line."""
    parser = argparse.ArgumentParser(description="Random games on a running server.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pid", type=int, required=True, help="of the server, for its CPU time")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second; 0: closed loop")
    parser.add_argument("--moves", type=int, help="ends when so many have been made")
    parser.add_argument("--games", nargs="*", default=list(pioche.games))
    asked = parser.parse_args()
    allow_files()
    print(json.dumps(uvloop.run(measured(**vars(asked)))))


if __name__ == "__main__":
    main()
