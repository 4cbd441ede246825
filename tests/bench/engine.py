"""How fast the engine is, as ratios measured in one run: `make bench`.

Everything is measured in turns, several times, and the best of each counts, so that a busy
moment of the machine hits nobody in particular. C is the loop in c/, compiled with -O3 here
and now; interpreted is the same rules run by Python in a process of its own.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import pioche
from pioche import CHANCE, Rng
from pioche.catalog import is_compiled
from pioche.core.state import clone_often, play_deals, play_games

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
REPEATS = 7
SECONDS = 0.35  # a measurement lasts about this long
PLAYERS = {"perfect-numbers": 3}  # all others 4
ROUND_ONLY = {"gap"}  # measured by the round, as its C loop is
GOALS = {  # of the C No Thanks! loop's moves, unless the game has a C loop of its own
    "no-thanks": 0.45,
    "gap": 0.45,
}
OTHERS_GOAL = 1 / 30
INTERPRETED_GOAL = 20
CONTRACT_GOAL = 500_000 / 130e6


def main() -> None:
    """Measure, print one table, write it as JSON."""
    if "--interpreted" in sys.argv:
        print(json.dumps({id: rate(runner(id, 30), 0.2) for id in pioche.games}))
        return
    if not is_compiled():
        sys.exit("bench: the engine is not compiled; `make bench` installs it so")
    result = measure()
    show(result)
    Path("bench.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def measure() -> dict[str, Any]:
    """All rates: moves and games a second, best of several rounds through all of them."""
    with tempfile.TemporaryDirectory() as folder:
        loops = {id: c_runner(id, Path(folder)) for id in GOALS}
        jobs = {("c", id): loop for id, loop in loops.items()}
        jobs |= {("compiled", id): runner(id, 200) for id in pioche.games}
        jobs |= {("contract", id): contract_runner(id) for id in pioche.games}
        best = best_rates(jobs)
    slow = interpreted_rates()
    reference = best["c", "no-thanks"]
    games = {id: row(id, best, slow[id], reference) for id in pioche.games}
    return {"c_no_thanks_moves": reference[0], "games": games}


def best_rates(jobs: dict[tuple[str, str], Callable[[], tuple[int, int]]]) -> dict[Any, Any]:
    """The best rates of each job, all jobs measured in turns."""
    best = dict.fromkeys(jobs, (0.0, 0.0))
    for _ in range(REPEATS):
        for key, job in jobs.items():
            best[key] = max(best[key], rate(job, SECONDS))
    return best


def rate(job: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Moves and games a second of a job that plays some games each time it is called."""
    moves = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        played, count = job()
        moves, games = moves + played, games + count
    return moves / spent, games / spent


def row(id: str, best: dict[Any, Any], slow: list[float], reference: Any) -> dict[str, Any]:
    """What the table says of one game."""
    moves, games = best["compiled", id]
    own = best.get(("c", id))
    ratio = games / own[1] if own else moves / reference[0]
    contract = best["contract", id][0]
    return {
        "players": players(id),
        "games": games,
        "moves": moves,
        "of_c": ratio,
        "of_c_goal": GOALS.get(id, OTHERS_GOAL),
        "c": "its own loop, games" if own else "the No Thanks! loop, moves",
        "interpreted_moves": slow[0],
        "times_interpreted": moves / slow[0],
        "contract_moves": contract,
        "contract_of_c": contract / reference[0],
        "clone_ns": clone_cost(id),
    }


def players(id: str) -> int:
    """How many play a game here."""
    return PLAYERS.get(id, 4)


def runner(id: str, count: int) -> Callable[[], tuple[int, int]]:
    """Random games from the deal inside the engine."""
    start, rng = pioche.games[id].new(players(id)), Rng(1)

    def run() -> tuple[int, int]:
        if id in ROUND_ONLY:
            return play_deals(start, count, rng), count
        return play_games(start, count, rng)[0], count

    return run


def contract_runner(id: str) -> Callable[[], tuple[int, int]]:
    """One random game driven from interpreted Python by actors, legal and apply."""
    game, rng = pioche.games[id], Rng(1)

    def run() -> tuple[int, int]:
        state, moves = game.new(players(id)), 0
        while actors := state.actors():
            seat = actors[0]
            if seat == CHANCE:
                state.shuffle(rng)
                continue
            if len(actors) > 1:
                seat = actors[rng.below(len(actors))]
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
            moves += 1
        return moves, 1

    return run


def c_runner(id: str, folder: Path) -> Callable[[], tuple[int, int]]:
    """The C loop of a game, compiled here and now."""
    source = HERE / "c" / f"{id.replace('-', '_')}.c"
    library = folder / f"{id}.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
    loop = ctypes.CDLL(str(library)).playouts
    loop.restype = ctypes.c_int64
    state, check, count = ctypes.c_int64(0x2545F4914F6CDD1D >> 3), ctypes.c_int64(), 2000

    def run() -> tuple[int, int]:
        return loop(4, ctypes.c_int64(count), ctypes.byref(state), ctypes.byref(check)), count

    return run


def clone_cost(id: str) -> float:
    """Nanoseconds to clone a state in the middle of a game."""
    state, rng = pioche.games[id].new(players(id)), Rng(1)
    for _ in range(20):
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
        else:
            state.step(rng)
    best = 1e9
    for _ in range(5):
        start = time.perf_counter()
        clone_often(state, 100_000)
        best = min(best, (time.perf_counter() - start) / 100_000)
    return best * 1e9


def interpreted_rates() -> dict[str, list[float]]:
    """Moves and games a second of the same files run by Python."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, str(Path(__file__)), "--interpreted"]
    best: dict[str, list[float]] = {}
    for _ in range(3):
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        for id, found in json.loads(done.stdout).items():
            best[id] = max(best.get(id, [0.0, 0.0]), found)
    return best


def show(result: dict[str, Any]) -> None:
    """The table."""
    table = Table(title="Random games on one core, best of several interleaved runs")
    for name in ("game", "players", "games/s", "moves/s", "of C", "goal", "× interpreted"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for name in ("by contract, moves/s", "of C", "clone, ns"):
        table.add_column(name, justify="right")
    for id, r in result["games"].items():
        by = "" if id in GOALS else " ¹"
        table.add_row(
            id + (" (a round)" if id in ROUND_ONLY else ""),
            str(r["players"]),
            f"{r['games']:,.0f}",
            f"{r['moves']:,.0f}",
            f"{r['of_c']:.1%}{by}",
            f"{r['of_c_goal']:.1%}",
            f"{r['times_interpreted']:.0f}",
            f"{r['contract_moves']:,.0f}",
            f"{r['contract_of_c']:.2%}",
            f"{r['clone_ns']:.0f}",
        )
    console = Console(width=max(120, Console().width))
    console.print(table)
    console.print(f"C, No Thanks!: {result['c_no_thanks_moves'] / 1e6:.0f} million moves a second.")
    console.print(
        "¹ moves a second, of the C No Thanks! loop's. The others: games of their own loop."
    )
    for line in misses(result):
        console.print(f"[red]{line}[/]")


def misses(result: dict[str, Any]) -> list[str]:
    """Which goals were missed."""
    found = []
    for id, r in result["games"].items():
        if r["of_c"] < r["of_c_goal"]:
            found.append(f"{id}: {r['of_c']:.1%} of C, the goal is {r['of_c_goal']:.1%}")
        if r["times_interpreted"] < INTERPRETED_GOAL:
            found.append(f"{id}: only {r['times_interpreted']:.0f} times interpreted")
    driven = result["games"]["no-thanks"]["contract_of_c"]
    if driven < CONTRACT_GOAL:
        found.append(f"no-thanks: {driven:.2%} of C by the contract, the goal {CONTRACT_GOAL:.2%}")
    return found


if __name__ == "__main__":
    main()
