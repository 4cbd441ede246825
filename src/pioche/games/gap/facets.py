"""Gap: a game of the catalog, with its position and move texts."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.option import limit, number
from pioche.core.position import Reader
from pioche.core.refusal import Refusal
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.table import Row
from pioche.core.tensor import Tensor
from pioche.games.gap import advice, board, bot, events, position, refusals, rules, sight, tensor
from pioche.games.gap.cards import CODES, NAMES
from pioche.games.gap.rules import Gap


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
    turn_seconds = rules.PACE
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
    efforts = {"expert": 40, "master": 20000}
    clauses = {"players": "GAP-1", "turn": "GAP-15", "shuffle": "GAP-5", "over": "GAP-19"}

    def start(self, players: int, options: dict[str, int]) -> State:
        """A game before its first shuffle."""
        return rules.new(self, players, options)

    def move_texts(self) -> list[str]:
        """A card to play, then a card to take where there is a choice; the clock's move."""
        return [*(f"{verb} {card}" for verb in ("play", "take") for card in NAMES), "time"]

    def position(self, state: State) -> Json:
        """The fields of the clause file."""
        s = cast(Gap, state)
        found = sight.table(s)
        found["hands"] = [sight.names(hand) for hand in s.hands]
        found["draw"] = [NAMES[card] for card in s.deck[s.next :]]
        return found

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        return position.restore(reader, rules.new(self, reader.players, reader.options))

    def show(self, state: State, seat: int | None) -> Json:
        """GAP-5: the other hands and the pile stay hidden; all else is open, and worked out."""
        return sight.show(cast(Gap, state), seat)

    def refuse(self, state: State, seat: int, action: int) -> Refusal:
        """Each way to be illegal by its own code."""
        return refusals.refuse(cast(Gap, state), seat, action)

    def why(self, state: State, seat: int, action: int) -> Refusal:
        """As in every game; but nobody waits for a turn to do what is the clock's."""
        refusal = super().why(state, seat, action)
        if refusal.code == "not-your-turn" and self.clocked(action):
            return self.refuse(state, seat, action)
        return refusal

    def clocked(self, action: int) -> bool:
        """GAP-4: the clock says when an agreed time is up."""
        return action == rules.TIME

    def clock_seconds(self, state: State) -> int:
        """GAP-4: how long the game lasts, from the first deal on."""
        return 60 * int(state.options["minutes"])

    def tell(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """What happened, told from two views."""
        return events.dealt(after) if move is None else events.moved(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card by colour and number; a letter alone is a whole colour."""
        colour = words["colours"][card[0]]
        name = words["card"].format(colour=colour, number=card[1]) if card in CODES else colour
        return str(name)

    def board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[Row]:
        """The table, to be drawn."""
        return board.draw(view, names, words)

    def tensor(self) -> Tensor:
        """What a seat knows, as numbers."""
        return tensor.GapTensor()

    def sense(self) -> Sense:
        """What a good player knows about the game."""
        return bot.GapSense()

    def advice(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)
