"""Gap: a game of the catalog, with its position, view and move texts."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pioche.core.bits import members
from pioche.core.game import Event, Game, Json
from pioche.core.option import number
from pioche.core.position import Reader
from pioche.core.refusal import Refusal
from pioche.core.sense import Sense
from pioche.core.state import State
from pioche.games.gap import advice, board, bot, events, position, refusals, rules
from pioche.games.gap.cards import CODES, LETTERS, NAMES, letters, names
from pioche.games.gap.rules import NONE, PLAY, Gap
from pioche.games.gap.rules_cards import NUMBERS, above, below, same, several
from pioche.games.gap.rules_scoring import negative, positive, tally

PHASES = ("play", "lower", "upper")


class GapGame(Game):
    """Gap for 2 to 6."""

    id = "gap"
    players = range(2, 7)
    options = {
        "target": number(30, 1, 200, "points that end the game (GAP-4)"),
        "rounds": number(0, 0, 50, "rounds to play instead of a target; 0 is off (GAP-4)"),
    }
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
        """A card to play, then a card to take where there is a choice."""
        return [f"{verb} {card}" for verb in ("play", "take") for card in NAMES]

    def position(self, state: State) -> Json:
        """The fields of the clause file."""
        s = cast(Gap, state)
        hands = [names(hand) for hand in s.hands]
        return {**self.table(s), "hands": hands, "draw": [NAMES[c] for c in s.deck[s.next :]]}

    def table(self, s: Gap) -> Json:
        """What lies open to all."""
        n = int(s.players)
        return {
            "colours": letters(s.colours),
            "round": s.round,
            "first": s.first,
            "turn": s.turn,
            "phase": PHASES[s.phase],
            "played": None if s.played == NONE else NAMES[s.played],
            "middle": names(s.middle),
            "rows": [names(row) for row in s.rows],
            "scores": [list(s.scores[i : i + n]) for i in range(0, len(s.scores), n)],
        }

    def restore(self, reader: Reader) -> State:
        """The state of a position."""
        return position.restore(reader, rules.new(self, reader.players, reader.options))

    def show(self, state: State, seat: int | None) -> Json:
        """GAP-5: the other hands and the pile stay hidden; all else is open, and worked out."""
        s = cast(Gap, state)
        tallies = [tally(row) for row in s.rows]
        playing = not (s.due or s.over)
        choosing = playing and s.phase != PLAY
        return {
            **self.table(s),
            "hands": [names(hand) if p == seat else None for p, hand in enumerate(s.hands)],
            "hands_count": [len(members(hand)) for hand in s.hands],
            "draw_count": len(s.deck) - s.next,
            "choices": names(s.open_cards()) if choosing else [],
            "takes": takes(s) if playing and not choosing and s.turn == seat else {},
            "counts": [counts(s, packed) for packed in tallies],
            "plus": [positive(packed) for packed in tallies],
            "minus": [negative(packed) for packed in tallies],
            "totals": [s.score(p) for p in range(s.players)],
            "tied": tied(s),
        }

    def refuse(self, state: State, seat: int, action: int) -> Refusal:
        """Each way to be illegal by its own code."""
        return refusals.refuse(cast(Gap, state), action)

    def tell(self, before: Json, who: int, move: str | None, after: Json) -> list[Event]:
        """What happened, told from two views."""
        return events.dealt(after) if move is None else events.moved(before, who, move, after)

    def card_name(self, card: Any, words: Mapping[str, Any]) -> str:
        """A card by colour and number; a letter alone is a whole colour."""
        colour = words["colours"][card[0]]
        name = words["card"].format(colour=colour, number=card[1]) if card in CODES else colour
        return str(name)

    def board(self, view: Json, names: Sequence[str], words: Mapping[str, Any]) -> list[str]:
        """The table as text."""
        return board.draw(view, names, words)

    def sense(self) -> Sense:
        """What a good player knows about the game."""
        return bot.GapSense()

    def advice(self, view: Json, move: str) -> Event:
        """What speaks for a move."""
        return advice.advise(view, move)


def counts(s: Gap, packed: int) -> dict[str, int]:
    """Cards of a row by colour, for all colours in play."""
    return {LETTERS[c]: packed >> NUMBERS * c & 15 for c in members(s.colours)}


def takes(s: Gap) -> dict[str, Json]:
    """What each card of the player to act would do."""
    return {NAMES[card]: outlook(s.middle, card) for card in members(s.open_cards())}


def outlook(middle: int, card: int) -> Json:
    """GAP-8 to GAP-11: cards taken for sure, lower or upper ones to choose from, or it joins."""
    alike = middle & same(card)
    lower, upper = (0, 0) if alike else (middle & below(card), middle & above(card))
    sure = alike | (0 if several(lower) else lower) | (0 if several(upper) else upper)
    return {
        "sure": names(sure),
        "lower": names(lower) if several(lower) else [],
        "upper": names(upper) if several(upper) else [],
        "joins": not (alike or lower or upper),
    }


def tied(s: Gap) -> list[int]:
    """GAP-20: who shares first place, while an extra round is due or played for it."""
    extra = s.ended > 0 and not s.over
    return [p for p in range(s.players) if s.rank(p) == 1] if extra else []
