"""Rouge Jaune Vert: a race for a series whose neighbours have nothing in common."""

from pioche.games.rouge_jaune_vert.game import RougeJauneVertGame
from pioche.games.rouge_jaune_vert.version_1 import RougeJauneVertGameV1

GAME = RougeJauneVertGame(RougeJauneVertGameV1())
