"""Prints checksums of random play: equal, interpreted and compiled, or one of them is wrong."""

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "conformance"))

from tables import Case, cases, walk

from pioche import KeyedRng, Rng
from pioche.catalog import compiled
from pioche.core.state import play_games

STEPS = 150


def main() -> None:
    checks = {str(case): [*play_games(case.new(), 3, Rng(11)), watched(case)] for case in cases()}
    print(json.dumps({"compiled": compiled(), "generators": generators(), "cases": checks}))


def watched(case: Case) -> str:
    """A digest of every position of a game's beginning, and of what seats draw from it."""
    digest = hashlib.sha256()
    for number, step in enumerate(walk(case, 17, STEPS)):
        digest.update(json.dumps(step.after.dump(), sort_keys=True).encode())
        if number % 5 == 0:
            seen = step.after.resample(number % case.players, Rng(number))
            digest.update(json.dumps(seen.dump(), sort_keys=True).encode())
    return digest.hexdigest()


def generators() -> list[list[int]]:
    fast, keyed = Rng(2**70 + 1), KeyedRng(bytes(range(32)))
    return [[int(rng.below(n)) for n in range(1, 200)] for rng in (fast, keyed)]


if __name__ == "__main__":
    main()
