"""Rouge Jaune Vert: the game in the catalog."""

from collections.abc import Mapping
from typing import Any

from pioche.core.bot import Bot
from pioche.core.game import Game
from pioche.core.heuristics import Heuristics
from pioche.core.option import number
from pioche.core.reaction_times import ReactionTimes
from pioche.core.refusal import Refusal
from pioche.core.state import CLOCK, State
from pioche.games.rouge_jaune_vert.bot.heuristics import LEVELS, RougeJauneVertBot
from pioche.games.rouge_jaune_vert.cards import NUMBER, POINTS
from pioche.games.rouge_jaune_vert.reaction_times import PractisedReactionTimes
from pioche.games.rouge_jaune_vert.rules.cards import SLOTS
from pioche.games.rouge_jaune_vert.rules.state import CHOOSE, TIME
from pioche.games.rouge_jaune_vert.schema import (
    RougeJauneVertEvent,
    RougeJauneVertPosition,
    RougeJauneVertView,
)


class RougeJauneVertGame(Game):
    """Rouge Jaune Vert for 2 to 6."""

    id = "rouge-jaune-vert"
    version = 2  # RJV-14 changed; version_1.py plays as before
    players = range(2, 7)
    options = {
        "round_seconds": number(180, 30, 900, "seconds until the clock ends a round (RJV-12)"),
    }
    position_type, view_type = RougeJauneVertPosition, RougeJauneVertView
    event_type = RougeJauneVertEvent
    real_time = True
    keys = {"p": "place", "space": "place", "b": "return", "backspace": "return"}
    clauses = {"players": "RJV-1", "turn": "RJV-15", "shuffle": "RJV-4", "over": "RJV-16"}

    def list_move_texts(self) -> list[str]:
        """The slots, what to do with a card in hand, the point cards, the clock's move."""
        grabs = [f"grab {slot}" for slot in range(SLOTS)]
        return [*grabs, "place", "return", *(f"choose {value}" for value in POINTS), "time"]

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

    def is_clock_move(self, action: int) -> bool:
        """RJV-12: the clock ends a race that nobody stops."""
        return action == TIME

    def clock_seconds(self, state: State) -> int:
        """RJV-12: how long a race lasts if nobody stops it."""
        return state.options["round_seconds"]

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """The words on a card and how they are printed; slots and point cards as they are."""
        if card not in NUMBER:
            return str(card)
        named, printed, times = card
        colours = words["colours"]
        return str(
            words["card"].format(named=colours[named], printed=colours[printed], times=times)
        )

    def heuristics(self) -> Heuristics:
        """None: its own bots don't search."""
        return Heuristics()

    def create_own_bot(self, level: str) -> Bot:
        """A player with hands and eyes: in a race it is they that count."""
        return RougeJauneVertBot(LEVELS[level])

    def reaction_times(self) -> ReactionTimes:
        """How long eyes and hands take: those of an expert, who plays often."""
        return PractisedReactionTimes(LEVELS["expert"])
