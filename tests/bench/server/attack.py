"""How one hostile client is felt by others: `make attack`.

Every flood (floods.py) gets a server of its own with the usual limits, where four people play
quietly, a move every 50 ms. What counts is the longest time that one of their moves takes until
the last of them has heard of it, and the most memory that the server ever holds.

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
        self.longest, self.moves = 0.0, 0

    async def sit(self) -> None:
        """Become four people at a table."""
        cookies = []
        for number in range(SEATS):
            person = {"name": f"Player {number}", "avatar": "fox"}
            cookies.append((await self.http.post("/api/me", person))[1])
        self.table = Table(GAME, cookies, self, 1)
        await self.table.open(self.address, self.http)

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
    await asyncio.sleep(CALM)
    calm, before = quiet.measure_stall(), server.rss() / MIB
    quiet.begin_phase()
    program = [sys.executable, str(Path(__file__).with_name("floods.py")), name]
    program += ["--port", str(port), "--seconds", str(seconds)]
    flood = await asyncio.create_subprocess_exec(*program, stdout=subprocess.PIPE)
    told, _ = await flood.communicate()
    await asyncio.sleep(AFTER)
    quiet.is_over = True
    found = {"calm": calm, "stall": quiet.measure_stall(), "moves": quiet.moves}
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
    titles = ("flood", "sent", "connections", "moves", "calm ms", "worst stall ms", "peak MiB", "")
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
            f"{found['calm']:.0f}",
            f"{found['stall']:,.0f}",
            memory,
            "✓" if good else "✗",
        )
        sheet.add_row(name, sent, f"{found.get('connections', 0):,}", *figures)
    sheet.add_section()
    sheet.add_row("goal", "", "", "", "", f"< {LONGEST_STALL:.0f}", f"< {MOST_MEMORY:.0f}", "")
    console.print(sheet)
    for name, found in result.items():
        if found["problems"]:
            console.print(f"{name}: {found['problems'][:3]}")
    return all_good


def is_good(found: dict[str, Any]) -> bool:
    """Whether nobody felt it."""
    quick = found["stall"] < LONGEST_STALL and found["moves"] >= LEAST_MOVES
    return quick and found["peak"] < MOST_MEMORY and not found["problems"]


def main() -> None:
    """Attack, print one table, write it as JSON; status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(FLOODS), default=list(FLOODS))
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each flood lasts (8)")
    asked = parser.parse_args()
    allow_files()
    result = {}
    for name in asked.only:
        console.print(f"{name} …", style="dim")
        with served(limits={}) as (port, server):
            result[name] = uvloop.run(measure_attack(port, server, name, asked.seconds))
    good = show(result)
    Path("attack.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
