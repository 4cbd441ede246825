"""Lets tests import what stands beside them: the tables of the suite and of each game."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent

for folder in [
    *sorted(path for path in ROOT.glob("tests/*") if path.is_dir()),
    *sorted(ROOT.glob("src/pioche/games/*/tests")),
]:
    sys.path.append(str(folder))
