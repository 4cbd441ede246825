"""How much the table server bears: `make bench-server`.

Every scenario has a server of its own: a fresh process, one worker, SQLite on a real disk. The
last but one has PostgreSQL, and one worker or two.
The load comes over real sockets from this process; with its share of the machine it stands
in the table too, for the server has what is left.

    python tests/bench/server/run.py [--only NAME …] [--long | --quick] [--page]
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boardgame
import scenarios
from pioche_server import ROOT, file_system, sync_ms
from process import allow_files
from rich.console import Console
from rich.table import Table

from pioche.catalog import is_compiled

LEAST_RATE = 2000.0  # acknowledged moves a second
LONGEST = 50.0  # milliseconds from send to the last socket, p99 at half that rate
LONGEST_FULL = 250.0  # milliseconds, p99 with twice as many players as the server can bear
MOVED = 10.0  # milliseconds that thinking bots may add to it
DEAREST = 60.0  # KiB for an idle socket
SECOND = 10.0  # per cent of CPU a move that a second worker may add
LONGEST_SHARED = 250.0  # milliseconds from send to the last socket, with two workers
FLAT = 16.0  # MiB that a million moves may leave behind: under 17 bytes a move

PAGE = ROOT / "docs" / "server.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"

Row = tuple[str, str, str, bool | None]
console = Console(width=max(110, Console().width))


def main() -> None:
    """Measure, print one table, write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--long", action="store_true", help="watch the memory for half an hour")
    parser.add_argument("--quick", action="store_true", help="only to see that all of it works")
    parser.add_argument("--page", action="store_true", help="put the figures into docs/server.md")
    asked = parser.parse_args()
    if not is_compiled():
        sys.exit("bench: the engine is not compiled; `make bench-server` installs it so")
    allow_files()
    result: dict[str, Any] = {"machine": machine()}
    for name in asked.only:
        console.print(f"{name} …", style="dim")
        less = QUICK[name] if asked.quick else LONG.get(name, {}) if asked.long else {}
        result[name] = MEASURED[name](**less)
    show(result)
    path = Path("bench-server.json")
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    if asked.page:
        write_page(result)


def machine() -> dict[str, Any]:
    """What it was measured on."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "file_system": file_system(),
        "sync_ms": sync_ms(),
    }


def show(result: dict[str, Any]) -> None:
    """The table."""
    title = "The table server: one worker, SQLite, four sockets a table"
    table = Table(title=title, caption=conditions(result))
    for name in ("", "measured", "required", ""):
        table.add_column(name)
    for name, rows in PARTS.items():
        if name in result:
            table.add_section()
            for row in rows(result):
                table.add_row(*cells(row))
    console.print(table)


def cells(row: Row) -> tuple[str, str, str, str]:
    """A row as it is written."""
    what, figure, goal, good = row
    return what, figure, goal, "" if good is None else "✓" if good else "✗"


def conditions(result: dict[str, Any]) -> str:
    """What it was measured on, in a line."""
    found = result["machine"]
    disk = f"{found['file_system']}, a sync {found['sync_ms']:.2f} ms"
    return f"{found['cores']} cores, load and server on the same; {disk}; Python {found['python']}"


def write_page(result: dict[str, Any]) -> None:
    """The same table in the docs, between its two marks."""
    lines = ["| | measured | required | |", "|---|---|---|---|"]
    for name, rows in PARTS.items():
        if name in result:
            lines += [f"| {' | '.join(cells(row))} |" for row in rows(result)]
    page = PAGE.read_text(encoding="utf-8")
    before, mark, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    table = "\n".join([*lines, "", conditions(result) + "."])
    PAGE.write_text(f"{before}{mark}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def times(spread: dict[str, float]) -> str:
    """A spread of times."""
    return " · ".join(f"{name} {spread[name]:.1f}" for name in ("p50", "p90", "p99", "max")) + " ms"


def shares(found: dict[str, Any]) -> str:
    """Who used how much of the cores."""
    others = found["machine"] - found["server"] - found["driver"] - sum(found.get("bots", []))
    told = f"server {found['server']:.0%} of a core, load {found['driver']:.0%}"
    return f"{found['cpu_ms']:.2f} ms ({told}, others {max(0.0, others):.0%})"


def refusals(found: dict[str, Any]) -> str:
    """Moves that were not carried out, all in order, and what should not have happened."""
    told = [f"{count} × {code}" for code, count in found["refusals"].items()]
    told += [f"{count} × {what}!" for what, count in found["problems"].items()]
    return ", ".join(told) or "none"


def peak(result: dict[str, Any]) -> list[Row]:
    """As many moves as go."""
    found = result["peak"]
    rate = found["rate"]
    return [
        (
            "all games, closed loop",
            f"{rate:,.0f} moves/s",
            f"≥ {LEAST_RATE:,.0f}",
            rate >= LEAST_RATE,
        ),
        (f"  send → last socket, {found['tables']} tables", times(found["last"]), "", None),
        ("  CPU of the server a move", shares(found), "", None),
        ("  refused", refusals(found), "", not found["problems"]),
    ]


def half(result: dict[str, Any]) -> list[Row]:
    """At a given rate."""
    found = result["half"]
    kept = found["rate"] >= 0.99 * scenarios.HALF
    good = kept and found["last"]["p99"] < LONGEST
    return [
        (f"all games at {scenarios.HALF:,.0f} moves/s", f"{found['rate']:,.0f} moves/s", "", kept),
        ("  due → last socket", times(found["last"]), f"p99 < {LONGEST:.0f} ms", good),
        ("  due → acknowledged", times(found["ack"]), "", None),
        ("  CPU of the server a move", shares(found), "", None),
    ]


def thinking(result: dict[str, Any]) -> list[Row]:
    """The same beside bots."""
    found = result["thinking"]
    p99 = found["last"]["p99"]
    added = p99 - result["half"]["last"]["p99"] if "half" in result else 0.0
    busy = " + ".join(f"{share:.0%}" for share in found["bots"])
    return [
        ("the same, bots thinking", f"bots {busy} of a core", "all they can", None),
        ("  due → last socket", times(found["last"]), f"p99 < {LONGEST:.0f} ms", p99 < LONGEST),
        ("  added to p99", f"{added:+.1f} ms", f"< {MOVED:.0f} ms", added < MOVED),
        ("  CPU of the server a move", shares(found), "", None),
    ]


def overload(result: dict[str, Any]) -> list[Row]:
    """Twice as many players as it can bear."""
    found = result["overload"]
    p99, first = found["last"]["p99"], found["last_of_first"]["p99"]
    said = f"{found['let_in']} of {found['knocking']} tables"
    offered = f"{2 * found['capacity']:,.0f} moves/s offered"
    goal = f"p99 < {LONGEST_FULL:.0f} ms"
    return [
        (f"overload: {offered}", f"{found['rate']:,.0f} moves/s", "", None),
        ("  let in of those who knock", said, "", None),
        ("  send → last socket, all", times(found["last"]), goal, p99 < LONGEST_FULL),
        ("  those who were there first", times(found["last_of_first"]), goal, first < LONGEST_FULL),
        ("  dropped", refusals(found), "", not found["problems"]),
    ]


def idle(result: dict[str, Any]) -> list[Row]:
    """Idle sockets."""
    found = result["idle"]
    each, lost = found["kib_each"], found["lost"]
    what = f"{found['sockets']:,} idle sockets, with their tables"
    good = each < DEAREST and not lost
    said = f"{each:.1f} KiB each" + (f", {lost} lost" if lost else "")
    return [(what, said, f"< {DEAREST:.0f} KiB", good)]


def steady(result: dict[str, Any]) -> list[Row]:
    """Memory over time."""
    found = result["steady"]
    grown = found["mib_a_million_moves"]
    begin, middle, end = found["mib"]
    what = f"memory over {found['seconds'] / 60:.0f} min, {found['moves']:,} moves"
    return [
        (what, f"{begin:.0f} → {middle:.0f} → {end:.0f} MiB", "", None),
        ("  last third", f"{grown:+.1f} MiB a million moves", f"< {FLAT:.0f}", grown < FLAT),
        ("  meanwhile", f"{found['rate']:,.0f} moves/s", "", None),
    ]


def compared(result: dict[str, Any]) -> list[Row]:
    """Beside boardgame.io."""
    found = result["compared"]
    named = {
        "ours": f"{boardgame.GAME} here (on disk, synced)",
        "memory": f"boardgame.io {boardgame.VERSION}, in memory",
        "files": f"boardgame.io {boardgame.VERSION}, in files (not synced)",
    }
    rows: list[Row] = []
    for key, name in named.items():
        if key in found:
            rate = f"{found[key]['rate']:,.0f} moves/s"
            rows += [
                (name, rate, "", None),
                ("  send → last socket", times(found[key]["last"]), "", None),
                ("  CPU of the server a move", f"{found[key]['cpu_ms']:.2f} ms", "", None),
            ]
    if "missing" in found:
        rows.append(("boardgame.io", f"not measured: {found['missing']}", "", None))
    return rows


def workers(result: dict[str, Any]) -> list[Row]:
    """Several workers over one database."""
    found = result["workers"]
    base = found["one"]["cpu_ms"]
    named = {
        "one": f"PostgreSQL, {scenarios.SHARED:,.0f} moves/s, {found['one']['tables']} tables",
        "two": "  two workers, which hand sockets over",
        "apart": "  two servers, each with half of a table's sockets",
    }
    rows: list[Row] = []
    for key, name in named.items():
        one, is_goal = found[key], key == "two"
        added, longest = 100 * (one["cpu_ms"] / base - 1), one["last"]["max"]
        told = f"{one['cpu_ms']:.2f} ms a move" + ("" if key == "one" else f" ({added:+.0f} %)")
        told += f", the database {one['database_ms']:.2f} ms"
        goal = f"≤ +{SECOND:.0f} %" if is_goal else ""
        rows.append((name, told, goal, added <= SECOND if is_goal else None))
        goal = f"max < {LONGEST_SHARED:.0f} ms" if is_goal else ""
        good = (longest < LONGEST_SHARED and not one["problems"]) if is_goal else None
        rows.append(("    due → last socket", times(one["last"]), goal, good))
    return rows


PARTS: dict[str, Callable[[dict[str, Any]], list[Row]]] = {
    "peak": peak,
    "half": half,
    "thinking": thinking,
    "overload": overload,
    "idle": idle,
    "steady": steady,
    "workers": workers,
    "compared": compared,
}
MEASURED: dict[str, Callable[..., scenarios.Figures]] = {
    name: getattr(scenarios, name) for name in PARTS
}
LONG = {"steady": {"minutes": 30.0}}
QUICK: dict[str, dict[str, Any]] = {
    "peak": {"seconds": 3.0, "tables": 20},
    "half": {"seconds": 3.0, "tables": 50},
    "thinking": {"seconds": 3.0, "tables": 50},
    "overload": {"seconds": 3.0, "probe": 2.0},
    "idle": {"sockets": 200, "rest": 1.0},
    "steady": {"minutes": 0.2, "tables": 20},
    "workers": {"seconds": 3.0, "tables": 20, "rounds": 1},
    "compared": {"moves": 500, "tables": 10},
}

if __name__ == "__main__":
    main()
