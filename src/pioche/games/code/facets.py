"""Code: move texts and what else a table asks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.option import flag, number
from pioche.core.position import Reader
from pioche.core.refusal import Refusal
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.table import Row
from pioche.core.tensor import Tensor
from pioche.games.code import advice, board, bot, events, position, refusals, rules, sight, tensor
from pioche.games.code.names import move_texts
from pioche.games.code.rules import Code
from pioche.games.code.rules_cards import KINDS, LAY


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
    efforts = {"expert": 4, "master": 16_000}
    clauses = {"players": "CD-1", "turn": "CD-6", "shuffle": "CD-11", "over": "CD-20"}

    def start(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new(self, players, options)

    def move_texts(self) -> list[str]:
        """All moves, most of them pairs of number cards."""
        return move_texts()

    def position(self, state: State) -> Json:
        """The fields of the clause file."""
        return position.position(cast(Code, state))

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        return position.restore(self, reader)

    def show(self, state: State, seat: int | None) -> Json:
        """CD-4, CD-18, CD-20: the own cards, the open piles, at the end the winner's hand."""
        return sight.show(cast(Code, state), seat)

    def refuse(self, state: State, seat: int, action: int) -> Refusal:
        """Why an actor may not play this."""
        return refusals.refuse(cast(Code, state), action)

    def seen_move(self, who: int, action: int, seat: int | None) -> str:
        """CD-18: others don't see which card is laid for a gift."""
        if LAY <= action < LAY + KINDS and who != seat:
            return "lay"
        return self.texts[action]

    def tell(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """What happened between two views."""
        return events.tell(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card as one says it: blue 5, joker."""
        text = str(card)
        if text in words["cards"]:
            return str(words["cards"][text])
        colour = words["colours"].get(text[:1])
        return text if colour is None else str(words["number"].format(colour=colour, n=text[1:]))

    def board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.draw(view, names, words)

    def tensor(self) -> Tensor:
        """What a seat knows, as numbers."""
        return tensor.CodeTensor()

    def sense(self) -> Sense:
        """What a good player knows about the game."""
        return bot.sense()

    def advice(self, view: Json, move: str) -> Event:
        """What speaks for a legal move."""
        return advice.advise(view, move)
