"""How rounds go at a table of one level: `python rounds.py PLAYERS LEVEL GAMES`."""

import sys
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from pioche import CHANCE, CLOCK, Rng, games
from pioche.arena.match.game import ArenaGame, RaceSimulation
from pioche.bots.levels import make_bot

GAME = games["rouge-jaune-vert"]


@dataclass
class Rounds(ArenaGame):
    """A match that keeps what the docs tell about its rounds."""

    race: RaceSimulation = field(init=False)
    began: float = 0.0
    grabs: int = 0
    seconds: list[float] = field(default_factory=list)
    counts: list[dict[str, Any]] = field(default_factory=list)
    by_clock: int = 0
    by_broken: int = 0

    def run(self) -> None:
        """All five."""
        self.race = RaceSimulation(self)
        while not self.state.is_over():
            if self.state.actors() == (CHANCE,):
                self.shuffle()
                self.began = self.race.now
            else:
                self.race.run()

    def apply_move(self, seat: int, action: int) -> None:
        self.grabs += GAME.text(action).startswith("grab")
        racing = self.state.view(None)["phase"] == "race"
        super().apply_move(seat, action)
        view = self.state.view(None)
        if racing and view["phase"] == "points":
            self.seconds.append(self.race.now - self.began)
            self.by_clock += seat == CLOCK
            self.by_broken += seat != CLOCK and view["count"][seat]["broke"] is not None
            self.counts += view["count"]


def main(players: int, level: str, n: int) -> str:
    """One line of figures."""
    held = []
    for g in range(n):
        lucks = [Rng(100 * g + seat) for seat in range(players)]
        bots = [make_bot(GAME, level) for _ in range(players)]
        held.append(Rounds(GAME.new(players), bots, lucks, lambda k, g=g: Rng(10**6 + 10 * g + k)))
        held[-1].run()
    counts = [count for match in held for count in match.counts]
    rounds = 5 * n
    return (
        f"{players} {level}: {mean(s for m in held for s in m.seconds):.0f} s, "
        f"{sum(m.grabs for m in held) / len(counts):.1f} cards taken, "
        f"{mean(c['kept'] for c in counts):.1f} kept, "
        f"{mean(c['broke'] is not None for c in counts):.0%} of series broken, "
        f"stopped by a broken one {sum(m.by_broken for m in held) / rounds:.0%}, "
        f"by the clock {sum(m.by_clock for m in held) / rounds:.0%}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
