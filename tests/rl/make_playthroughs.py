"""Writes the golden playthroughs of OpenSpiel that are missing; never writes over one."""

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import pioche
from pioche.rl.envs.openspiel import name_of

FOLDER = Path(__file__).parent / "playthroughs"


def main() -> None:
    """A playthrough for each game that is played in turns."""
    FOLDER.mkdir(exist_ok=True)
    for game in pioche.games.values():
        path = FOLDER / f"{name_of(game)}.txt"
        if not game.real_time and not path.exists():
            few = f"players={game.players[0]},max_length=4,memory=4"
            text = playthrough(f"{name_of(game)}({few})", None, seed=1)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
