"""Demo Cards: the game in the catalog."""

from typing import cast

from pioche.core.game import Game
from pioche.core.option import number
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.games.demo_cards.rules import CARDS, DemoCardsState, card_of
from pioche.games.demo_cards.schema import DemoCardsEvent, DemoCardsPosition, DemoCardsView


class DemoCardsGame(Game):
    """Demo Cards for 2 to 4."""

    id = "demo-cards"
    players = range(2, 5)
    options = {"tricks": number(5, 3, 5, "cards in a hand, and so tricks to play (DC-3)")}
    position_type, view_type, event_type = DemoCardsPosition, DemoCardsView, DemoCardsEvent
    clauses = {"players": "DC-1", "turn": "DC-4", "shuffle": "DC-3", "over": "DC-6"}

    def list_move_texts(self) -> list[str]:
        return [f"play {card_of(action)}" for action in range(CARDS)]

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """All cards in hand may be played, so this one is not there."""
        hand = cast(DemoCardsState, state).hand_cards(seat)
        return Refusal("not-in-hand", "DC-4", {"card": card_of(action), "cards": hand})
