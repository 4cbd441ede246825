"""Begins a new game in src/pioche/games: `make new-game NAME="Night Train"`."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tools.new_game.names import BadName, GameNames, list_clause_prefixes
from tools.new_game.write import write_game

GAMES = Path("src/pioche/games")
SCREENS = "{id} or start"  # the screens of the new game, and those that list all games
# What is made from the games: golden records, the types of the page, pages of the docs, and
# how the screens of the terminal look.
FOLLOWING = (
    ["tests/make_golden.py"],
    ["tests/rl/make_playthroughs.py"],
    ["-m", "tools.views"],
    ["-m", "tools.tensors"],
    ["-m", "pytest", "-qq", "tests/terminal/test_snapshots.py", "--snapshot-update", "-k", SCREENS],
)
# Lines may have become longer with the new name.
TIDYING = (["-m", "ruff", "check", "--fix", "--quiet"], ["-m", "ruff", "format", "--quiet"])
NEXT_STEPS = """{title} is in {folder}. Play it:

  make play                      in the browser, or in the terminal:
  .venv/bin/pioche play {id}

Test it:

  make test K="{id} or {package}"

Then make it your game: docs/adding-a-game.md leads on from here."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make new-game", description=__doc__)
    parser.add_argument("name", help="what players call the game")
    parser.add_argument("--prefix", help="of its clauses, such as NT for NT-1 (default: initials)")
    asked = parser.parse_args()
    try:
        names = GameNames.from_title(asked.name, asked.prefix, list_clause_prefixes(GAMES))
        folder = write_game(names, GAMES)
    except BadName as error:
        sys.exit(f"new-game: {error}")
    make_what_follows(names, folder)
    print(NEXT_STEPS.format(**names._asdict(), folder=folder))


def make_what_follows(names: GameNames, folder: Path) -> None:
    """Run the programs that read all games. The new one is not installed yet."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."])}
    for words in [*([*tidy, str(folder)] for tidy in TIDYING), *FOLLOWING]:
        filled = [word.format(id=names.id) for word in words]
        subprocess.run([sys.executable, *filled], env=environment, check=True)


if __name__ == "__main__":
    main()
