"""Rouge Jaune Vert: the game as the house knows it; its larger facets have their own files."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.bot import Bot
from pioche.core.game import Event, Game, Json
from pioche.core.option import number
from pioche.core.position import PositionReader
from pioche.core.reaction_times import ReactionTimes
from pioche.core.refusal import Refusal
from pioche.core.state import CLOCK, State
from pioche.core.tensors.tensor import TensorEncoder
from pioche.core.views.board import Row
from pioche.games.rouge_jaune_vert import advice, board, events, position, reaction_times, refusals
from pioche.games.rouge_jaune_vert.bot import heuristics as bot
from pioche.games.rouge_jaune_vert.cards import NUMBER, POINTS
from pioche.games.rouge_jaune_vert.rules import state as rules
from pioche.games.rouge_jaune_vert.rules.cards import SLOTS
from pioche.games.rouge_jaune_vert.rules.state import CHOOSE, TIME, RougeJauneVert
from pioche.games.rouge_jaune_vert.tensor import write as tensor
from pioche.games.rouge_jaune_vert.view import build_view


class RougeJauneVertGame(Game):
    """Rouge Jaune Vert for 2 to 6."""

    id = "rouge-jaune-vert"
    version = 2  # RJV-14 changed; version_1.py plays as before
    players = range(2, 7)
    options = {
        "round_seconds": number(180, 30, 900, "seconds until the clock ends a round (RJV-12)"),
    }
    fields = position.FIELDS
    real_time = True
    keys = {"p": "place", "space": "place", "b": "return", "backspace": "return"}
    clauses = {"players": "RJV-1", "turn": "RJV-15", "shuffle": "RJV-4", "over": "RJV-16"}

    def new_state(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new_state(self, players, options)

    def list_move_texts(self) -> list[str]:
        """The slots, what to do with a card in hand, the point cards, the clock's move."""
        grabs = [f"grab {slot}" for slot in range(SLOTS)]
        return [*grabs, "place", "return", *(f"choose {value}" for value in POINTS), "time"]

    def build_position(self, state: State) -> Json:
        """The fields of the clause file."""
        return position.build_position(cast(RougeJauneVert, state))

    def restore_state(self, reader: PositionReader) -> State:
        """The state of a position."""
        return position.restore_state(reader, rules.new_state(self, reader.players, reader.options))

    def build_view(self, state: State, seat: int | None) -> Json:
        """What a seat sees."""
        return build_view(cast(RougeJauneVert, state), seat)

    def explain_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """As in every game; but the clock, which has a move here, is told of that (RJV-12).

        And in a race there are no turns: whoever is late for it is told that it is over.
        """
        refusal = super().explain_refusal(state, seat, action)
        if refusal.code == "not-your-turn" and action < CHOOSE:
            return self.explain_game_refusal(state, seat, action)
        if seat == CLOCK and refusal.code == "not-a-player":
            return Refusal("not-for-the-clock", "RJV-12")
        return refusal

    def explain_game_refusal(self, state: State, seat: int, action: int) -> Refusal:
        """Why an actor may not play this."""
        return refusals.explain_game_refusal(cast(RougeJauneVert, state), seat, action)

    def is_clock_move(self, action: int) -> bool:
        """RJV-12: the clock ends a race that nobody stops."""
        return action == TIME

    def clock_seconds(self, state: State) -> int:
        """RJV-12: how long a race lasts if nobody stops it."""
        return int(state.options["round_seconds"])

    def build_events(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """The events between two views."""
        return events.build_events(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """The words on a card and how they are printed; slots and point cards as they are."""
        if card not in NUMBER:
            return str(card)
        named, printed, times = card
        colours = words["colours"]
        return str(
            words["card"].format(named=colours[named], printed=colours[printed], times=times)
        )

    def build_board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.build_board(view, names, words)

    def tensor_encoder(self) -> TensorEncoder:
        """What a seat knows, as numbers."""
        return tensor.RougeJauneVertTensorEncoder()

    def reaction_times(self) -> ReactionTimes:
        """How long eyes and hands take: those of an expert, who plays often."""
        return reaction_times.PractisedReactionTimes(bot.LEVELS["expert"])

    def create_own_bot(self, level: str) -> Bot:
        """A player with hands and eyes: in a race it is they that count."""
        return bot.RougeJauneVertBot(bot.LEVELS[level])

    def advise(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)
