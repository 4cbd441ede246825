"""Rouge Jaune Vert: the player of a level, for tables and for the arena."""

from typing import Final

from pioche.core.bot import Choice, Sight
from pioche.core.rng import Rng
from pioche.games.rouge_jaune_vert.bot_mind import Mind
from pioche.games.rouge_jaune_vert.bot_reflexes import EXPERT, MASTER, NOVICE, REGULAR, Reflexes
from pioche.games.rouge_jaune_vert.rules import RougeJauneVert

LEVELS: Final = {"novice": NOVICE, "regular": REGULAR, "expert": EXPERT, "master": MASTER}


class Racer:
    """A player with hands and eyes: one for each seat of each game."""

    def __init__(self, reflexes: Reflexes) -> None:
        self.reflexes = reflexes
        self.mind = Mind(reflexes)

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """What it does next, and how long eyes and hands take for it."""
        table = sight.resample(rng)
        assert isinstance(table, RougeJauneVert)
        action = self.mind.act(table, sight.seat, rng)
        return Choice(int(action), self.mind.seconds)
