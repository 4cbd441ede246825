"""Rouge Jaune Vert by version 1 of the rules, for the records and tables that began under it."""

from pioche.core.position import PositionReader
from pioche.core.state import State
from pioche.games.rouge_jaune_vert import position
from pioche.games.rouge_jaune_vert.game import RougeJauneVertGame
from pioche.games.rouge_jaune_vert.rules import version_1 as rules_version_1


class RougeJauneVertGameV1(RougeJauneVertGame):
    """Rouge Jaune Vert as it was played before version 2."""

    version = 1

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules_version_1.new_state(self, players, options)

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        fresh = rules_version_1.new_state(self, reader.players, reader.options)
        return position.restore_state(reader, fresh)
