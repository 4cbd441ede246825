"""Code: the game in the catalog."""

from collections.abc import Mapping
from typing import Any

from pioche.core.game import Game
from pioche.core.option import flag, number
from pioche.games.code.names import list_move_texts
from pioche.games.code.rules.cards import KINDS, LAY
from pioche.games.code.schema import CodeEvent, CodePosition, CodeView


class CodeGame(Game):
    """Code for 2 to 8."""

    id = "code"
    players = range(2, 9)
    options = {
        "reset": flag(True, "play with the reset card, which takes a code away (CD-2)"),
        "max_turns": number(1000, 50, 10000, "turns after which the game is a draw (CD-22)"),
    }
    position_type, view_type, event_type = CodePosition, CodeView, CodeEvent
    rollouts_per_move = {"expert": 4, "master": 16_000}
    clauses = {"players": "CD-1", "turn": "CD-6", "shuffle": "CD-11", "over": "CD-20"}

    def list_move_texts(self) -> list[str]:
        """All moves, most of them pairs of number cards."""
        return list_move_texts()

    def mask_move(self, who: int, action: int, seat: int | None) -> str:
        """CD-18: others don't see which card is laid for a gift."""
        if LAY <= action < LAY + KINDS and who != seat:
            return "lay"
        return self.texts[action]

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card as one says it: blue 5, joker."""
        text = str(card)
        if text in words["cards"]:
            return str(words["cards"][text])
        colour = words["colours"].get(text[:1])
        return text if colour is None else str(words["number"].format(colour=colour, n=text[1:]))
