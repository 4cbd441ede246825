"""Rouge Jaune Vert by version 1 of the rules, for the records and tables that began under it."""

from pioche.core.position import Reader
from pioche.core.state import State
from pioche.games.rouge_jaune_vert import position, rules_version_1
from pioche.games.rouge_jaune_vert.facets import RougeJauneVertGame


class RougeJauneVertGameV1(RougeJauneVertGame):
    """Rouge Jaune Vert as it was played before version 2."""

    version = 1

    def start(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules_version_1.new(self, players, options)

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        fresh = rules_version_1.new(self, reader.players, reader.options)
        return position.load(reader, fresh)
