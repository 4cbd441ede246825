"""Code: view, move texts and what else a table asks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.game import Event, Game, Json
from pioche.core.option import flag, number
from pioche.core.position import Reader
from pioche.core.refusal import Refusal
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.core.table import Row
from pioche.games.code import advice, board, bot, events, position, refusals, rules
from pioche.games.code.names import CARDS, UNKNOWN, move_texts
from pioche.games.code.rules import Code
from pioche.games.code.rules_cards import CODE_CARDS, CODES, JOKER, KINDS, LAY
from pioche.games.code.rules_table import IN_PICK


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
        s = cast(Code, state)
        seats = range(s.players)
        seen = [p for p in seats if not s.undealt() and (p == seat or p == s.winner)]
        return {
            **position.table(s),
            "drawn": drawn_card(s, seat),
            "hands": [position.hand(s, p) if p in seen else None for p in seats],
            "hands_count": [s.size_of(p) for p in seats],
            "codes": [CODES[s.code_at(p)] if p in seen else None for p in seats],
            "codes_aside_count": s.aside,
            "codes_out_count": 0 if s.undealt() else CODE_CARDS - s.players - s.aside,
            "draw_count": s.left,
            "top": CARDS[s.top] if s.top >= 0 else None,
            "laid": [laid_card(s, p, seat) for p in seats],
            "missing": missing(s, seat) if seat in seen else None,
            "jokers": s.count(seat, JOKER) if seat in seen else None,
            "winner": s.winner if s.winner >= 0 else None,
        }

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

    def sense(self) -> Sense:
        """What a good player knows about the game."""
        return bot.sense()

    def advice(self, view: Json, move: str) -> Event:
        """What speaks for a legal move."""
        return advice.advise(view, move)


def drawn_card(s: Code, seat: int | None) -> str | None:
    """CD-9: only the player who drew knows the card."""
    if s.drawn < 0:
        return None
    return CARDS[s.drawn] if seat == s.turn else UNKNOWN


def laid_card(s: Code, owner: int, seat: int | None) -> str | None:
    """CD-18: until all are laid only its owner knows a card."""
    kind = s.laid_by(owner)
    if kind < 0:
        return None
    return CARDS[kind] if s.phase == IN_PICK or owner == seat else UNKNOWN


def missing(s: Code, seat: int) -> list[int]:
    """CD-20: the digits of its code for which a seat has no number card."""
    digits = [int(digit) for digit in CODES[s.code_at(seat)]]
    return [d for d in digits if not s.cards[2 * seat] >> 4 * d & 15]
