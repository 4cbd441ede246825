"""Perfect Numbers by version 1 of the rules, for the records and tables that began under it."""

from pioche.core.schema import Event, View
from pioche.core.state import State
from pioche.games.perfect_numbers.game import PerfectNumbersGame
from pioche.games.perfect_numbers.names import STORABLE
from pioche.games.perfect_numbers.rules import version_1 as rules_version_1


class PerfectNumbersGameV1(PerfectNumbersGame):
    """Perfect Numbers as it was played before version 2."""

    version = 1

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules_version_1.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        """As now, and an action of no use was discarded."""
        return [*super().list_move_texts(), *(f"discard {action}" for action in STORABLE)]

    def advise(self, view: View, move: str) -> Event:
        """As now; nothing speaks for an action of no use."""
        return {"type": "plain"} if move.startswith("discard ") else super().advise(view, move)
