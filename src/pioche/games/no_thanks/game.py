"""No Thanks!: the game in the catalog."""

from typing import cast

from pioche.core.game import Game
from pioche.core.option import flag, number
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.games.no_thanks.rules import NoThanks
from pioche.games.no_thanks.schema import NoThanksEvent, NoThanksPosition, NoThanksView


class NoThanksGame(Game):
    """No Thanks! for 3 to 7."""

    id = "no-thanks"
    players = range(3, 8)
    options = {
        "open_chips": flag(False, "everybody sees how many chips the others hold (NT-5)"),
        "rounds": number(1, 1, 20, "rounds to play, points added up (NT-17)"),
    }
    position_type, view_type, event_type = NoThanksPosition, NoThanksView, NoThanksEvent
    rollouts_per_move = {"expert": 60, "master": 20_000}
    fewest_wins = True  # NT-16
    clauses = {"players": "NT-1", "turn": "NT-7", "shuffle": "NT-3", "over": "NT-13"}

    def list_move_texts(self) -> list[str]:
        return ["take", "pass"]

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Taking is always allowed, so it was a pass without a chip."""
        return Refusal("no-chip", "NT-11", {"card": cast(NoThanks, state).card})
