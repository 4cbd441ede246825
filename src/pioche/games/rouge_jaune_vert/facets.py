"""Rouge Jaune Vert: the game as the house knows it; its larger facets have their own files."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.bot import Bot
from pioche.core.game import Event, Game, Json
from pioche.core.hands import Hands
from pioche.core.option import number
from pioche.core.position import Reader
from pioche.core.refusal import Refusal
from pioche.core.state import CLOCK, State
from pioche.core.table import Row
from pioche.core.tensor import Tensor
from pioche.games.rouge_jaune_vert import (
    advice,
    board,
    bot,
    events,
    hands,
    position,
    refusals,
    rules,
    sight,
    tensor,
)
from pioche.games.rouge_jaune_vert.cards import NUMBER, POINTS
from pioche.games.rouge_jaune_vert.rules import CHOOSE, TIME, RougeJauneVert
from pioche.games.rouge_jaune_vert.rules_cards import SLOTS


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

    def start(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new(self, players, options)

    def move_texts(self) -> list[str]:
        """The slots, what to do with a card in hand, the point cards, the clock's move."""
        grabs = [f"grab {slot}" for slot in range(SLOTS)]
        return [*grabs, "place", "return", *(f"choose {value}" for value in POINTS), "time"]

    def position(self, state: State) -> Json:
        """The fields of the clause file."""
        return position.dump(cast(RougeJauneVert, state))

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        return position.load(reader, rules.new(self, reader.players, reader.options))

    def show(self, state: State, seat: int | None) -> Json:
        """What a seat sees."""
        return sight.show(cast(RougeJauneVert, state), seat)

    def why(self, state: State, seat: int, action: int) -> Refusal:
        """As in every game; but the clock, which has a move here, is told of that (RJV-12).

        And in a race there are no turns: whoever is late for it is told that it is over.
        """
        refusal = super().why(state, seat, action)
        if refusal.code == "not-your-turn" and action < CHOOSE:
            return self.refuse(state, seat, action)
        if seat == CLOCK and refusal.code == "not-a-player":
            return Refusal("not-for-the-clock", "RJV-12")
        return refusal

    def refuse(self, state: State, seat: int, action: int) -> Refusal:
        """Why an actor may not play this."""
        return refusals.refuse(cast(RougeJauneVert, state), seat, action)

    def clocked(self, action: int) -> bool:
        """RJV-12: the clock ends a race that nobody stops."""
        return action == TIME

    def clock_seconds(self, state: State) -> int:
        """RJV-12: how long a race lasts if nobody stops it."""
        return int(state.options["round_seconds"])

    def tell(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """The events between two views."""
        return events.tell(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """The words on a card and how they are printed; slots and point cards as they are."""
        if card not in NUMBER:
            return str(card)
        named, printed, times = card
        colours = words["colours"]
        return str(
            words["card"].format(named=colours[named], printed=colours[printed], times=times)
        )

    def board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.draw(view, names, words)

    def tensor(self) -> Tensor:
        """What a seat knows, as numbers."""
        return tensor.RougeJauneVertTensor()

    def hands(self) -> Hands:
        """How long eyes and hands take."""
        return hands.PractisedHands()

    def own_bot(self, level: str) -> Bot:
        """A player with hands and eyes: in a race it is they that count."""
        return bot.Racer(bot.LEVELS[level])

    def advice(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)
