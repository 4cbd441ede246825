"""Perfect Numbers: what its moves are called, and where its other facets are."""

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
from pioche.games.perfect_numbers import advice, board, events, position, refusals, view_previews
from pioche.games.perfect_numbers.bot import heuristics as bot
from pioche.games.perfect_numbers.names import CARDS, LETTERS, REPLACEABLE, STORABLE
from pioche.games.perfect_numbers.rules import state as rules
from pioche.games.perfect_numbers.rules.state import PerfectNumbers
from pioche.games.perfect_numbers.tensor import write as tensor
from pioche.games.perfect_numbers.view import build_view

SEATS = range(4)
NUMBERED = CARDS[:30]
JOKERS = CARDS[30:36]


class PerfectNumbersGame(Game):
    """Perfect Numbers for 2 to 4."""

    id = "perfect-numbers"
    version = 2  # PN-10, PN-19 and PN-20 changed; version_1.py plays as before
    players = range(2, 5)
    options = {
        "copies": number(3, 2, 4, "how many there are of each numbered card (PN-2)"),
        "actions": number(4, 0, 6, "how many there are of each action card (PN-2)"),
        "interactive": flag(False, "three colours each, a fourth place for actions only (PN-23)"),
    }
    rollouts_per_move = {"expert": 80, "master": 8000}
    fields = (
        "round",
        "first",
        "turn",
        "phase",
        "market",
        "pending",
        "stolen",
        "perfect",
        "taken",
        "series",
        "stored",
        "score",
        "draw",
        "discard_count",
        "setup_hands",
    )
    clauses = {"players": "PN-1", "turn": "PN-6", "shuffle": "PN-4", "over": "PN-21"}

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        """The blocks of actions, in the order of their numbers."""
        return [
            *(f"take {group}" for group in range(1, 5)),
            *(f"add {card}" for card in NUMBERED),
            *(f"add {joker} {colour}" for joker in JOKERS for colour in LETTERS),
            *(f"give {card} @{seat}" for card in NUMBERED for seat in SEATS),
            *(f"replace {x} {card}" for card in NUMBERED for x in REPLACEABLE if x != card[0]),
            *(f"replace {x} {action}" for action in STORABLE for x in REPLACEABLE),
            *(f"store {action}" for action in STORABLE),
            "close",
            "keep",
            *(f"protect {colour}" for colour in LETTERS),
            *(f"protect {source} {target}" for source in LETTERS for target in LETTERS),
            *(f"move {colour}" for colour in LETTERS),
            *(f"steal @{seat} {colour}" for seat in SEATS for colour in LETTERS),
            "discard",
            "end",
        ]

    def build_position(self, state: State) -> Json:
        """The fields of the clause file."""
        return position.build_position(cast(PerfectNumbers, state))

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        return position.restore_state(reader, rules.new_state(self, reader.players, reader.options))

    def build_view(self, state: State, seat: int | None) -> Json:
        """All but the pile, and what the moves of the seat would bring about."""
        s = cast(PerfectNumbers, state)
        seen = build_view(s, seat)
        seen["outlook"] = {} if seat is None else view_previews.preview_moves(s, seat)
        return seen

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Why the player whose turn it is may not do this."""
        return refusals.explain_game_refusal(cast(PerfectNumbers, state), self.text(action).split())

    def build_events(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        return events.build_events(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A number with its colour, a joker with its number, an action by its name."""
        says: Mapping[str, str] = words["cards"]
        if card in says:
            return says[card]
        if str(card)[0] == "J":
            return says["joker"].format(number=card[1:])
        if str(card)[0] in LETTERS and len(card) == 2:
            return says["coloured"].format(number=card[1:], colour=words["colours"][card[0]])
        return str(card)

    def build_board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.build_board(view, names, words)

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers."""
        return tensor.PerfectNumbersTensorEncoder()

    def heuristics(self) -> Heuristics:
        """What a good player knows about the game."""
        return bot.PerfectNumbersHeuristics()

    def preview(self, view: Json, move: str) -> Event | None:
        """Points, or the cards that leave."""
        told = view["outlook"].get(move)
        if told is None or told["effect"] == "nothing":
            return None
        return {"type": told["effect"], "count": told["cards"], "cards": told["leaving"]}

    def advise(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)
