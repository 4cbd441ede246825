"""Code: what the numbers of a tensor mean, and where each field begins.

Cards stand in the order of their kinds (`rules/cards.py`): B0 R0 Y0 V0, B1 … V9, then joker,
plus2, swap, reverse, gift, skip, reset. A joker is never played (CD-13), so the action pile
has the last six of these.
"""

from typing import Final

from mypy_extensions import i64

from pioche.core.tensors.field import Field, find_offset

FIELDS: Final = [
    Field("players", (7,), 0, 1, "how many play: 2 to 8"),
    Field("seat", (8,), 0, 1, "the own seat as moves name it: `pick @0`, `reset @0` or so on"),
    Field("reset", (), 0, 1, "option: the reset card is in the game (CD-2)"),
    Field("max_turns", (), 50, 10000, "option: turns after which the game is a draw (CD-22)"),
    Field("turns", (), 0, 10000, "turns played"),
    Field("turns_left", (), 0, 10000, "turns before it is a draw"),
    Field("phase", (6,), 0, 1, "turn, drawn, penalty, gift, pick or robbed"),
    Field("actors", (8,), 0, 1, "who is to act; nobody while a shuffle is due, or at the end"),
    Field("turn", (8,), 0, 1, "whose turn it is, or was at the end"),
    Field("direction", (), -1, 1, "1: play goes clockwise, -1: the other way (CD-16)"),
    Field("robbed", (8,), 0, 1, "who has lost a card by a gift and may draw one (CD-18)"),
    Field("resetting", (8,), 0, 1, "who gets a new code after the shuffle that is due (CD-19)"),
    Field("winner", (8,), 0, 1, "who has won"),
    Field("penalty", (), 0, 16, "cards that the plus2s ask for (CD-14)"),
    Field("drawing", (), 0, 16, "cards still to draw after the shuffle that is due (CD-11)"),
    Field("draw_count", (), 0, 110, "cards in the draw pile"),
    Field("codes_aside_count", (), 0, 8, "code cards aside"),
    Field("codes_out_count", (), 0, 8, "code cards discarded"),
    Field("code", (10,), 0, 1, "the own code, by the order of CD-3; none before the deal"),
    Field("code_digits", (10,), 0, 1, "the digits 0 to 9 that it has"),
    Field("missing", (10,), 0, 1, "those of them of which no number card is in hand"),
    Field("gathered", (), 0, 4, "cards in hand that can be part of the code at once (CD-20)"),
    Field(
        "spare", (), 0, 110, "cards in hand beyond these; with 4 gathered and none spare it wins"
    ),
    Field("drawn", (47,), 0, 1, "the card just drawn, if the seat itself drew it (CD-9)"),
    Field("hand", (47,), 0, 6, "how many of each card are in hand"),
    Field("unseen", (47,), 0, 6, "how many of each card are where the seat can't see them"),
    Field("numbers_count", (), 0, 80, "cards on the number pile"),
    Field("top", (7, 40), 0, 1, "its top card, then those below, which swaps may lay bare"),
    Field("numbers", (40,), 0, 2, "how many of each number card lie on it"),
    Field("actions_count", (), 0, 26, "cards on the action pile"),
    Field("top_action", (6,), 0, 1, "its top card; no swap ever lays one below bare (CD-15)"),
    Field("actions", (6,), 0, 6, "how many of each action card lie on it"),
    Field("hands_count", (8,), 0, 110, "cards in each hand"),
    Field("has_laid", (8,), 0, 1, "who has laid a card for a gift (CD-18)"),
    Field("laid", (8, 47), 0, 1, "that card where it can be seen"),
]

PLAYERS: Final[i64] = find_offset(FIELDS, "players")
SEAT: Final[i64] = find_offset(FIELDS, "seat")
RESET: Final[i64] = find_offset(FIELDS, "reset")
MAX_TURNS: Final[i64] = find_offset(FIELDS, "max_turns")
TURNS: Final[i64] = find_offset(FIELDS, "turns")
TURNS_LEFT: Final[i64] = find_offset(FIELDS, "turns_left")
PHASE: Final[i64] = find_offset(FIELDS, "phase")
ACTORS: Final[i64] = find_offset(FIELDS, "actors")
TURN: Final[i64] = find_offset(FIELDS, "turn")
DIRECTION: Final[i64] = find_offset(FIELDS, "direction")
ROBBED: Final[i64] = find_offset(FIELDS, "robbed")
RESETTING: Final[i64] = find_offset(FIELDS, "resetting")
WINNER: Final[i64] = find_offset(FIELDS, "winner")
PENALTY: Final[i64] = find_offset(FIELDS, "penalty")
DRAWING: Final[i64] = find_offset(FIELDS, "drawing")
DRAW_COUNT: Final[i64] = find_offset(FIELDS, "draw_count")
CODES_ASIDE_COUNT: Final[i64] = find_offset(FIELDS, "codes_aside_count")
CODES_OUT_COUNT: Final[i64] = find_offset(FIELDS, "codes_out_count")
CODE: Final[i64] = find_offset(FIELDS, "code")
CODE_DIGITS: Final[i64] = find_offset(FIELDS, "code_digits")
MISSING: Final[i64] = find_offset(FIELDS, "missing")
GATHERED: Final[i64] = find_offset(FIELDS, "gathered")
SPARE: Final[i64] = find_offset(FIELDS, "spare")
DRAWN: Final[i64] = find_offset(FIELDS, "drawn")
HAND: Final[i64] = find_offset(FIELDS, "hand")
UNSEEN: Final[i64] = find_offset(FIELDS, "unseen")
NUMBERS_COUNT: Final[i64] = find_offset(FIELDS, "numbers_count")
TOP: Final[i64] = find_offset(FIELDS, "top")
NUMBERS: Final[i64] = find_offset(FIELDS, "numbers")
ACTIONS_COUNT: Final[i64] = find_offset(FIELDS, "actions_count")
TOP_ACTION: Final[i64] = find_offset(FIELDS, "top_action")
ACTIONS: Final[i64] = find_offset(FIELDS, "actions")
HANDS_COUNT: Final[i64] = find_offset(FIELDS, "hands_count")
HAS_LAID: Final[i64] = find_offset(FIELDS, "has_laid")
LAID: Final[i64] = find_offset(FIELDS, "laid")
