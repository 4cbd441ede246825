"""Rouge Jaune Vert by version 1 of the rules, for the records and tables that began under it."""

from pioche.games.rouge_jaune_vert.game import RougeJauneVertGame
from pioche.games.rouge_jaune_vert.rules import version_1
from pioche.games.rouge_jaune_vert.rules.version_1 import RougeJauneVertV1


class RougeJauneVertGameV1(RougeJauneVertGame):
    """Rouge Jaune Vert as it was played before version 2."""

    version = 1

    def new_state(self, players: int, options: dict[str, int]) -> RougeJauneVertV1:
        """A game before its first shuffle."""
        return version_1.new_state(self, players, options)
