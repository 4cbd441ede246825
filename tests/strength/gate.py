"""Short seeded matches that tell whether a level has become weaker.

    python tests/strength/gate.py [GAME ...]

plays them and writes what they gave into each game's tests/strength.json, which the long
tests hold later versions against. The same code gives the same figures on any machine.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pioche
from pioche.arena.workers.runner import play_match
from pioche.core.bot import LEVELS

SOURCE = Path(__file__).parents[2] / "src" / "pioche"
SEED = 20_260
GAMES = {"regular": 240, "expert": 80, "master": 48}  # of a level against the one below
LIGHTER = 10  # the master thinks a tenth of its usual rollouts, or the gate takes hours


def kept_in(game: pioche.Game) -> Path:
    """The file that holds a game's figures."""
    return SOURCE / "games" / game.package.rpartition(".")[2] / "tests" / "strength.json"


def bots(game: pioche.Game, level: str) -> tuple[str, str]:
    """A level as the gate plays it, and the one below."""
    below = LEVELS[LEVELS.index(level) - 1]
    if level == "master" and game.create_own_bot(level) is None:
        level += f"@{game.rollouts_per_move[level] // LIGHTER}"
    return level, below


def played(game: pioche.Game, level: str, jobs: int = 1) -> dict[str, Any]:
    """A level against a table of the one below, with the fewest players."""
    players = game.players[0]
    bot, below = bots(game, level)
    line_up = [bot, *[below] * (players - 1)]
    share = play_match(game, line_up, GAMES[level], seed=SEED, jobs=jobs)[bot].share
    low, high = share.interval()
    figures = {"share": share.mean, "low": low, "high": high}
    rounded = {name: round(figure, 4) for name, figure in figures.items()}
    return {"bot": bot, "below": below, "players": players, "games": GAMES[level], **rounded}


def main(ids: list[str]) -> None:
    """Play the matches and keep the figures."""
    for id in ids or list(pioche.games):
        game = pioche.games[id]
        figures = {level: played(game, level, jobs=2) for level in GAMES}
        kept_in(game).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        for level, found in figures.items():
            print(id, level, found)


if __name__ == "__main__":
    main(sys.argv[1:])
