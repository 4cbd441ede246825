"""Prints checksums of random play: equal, interpreted and compiled, or one of them is wrong."""

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "conformance"))

from cases import Case, cases, reached, walk

from pioche import CHANCE, KeyedRng, Rng
from pioche.bots.search import Search
from pioche.catalog import is_compiled
from pioche.core.state import play_games

STEPS = 150
RUNS = 20


def main() -> None:
    checks = {str(case): [*play_games(case.new(), 3, Rng(11)), watched(case)] for case in cases()}
    thoughts = {str(case): thought(case) for case in cases() if not case.options}
    seen = {"compiled": is_compiled(), "generators": generators(), "thoughts": thoughts}
    print(json.dumps({**seen, "cases": checks}))


def watched(case: Case) -> str:
    """A digest of every position and view of a game's beginning, and of what seats draw from it."""
    digest = hashlib.sha256()
    for number, step in enumerate(walk(case, 17, STEPS)):
        digest.update(json.dumps(step.after.dump()).encode())
        for seat in (None, *range(case.players)):
            digest.update(json.dumps(step.after.view(seat)).encode())
        if number % 5 == 0:
            seen = step.after.resample(number % case.players, Rng(number))
            digest.update(json.dumps(seen.dump(), sort_keys=True).encode())
    return digest.hexdigest()


def thought(case: Case) -> list[list[float]]:
    """What a search finds in the beginning of a game, to the last bit."""
    state = reached(case, 5, 6)
    if state.is_over() or state.actors() == (CHANCE,) or state.game.real_time:
        return []
    seat = state.actors()[0]
    search = Search(state.resample(seat, Rng(1)), seat, state.game.heuristics(), Rng(2))
    search.run_iterations(RUNS)
    return [list(found) for found in search.root_statistics()]


def generators() -> list[list[int]]:
    fast, keyed = Rng(2**70 + 1), KeyedRng(bytes(range(32)))
    return [[int(rng.below(n)) for n in range(1, 200)] for rng in (fast, keyed)]


if __name__ == "__main__":
    main()
