"""How one hostile client is felt by others: `make attack`.

Every flood (floods.py) gets a server of its own with the usual limits, where four people play
quietly, a move every 50 ms. What counts is the longest time that one of their moves takes until
the last of them has heard of it, and the most memory that the server ever holds. All share the
machine, so it is also measured how late the players themselves are: that is no fault of the
server's.

Then there are those who let others wait in a queue (queues.py): for bots, and for replays.

    python tests/bench/server/attack.py [--only NAME …] [--seconds N]
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import queues
import uvloop
from client import Address, Http
from floods import FLOODS
from pioche_server import served
from process import Process, allow_files
from rich.console import Console
from rich.table import Table as Sheet
from table import SEATS, Table

GAME = "no-thanks"
PAUSE = 0.05  # seconds between two moves
CALM = 2.0  # seconds of play before the flood
AFTER = 1.0  # seconds of play after it
LONGEST_STALL = 250.0  # milliseconds
MOST_MEMORY = 300.0  # MiB
LEAST_MOVES = 20  # or nothing was measured
TICK = 0.005  # seconds between two looks at how late the players themselves are
MIB = 1024**2

console = Console(width=max(110, Console().width))


class QuietTable:
    """Four people who play slowly, and how long their moves take."""

    def __init__(self, port: int) -> None:
        self.address = Address(port)
        self.http = Http(self.address)
        self.tasks: set[asyncio.Task[None]] = set()
        self.problems: list[str] = []
        self.is_over = False
        self.begin_phase()

    def begin_phase(self) -> None:
        """Measure anew."""
        self.longest, self.moves, self.lateness = 0.0, 0, 0.0

    async def sit(self) -> None:
        """Become four people at a table."""
        cookies = []
        for number in range(SEATS):
            person = {"name": f"Player {number}", "avatar": "fox"}
            cookies.append((await self.http.post("/api/me", person))[1])
        self.table = Table(GAME, cookies, self, 1)
        await self.table.open(self.address, self.http)

    async def watch_own_lateness(self) -> None:
        """How late this process runs what is due: so much of a stall may be its own."""
        while True:
            began = perf_counter()
            await asyncio.sleep(TICK)
            self.lateness = max(self.lateness, perf_counter() - began - TICK)

    def measure_stall(self) -> float:
        """The longest that a move has taken, or takes already, in milliseconds."""
        waiting = [perf_counter() - since for since in self.table.sent.values()]
        return 1000 * max(self.longest, *waiting, 0.0)

    def start(self, work: Any) -> None:
        """Let something happen beside."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def play_later(self, table: Table) -> None:
        await asyncio.sleep(PAUSE)
        table.play(perf_counter())

    async def play_again(self, table: Table) -> None:
        """The next game, at a new table: to set one up is felt, too."""
        table.close()
        table.begin()
        try:
            await table.open(self.address, self.http)
        except Exception as error:
            self.problems.append(f"no new table: {error}")

    # -- what the table tells ------------------------------------------------------------

    def due(self, table: Table) -> None:
        if not self.is_over:
            self.start(self.play_later(table))

    def acknowledged(self, table: Table, seconds: float) -> None:
        self.moves += 1

    def seen(self, table: Table, seconds: float) -> None:
        self.longest = max(self.longest, seconds)

    def refused(self, table: Table, code: str) -> None:
        self.problems.append(code)

    def over(self, table: Table, moves: int) -> None:
        if not self.is_over:
            self.start(self.play_again(table))

    def failed(self, table: Table, problem: str) -> None:
        self.problems.append(problem)


def read_peak(server: Process) -> float:
    """The most memory that a process has ever held, in MiB."""
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


async def measure_attack(port: int, server: Process, name: str, seconds: float) -> dict[str, Any]:
    """Play before, during and after a flood."""
    quiet = QuietTable(port)
    await quiet.sit()
    quiet.start(quiet.watch_own_lateness())
    await asyncio.sleep(CALM)
    calm, before, spent = quiet.measure_stall(), server.rss() / MIB, server.cpu()
    quiet.begin_phase()
    program = [sys.executable, str(Path(__file__).with_name("floods.py")), name]
    program += ["--port", str(port), "--seconds", str(seconds)]
    flood = await asyncio.create_subprocess_exec(*program, stdout=subprocess.PIPE)
    told, _ = await flood.communicate()
    cpu = (server.cpu() - spent) / seconds
    await asyncio.sleep(AFTER)
    quiet.is_over = True
    found = {"calm": calm, "stall": quiet.measure_stall(), "moves": quiet.moves}
    found |= {"own": 1000 * quiet.lateness, "cpu": cpu}
    found |= {"before": before, "peak": read_peak(server), "problems": quiet.problems}
    for task in list(quiet.tasks):
        task.cancel()
    quiet.table.close()
    await quiet.http.close()
    return found | json.loads(told or "{}")


def show(result: dict[str, dict[str, Any]]) -> bool:
    """The table; whether all goals are met."""
    load = os.getloadavg()[0]
    caption = f"{os.cpu_count()} cores, load {load:.1f}; flood, players and server on the same"
    sheet = Sheet(title="Four quiet players beside one flood, the usual limits", caption=caption)
    titles = ("flood", "sent", "connections", "moves", "server CPU", "calm ms")
    titles += ("worst stall ms", "own ms", "peak MiB", "")
    for title in titles:
        sheet.add_column(title, justify="left" if title == "flood" else "right")
    all_good = True
    for name, found in result.items():
        good = is_good(found)
        all_good = all_good and good
        sent = f"{found.get('bytes', 0) / 1e6:,.1f} MB"
        memory = f"{found['before']:.0f} → {found['peak']:.0f}"
        figures = (
            str(found["moves"]),
            f"{found['cpu']:.0%}",
            f"{found['calm']:.0f}",
            f"{found['stall']:,.0f}",
            f"{found['own']:.0f}",
            memory,
            "✓" if good else "✗",
        )
        sheet.add_row(name, sent, f"{found.get('connections', 0):,}", *figures)
    sheet.add_section()
    goals = (f"< {LONGEST_STALL:.0f}", "", f"< {MOST_MEMORY:.0f}", "")
    sheet.add_row("goal", "", "", "", "", "", *goals)
    console.print(sheet)
    for name, found in result.items():
        if found["problems"]:
            console.print(f"{name}: {found['problems'][:3]}")
    return all_good


def is_good(found: dict[str, Any]) -> bool:
    """Whether nobody felt it."""
    quick = found["stall"] < LONGEST_STALL and found["moves"] >= LEAST_MOVES
    return quick and found["peak"] < MOST_MEMORY and not found["problems"]


def show_queues(result: dict[str, dict[str, Any]]) -> bool:
    """The table of those who wait; whether all goals are met."""
    sheet = Sheet(title="Somebody who waits in a queue beside those who ask for much")
    titles = ("queue", "alone", "beside them", "longest", "goal", "")
    for title in titles:
        sheet.add_column(title, justify="left" if title == "queue" else "right")
    all_good = True
    for name, found in result.items():
        good = found["beside"] < found["goal"]
        all_good = all_good and good
        times = (f"{found[key]:.2f} s" for key in ("alone", "beside", "longest"))
        sheet.add_row(name, *times, f"< {found['goal']:.1f} s", "✓" if good else "✗")
    console.print(sheet)
    return all_good


def run_flood(name: str, seconds: float) -> dict[str, Any]:
    """One flood, against a fresh server."""
    with served(limits={}) as (port, server):
        return uvloop.run(measure_attack(port, server, name, seconds))


def main() -> None:
    """Attack, print what came of it, write it as JSON; status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [*FLOODS, *queues.QUEUES]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each flood lasts (8)")
    asked = parser.parse_args()
    allow_files()
    floods, waits = {}, {}
    for name in asked.only:
        console.print(f"{name} …", style="dim")
        if name in FLOODS:
            floods[name] = run_flood(name, asked.seconds)
        else:
            waits[name] = queues.run(name)
    good = (not floods or show(floods)) & (not waits or show_queues(waits))
    result = floods | waits
    Path("attack.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
