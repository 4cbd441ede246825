"""A network that beats the player it learned from, in about a minute on one core.

Needs `pip install ".[fit]"`. It is what `pioche fit no-thanks` does, step by step:

1. Bots of the level `regular` play No Thanks! among themselves; every decision is noted.
2. A small network learns what they do, and how such games end.
3. It plays on by itself, a million decisions in lock-step games, and becomes better.
4. It is saved, and plays without PyTorch: at a table of three regulars, each deal four times,
   so that everybody has every seat.
"""

import sys
import tempfile
from pathlib import Path

from pioche.arena.workers.runner import play_match
from pioche.rl.fit import Plan, fit

PLAN = Plan("no-thanks", players=4, teacher="regular", games=1500, decisions=1_000_000, seed=1)


def main(games: int = 400) -> int:
    """Train, play, say how it went; 0 if the network is clearly better than its teachers."""
    network = fit(PLAN, tell=lambda what, numbers: print(what, dict(numbers), file=sys.stderr))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        network.save(path)
        standing = play_match(PLAN.game, [f"net:{path}"] + ["regular"] * 3, games)
        share = standing[f"net:{path}"].share
    low, high = share.interval()
    print(f"The network wins {share.mean:.1%} of {standing.games} games ({low:.1%} to {high:.1%}).")
    print(f"Its teachers share the rest; an even share is {standing.even:.1%}.")
    return 0 if low > standing.even else 1


if __name__ == "__main__":
    sys.exit(main())
