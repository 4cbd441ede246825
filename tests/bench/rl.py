"""How fast the environments are, as ratios measured in one run: `make bench-rl`.

What a goal compares is measured in turns, several times, and the best of each counts, so that
a busy moment of the machine hits nobody in particular. All play random legal moves on one
core, and observations and masks are filled at every decision, on both sides.
"""

import io
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation
from pettingzoo.classic import leduc_holdem_v4
from pettingzoo.test import performance_benchmark
from rl_report import Line, show

import pioche
from pioche.catalog import is_compiled
from pioche.rl.envs.openspiel import name_of
from pioche.rl.envs.pettingzoo import env
from pioche.rl.envs.vector import VectorEnv

ROUNDS = 5
SECONDS = 0.35  # a measurement lasts about this long
OFFICIAL_ROUNDS = 3  # PettingZoo's benchmark takes 5 seconds
PLAYERS = 4
BATCH = 256
STEPS = 8  # of a batch, between two looks at the clock
LEDUC_GOAL = 20
VECTOR_GOAL = 3_000_000
OPENSPIEL_GOAL = 10
PGX = {  # and which of ours comes nearest in size
    "kuhn_poker": "no-thanks",
    "leduc_holdem": "no-thanks",
    "sparrow_mahjong": "gap",
}

Job = Callable[[], int]


def main() -> None:
    """Measure, print one table, and complain by the exit code of goals that were missed."""
    if not is_compiled():
        sys.exit("bench-rl: the engine is not compiled; `make bench-rl` installs it so")
    best = best_rates(jobs())
    parts = {
        "PettingZoo, by its own performance_benchmark": pettingzoo_lines(),
        f"VectorEnv, {BATCH} games, sample and step": vector_lines(best),
        "OpenSpiel, driven from Python": openspiel_lines(best),
        "pgx on the CPU, 1024 games, jitted": pgx_lines(best),
    }
    show(parts)
    lines = [line for part in parts.values() for line in part]
    sys.exit(0 if all(line.met for line in lines) else 1)


# -- PettingZoo ----------------------------------------------------------------------------


def pettingzoo_lines() -> list[Line]:
    """Ours against Leduc hold'em as PettingZoo has it, and for information without wrappers."""
    leduc = bare = ours = 0.0
    for _ in range(OFFICIAL_ROUNDS):
        leduc = max(leduc, official(leduc_holdem_v4.env()))
        ours = max(ours, official(env("no-thanks", PLAYERS)))
        bare = max(bare, official(leduc_holdem_v4.raw_env()))
    lines = [
        Line("PettingZoo's Leduc hold'em", 2, leduc),
        Line("  without PettingZoo's wrappers", 2, bare),
        Line("no-thanks, to Leduc", PLAYERS, ours, ours / leduc, LEDUC_GOAL),
        Line("  to Leduc without the wrappers", PLAYERS, ours, ours / bare),
    ]
    others = {id: official(env(id, PLAYERS)) for id in pioche.games if id != "no-thanks"}
    lines += [Line(f"{id}, to Leduc", PLAYERS, r, r / leduc) for id, r in others.items()]
    return lines


def official(table: Any) -> float:
    """Turns a second, as PettingZoo's benchmark prints them."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        performance_benchmark(table)
    (line,) = (s for s in printed.getvalue().splitlines() if s.endswith("turns per second"))
    return float(line.split()[0])


# -- what takes turns ----------------------------------------------------------------------


def jobs() -> dict[tuple[str, str], Job]:
    """What is measured by decisions a second, by kind and name."""
    eights = pyspiel.load_game(f"crazy_eights(players={PLAYERS})")
    found = {("vector", id): vector_job(id) for id in pioche.games}
    found["lists", "crazy_eights"] = openspiel_job(eights, lists=True)
    found["observer", "crazy_eights"] = openspiel_job(eights, lists=False)
    for id, game in pioche.games.items():
        if not game.real_time:
            loaded = pyspiel.load_game(f"{name_of(game)}(players={PLAYERS})")
            found["lists", id] = openspiel_job(loaded, lists=True)
    return found


def best_rates(jobs: dict[tuple[str, str], Job]) -> dict[tuple[str, str], float]:
    """The best rate of each job, all jobs measured in turns."""
    best = dict.fromkeys(jobs, 0.0)
    for _ in range(ROUNDS):
        for key, job in jobs.items():
            best[key] = max(best[key], rate(job))
    return best


def rate(job: Job) -> float:
    """Decisions a second of a job that makes some each time it is called."""
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        count += job()
    return count / spent


def vector_job(id: str) -> Job:
    """Some steps of a batch."""
    games = VectorEnv(id, BATCH, PLAYERS, seed=1)

    def run() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
        return STEPS * BATCH

    return run


def openspiel_job(game: Any, *, lists: bool) -> Job:
    """A game; observations as lists, as a state gives them, or through OpenSpiel's observer.

    Only decisions of players count. Here all outcomes of chance are equally likely.
    """
    observer = None if lists else make_observation(game)

    # In one piece, because every call of a function would be held against OpenSpiel.
    def run() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            player = state.current_player()
            if observer is None:
                state.observation_tensor(player)
            else:
                observer.set_from(state, player)
            state.legal_actions_mask(player)
            state.apply_action(random.choice(state.legal_actions(player)))
            count += 1
        return count

    return run


def vector_lines(best: dict[tuple[str, str], float]) -> list[Line]:
    """Every game; one of them has a goal."""
    goals = {"no-thanks": VECTOR_GOAL}
    return [Line(id, PLAYERS, best["vector", id], None, goals.get(id)) for id in pioche.games]


def openspiel_lines(best: dict[tuple[str, str], float]) -> list[Line]:
    """Ours in lock-step against OpenSpiel's, and what ours cost behind OpenSpiel's interface."""
    code, lists = best["vector", "code"], best["lists", "crazy_eights"]
    observer = best["observer", "crazy_eights"]
    lines = [
        Line("crazy_eights, observation_tensor", PLAYERS, lists),
        Line("crazy_eights, observer into NumPy", PLAYERS, observer),
        Line("VectorEnv code, to observation_tensor", PLAYERS, code, code / lists, OPENSPIEL_GOAL),
        Line("VectorEnv code, to the observer", PLAYERS, code, code / observer),
    ]
    for (kind, id), rate in best.items():
        if kind == "lists" and id in pioche.games:
            name = f"{name_of(pioche.games[id])}, to its VectorEnv"
            lines.append(Line(name, PLAYERS, rate, rate / best["vector", id]))
    return lines


# -- pgx -----------------------------------------------------------------------------------


def pgx_lines(best: dict[tuple[str, str], float]) -> list[Line]:
    """Theirs, with how many times as fast the nearest of ours is."""
    found, lines = pgx_rates(), []
    for name, told in found.items():
        ours = PGX[name]
        size = f"{told['actions']} actions, {told['size']} numbers"
        ratio = best["vector", ours] / told["rate"]
        lines.append(Line(f"{name} ({size})", told["players"], told["rate"]))
        lines.append(Line(f"  VectorEnv {ours} to it", PLAYERS, best["vector", ours], ratio))
    return lines


def pgx_rates() -> dict[str, Any]:
    """What pgx does here; nothing, in one line, where it can't be imported."""
    command = [sys.executable, str(Path(__file__).with_name("rl_pgx.py")), *PGX]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no word why"])[-1]
        print(f"pgx is left out: {why}")
        return {}
    return dict(json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    main()
