"""Perfect Numbers: the fields of its tensors, and where each begins."""

from typing import Final

from mypy_extensions import i64

from pioche.core.tensors.field import Field, find_offset

# Kinds of cards come in the order of the clauses (PN-2): R2 to R7, then Y, G, B and V alike,
# the jokers J2 to J7, and move, protect, steal.
FIELDS: Final = [
    Field("players", (3,), 0, 1, "how many play: 2, 3 or 4"),
    Field("seat", (4,), 0, 1, "which seat this is: give and steal name seats by their number"),
    Field("copies", (), 2, 4, "option: how many there are of each numbered card (PN-2)"),
    Field("actions", (), 0, 6, "option: how many there are of each action card (PN-2)"),
    Field("interactive", (), 0, 1, "option: three colours, a place for actions only (PN-23)"),
    Field("round", (), 1, 36, "the round that is played"),
    Field("draw_count", (), 0, 144, "cards in the pile"),
    Field("markets_left", (), 0, 18, "Markets they will do for, bonus cards left aside (PN-21)"),
    Field("discard_count", (), 0, 144, "cards discarded"),
    Field("phase", (4,), 0, 1, "what is asked for: setup, turn, perfect, stolen"),
    Field("turn", (4,), 0, 1, "whose turn it is; none before the deal and when all is over"),
    Field("first", (4,), 0, 1, "who begins the round"),
    Field("taken", (), 0, 1, "whether a group was taken this turn"),
    Field("unseen", (39,), 0, 6, "cards of each kind in the pile, discarded or scored"),
    Field("market", (4, 39), 0, 3, "cards of each kind in the groups of 3, 2, 2 and 1"),
    Field("to_add", (4, 39), 0, 3, "cards of each kind that each seat has still to add or use"),
    Field("stolen", (36,), 0, 1, "the card just stolen, R2 to J7"),
    Field("perfect", (4, 5), 0, 1, "the series that may be closed: whose, R Y G B V"),
    Field("score", (4,), 0, 144, "cards in each score pile"),
    Field("room", (4,), 0, 1, "whether a seat may start a new colour (PN-12, PN-23)"),
    Field("stored", (4, 3), 0, 1, "the actions each seat has stored: move, protect, steal"),
    Field("protected", (4, 5), 0, 1, "the series of each seat that are protected (PN-16)"),
    Field("sizes", (4, 5), 0, 19, "how many cards each series has"),
    Field("last", (4, 5), 0, 7, "the number it ends with; 0 if that card lies face down"),
    Field("last_joker", (4, 5), 0, 1, "whether that number is a joker's"),
    Field("numbers", (4, 5, 13), 0, 7, "the numbers of a series, first to last; face down 0"),
    Field("jokers", (4, 5, 13), 0, 1, "which of them are jokers'"),
    Field("down", (4, 5, 13), 0, 2, "which cards lie face down: 1 a protect, 2 a number (PN-15)"),
]

PLAYERS: Final[i64] = find_offset(FIELDS, "players")
SEAT: Final[i64] = find_offset(FIELDS, "seat")
COPIES: Final[i64] = find_offset(FIELDS, "copies")
ACTION_COPIES: Final[i64] = find_offset(FIELDS, "actions")
INTERACTIVE: Final[i64] = find_offset(FIELDS, "interactive")
ROUND: Final[i64] = find_offset(FIELDS, "round")
DRAW_COUNT: Final[i64] = find_offset(FIELDS, "draw_count")
MARKETS_LEFT: Final[i64] = find_offset(FIELDS, "markets_left")
DISCARD_COUNT: Final[i64] = find_offset(FIELDS, "discard_count")
PHASE: Final[i64] = find_offset(FIELDS, "phase")
TURN: Final[i64] = find_offset(FIELDS, "turn")
FIRST: Final[i64] = find_offset(FIELDS, "first")
TAKEN: Final[i64] = find_offset(FIELDS, "taken")
UNSEEN: Final[i64] = find_offset(FIELDS, "unseen")
MARKET: Final[i64] = find_offset(FIELDS, "market")
TO_ADD: Final[i64] = find_offset(FIELDS, "to_add")
STOLEN: Final[i64] = find_offset(FIELDS, "stolen")
PERFECT: Final[i64] = find_offset(FIELDS, "perfect")
SCORE: Final[i64] = find_offset(FIELDS, "score")
ROOM: Final[i64] = find_offset(FIELDS, "room")
STORED: Final[i64] = find_offset(FIELDS, "stored")
PROTECTED: Final[i64] = find_offset(FIELDS, "protected")
SIZES: Final[i64] = find_offset(FIELDS, "sizes")
LAST: Final[i64] = find_offset(FIELDS, "last")
LAST_JOKER: Final[i64] = find_offset(FIELDS, "last_joker")
SERIES_NUMBERS: Final[i64] = find_offset(FIELDS, "numbers")
SERIES_JOKERS: Final[i64] = find_offset(FIELDS, "jokers")
FACE_DOWN: Final[i64] = find_offset(FIELDS, "down")
