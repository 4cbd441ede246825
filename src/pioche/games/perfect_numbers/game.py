"""Perfect Numbers: the game in the catalog."""

from collections.abc import Mapping
from typing import Any, cast

from pioche.core.game import Game
from pioche.core.option import flag, number
from pioche.core.schema import Event, View
from pioche.games.perfect_numbers.names import CARDS, LETTERS, REPLACEABLE, STORABLE
from pioche.games.perfect_numbers.schema import (
    PerfectNumbersEvent,
    PerfectNumbersPosition,
    PerfectNumbersView,
)

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
    position_type, view_type = PerfectNumbersPosition, PerfectNumbersView
    event_type = PerfectNumbersEvent
    rollouts_per_move = {"expert": 80, "master": 8000}
    clauses = {"players": "PN-1", "turn": "PN-6", "shuffle": "PN-4", "over": "PN-21"}

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

    def preview(self, view: View, move: str) -> Event | None:
        """Points, or the cards that leave."""
        told = cast(PerfectNumbersView, view)["outlook"].get(move)
        if told is None or told["effect"] == "nothing":
            return None
        return {"type": told["effect"], "count": told["cards"], "cards": told["leaving"]}
