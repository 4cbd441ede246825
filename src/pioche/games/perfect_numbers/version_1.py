"""Perfect Numbers by version 1 of the rules, for the records and tables that began under it."""

from pioche.core.game import Event, Json
from pioche.core.position import Reader
from pioche.core.state import State
from pioche.games.perfect_numbers import position, rules_version_1
from pioche.games.perfect_numbers.facets import PerfectNumbersGame
from pioche.games.perfect_numbers.names import STORABLE


class PerfectNumbersGameV1(PerfectNumbersGame):
    """Perfect Numbers as it was played before version 2."""

    version = 1

    def start(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules_version_1.new(self, players, options)

    def move_texts(self) -> list[str]:
        """As now, and an action of no use was discarded."""
        return [*super().move_texts(), *(f"discard {action}" for action in STORABLE)]

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        fresh = rules_version_1.new(self, reader.players, reader.options)
        return position.load(reader, fresh)

    def advice(self, view: Json, move: str) -> Event:
        """As now; nothing speaks for an action of no use."""
        return {"type": "plain"} if move.startswith("discard ") else super().advice(view, move)
