"""Writes the golden records of games that have none yet: `python tests/make_golden.py`.

Records that exist are never written over: they are there to show that the rules still play
the same. When a rule really changes, the rules version goes up and gets records of its own.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "conformance"))

from cases import SOURCE, Case, cases
from test_records import SECRET, played

import pioche
from pioche import Generator, KeyedRng, Rng

LONGEST = 1500  # moves; longer games make good tests but large files


def main() -> None:
    for number, case in enumerate(cases()):
        path = SOURCE / "games" / case.game.replace("-", "_") / "tests" / "golden"
        version = pioche.games[case.game].version
        again = f"-v{version}" if version > 1 else ""
        path = path / f"{case}{again}.json".replace(",", "-")
        if not path.exists():
            write(path, case, number)


def write(path: Path, case: Case, number: int) -> None:
    """One finished random game, its shuffles by draws and by a secret in turn."""
    source: Generator = KeyedRng(SECRET) if number % 2 else Rng(number)
    recorder = played(case, source)
    if recorder.state.is_over() and len(recorder.moves) <= LONGEST:
        path.parent.mkdir(exist_ok=True)
        path.write_text(recorder.build_record().to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
