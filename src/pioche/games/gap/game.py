"""Gap: the game in the catalog."""

from collections.abc import Mapping
from typing import Any

from pioche.core.game import Game
from pioche.core.option import limit, number
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.games.gap.cards import CODES, NAMES
from pioche.games.gap.rules.state import TIME, TURN_SECONDS
from pioche.games.gap.schema import GapEvent, GapPosition, GapView


class GapGame(Game):
    """Gap for 2 to 6."""

    id = "gap"
    players = range(2, 7)
    options = {
        "target": number(30, 1, 200, "points that end the game (GAP-4)"),
        "rounds": number(0, 0, 50, "rounds to play instead of a target; 0 is off (GAP-4)"),
        "minutes": limit(5, 120, "minutes to play instead of a target; 0 is off (GAP-4)"),
    }
    added_options = ("minutes",)
    position_type, view_type, event_type = GapPosition, GapView, GapEvent
    option_fields = {"last": "minutes"}
    turn_seconds = TURN_SECONDS
    rollouts_per_move = {"expert": 40, "master": 20000}
    clauses = {"players": "GAP-1", "turn": "GAP-15", "shuffle": "GAP-5", "over": "GAP-19"}

    def list_move_texts(self) -> list[str]:
        """A card to play, then a card to take where there is a choice; the clock's move."""
        return [*(f"{verb} {card}" for verb in ("play", "take") for card in NAMES), "time"]

    def explain_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """As in every game; but nobody waits for a turn to do what is the clock's."""
        refusal = super().explain_refusal(state, seat, action)
        if refusal.code == "not-your-turn" and self.is_clock_move(action):
            return self.explain_game_refusal(state, seat, action)
        return refusal

    def is_clock_move(self, action: int) -> bool:
        """GAP-4: the clock says when an agreed time is up."""
        return action == TIME

    def clock_seconds(self, state: State) -> int:
        """GAP-4: how long the game lasts, from the first deal on."""
        return 60 * int(state.options["minutes"])

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card by colour and number; a letter alone is a whole colour."""
        colour = words["colours"][card[0]]
        name = words["card"].format(colour=colour, number=card[1]) if card in CODES else colour
        return str(name)
