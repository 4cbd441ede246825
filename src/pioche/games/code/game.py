"""Code: move texts and what else a table asks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.heuristics import Heuristics
from pioche.core.option import flag, number
from pioche.core.position import PositionReader
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.core.tensors.tensor import TensorEncoder
from pioche.core.views.board import Row
from pioche.games.code import advice, board, events, position, refusals
from pioche.games.code.bot import heuristics as bot
from pioche.games.code.names import list_move_texts
from pioche.games.code.rules import state as rules
from pioche.games.code.rules.cards import KINDS, LAY
from pioche.games.code.rules.state import Code
from pioche.games.code.tensor import write as tensor
from pioche.games.code.view import build_view


class CodeGame(Game):
    """Code for 2 to 8."""

    id = "code"
    players = range(2, 9)
    options = {
        "reset": flag(True, "play with the reset card, which takes a code away (CD-2)"),
        "max_turns": number(1000, 50, 10000, "turns after which the game is a draw (CD-22)"),
    }
    fields = (
        "phase",
        "turn",
        "direction",
        "turns",
        "penalty",
        "drawn",
        "hands",
        "codes",
        "codes_aside",
        "codes_out",
        "draw",
        "numbers",
        "actions",
        "laid",
        "robbed",
    )
    chance_fields = ("drawing", "resetting")
    rollouts_per_move = {"expert": 4, "master": 16_000}
    clauses = {"players": "CD-1", "turn": "CD-6", "shuffle": "CD-11", "over": "CD-20"}

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        """All moves, most of them pairs of number cards."""
        return list_move_texts()

    def build_position(self, state: State) -> Json:
        """The fields of the clause file."""
        return position.build_position(cast(Code, state))

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        return position.restore_state(self, reader)

    def build_view(self, state: State, seat: int | None) -> Json:
        """CD-4, CD-18, CD-20: the own cards, the open piles, at the end the winner's hand."""
        return build_view(cast(Code, state), seat)

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Why an actor may not play this."""
        return refusals.explain_game_refusal(cast(Code, state), action)

    def mask_move(self, who: int, action: int, seat: int | None) -> str:
        """CD-18: others don't see which card is laid for a gift."""
        if LAY <= action < LAY + KINDS and who != seat:
            return "lay"
        return self.texts[action]

    def build_events(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """What happened between two views."""
        return events.build_events(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card as one says it: blue 5, joker."""
        text = str(card)
        if text in words["cards"]:
            return str(words["cards"][text])
        colour = words["colours"].get(text[:1])
        return text if colour is None else str(words["number"].format(colour=colour, n=text[1:]))

    def build_board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.build_board(view, names, words)

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers."""
        return tensor.CodeTensorEncoder()

    def heuristics(self) -> Heuristics:
        """What a good player knows about the game."""
        return bot.build_heuristics()

    def advise(self, view: Json, move: str) -> Event:
        """What speaks for a legal move."""
        return advice.advise(view, move)
