"""Gap: a game of the catalog, with its position and move texts."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.heuristics import Heuristics
from pioche.core.option import limit, number
from pioche.core.position import PositionReader
from pioche.core.refusal import Refusal
from pioche.core.state import State
from pioche.core.tensors.tensor import TensorEncoder
from pioche.core.views.board import Row
from pioche.games.gap import advice, board, events, position, refusals, tensor
from pioche.games.gap.bot import heuristics as bot
from pioche.games.gap.cards import CODES, NAMES
from pioche.games.gap.rules import state as rules
from pioche.games.gap.rules.state import Gap
from pioche.games.gap.view import build_public_fields, build_view, card_names


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
    option_fields = {"last": "minutes"}
    turn_seconds = rules.TURN_SECONDS
    fields = (
        "colours",
        "round",
        "first",
        "turn",
        "phase",
        "played",
        "hands",
        "middle",
        "draw",
        "rows",
        "scores",
    )
    rollouts_per_move = {"expert": 40, "master": 20000}
    clauses = {"players": "GAP-1", "turn": "GAP-15", "shuffle": "GAP-5", "over": "GAP-19"}

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        """A card to play, then a card to take where there is a choice; the clock's move."""
        return [*(f"{verb} {card}" for verb in ("play", "take") for card in NAMES), "time"]

    def build_position(self, state: State) -> Json:
        """The fields of the clause file."""
        s = cast(Gap, state)
        found = build_public_fields(s)
        found["hands"] = [card_names(hand) for hand in s.hands]
        found["draw"] = [NAMES[card] for card in s.deck[s.next :]]
        return found

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        return position.restore_state(reader, rules.new_state(self, reader.players, reader.options))

    def build_view(self, state: State, seat: int | None) -> Json:
        """GAP-5: the other hands and the pile stay hidden; all else is open, and worked out."""
        return build_view(cast(Gap, state), seat)

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Each way to be illegal by its own code."""
        return refusals.explain_game_refusal(cast(Gap, state), seat, action)

    def explain_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """As in every game; but nobody waits for a turn to do what is the clock's."""
        refusal = super().explain_refusal(state, seat, action)
        if refusal.code == "not-your-turn" and self.is_clock_move(action):
            return self.explain_game_refusal(state, seat, action)
        return refusal

    def is_clock_move(self, action: int) -> bool:
        """GAP-4: the clock says when an agreed time is up."""
        return action == rules.TIME

    def clock_seconds(self, state: State) -> int:
        """GAP-4: how long the game lasts, from the first deal on."""
        return 60 * int(state.options["minutes"])

    def build_events(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """What happened, told from two views."""
        return (
            events.build_deal_events(after)
            if move is None
            else events.build_move_events(before, who, move, after)
        )

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card by colour and number; a letter alone is a whole colour."""
        colour = words["colours"][card[0]]
        name = words["card"].format(colour=colour, number=card[1]) if card in CODES else colour
        return str(name)

    def build_board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.build_board(view, names, words)

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers."""
        return tensor.GapTensorEncoder()

    def heuristics(self) -> Heuristics:
        """What a good player knows about the game."""
        return bot.GapHeuristics()

    def advise(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)
