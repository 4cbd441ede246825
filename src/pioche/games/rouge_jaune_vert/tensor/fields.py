"""Rouge Jaune Vert: the fields of its tensor and where each begins."""

from typing import Final

from mypy_extensions import i64

from pioche.core.tensors.field import Field, find_offset

FIELDS: Final = [
    Field("players", (5,), 0, 1, "how many play: 2, 3, 4, 5 or 6"),
    Field("round_seconds", (), 30, 900, "option: seconds until the clock ends a round (RJV-12)"),
    Field("round", (), 1, 5, "the round that is played"),
    Field("phase", (4,), 0, 1, "the race, the points, a shuffle is due, the game is over"),
    Field("acting", (6,), 0, 1, "who may act: all in the race, then the one to choose"),
    Field("wins_ties", (6,), 0, 1, "who wins ties if the clock ends this round (RJV-14)"),
    Field("target", (), 7, 11, "cards of a full series (RJV-10)"),
    # A card is told by what RJV-9 asks of it: nine numbers, of which three are 1. Whether it
    # is BR3 or RB3 makes no difference to anything.
    Field(
        "slots",
        (80, 11),
        0,
        1,
        "each slot: whether a card lies there face down; face up; then of an open card its two"
        " colours among B R Y G K and its times 1 to 4",
    ),
    Field(
        "open",
        (10, 4),
        0,
        2,
        "cards that lie face up, by colours (BR BY BG BK RY RG RK YG YK GK) and times",
    ),
    Field("hidden", (10, 4), 0, 2, "cards that the seat can't see (RJV-6), counted likewise"),
    Field("series", (6, 11, 9), 0, 1, "each seat's series from the left: colours, times"),
    Field("ends", (6, 9), 0, 1, "the right end of each series, where the next card goes"),
    Field("held", (6, 11), 0, 1, "the card in each hand, as in its slot; one's own is known"),
    Field("held_slots", (6,), 0, 80, "the slot it came from, plus 1; 0: empty hands"),
    Field("lengths", (6,), 0, 11, "cards in each series"),
    Field("missing", (6,), 0, 11, "cards that it still lacks"),
    Field("stopped_by", (6,), 0, 1, "who stopped the round; nobody in the race or by the clock"),
    Field("kept", (6,), 0, 11, "after the race: cards kept at the count (RJV-13), else 0"),
    Field("times", (6,), 0, 44, "after the race: the sum of times over them, else 0"),
    Field("broken", (6,), 0, 1, "after the race: whether cards were discarded"),
    Field("places", (6,), 0, 6, "after the race: the place in the order (RJV-14), else 0"),
    Field("choosing", (6,), 0, 5, "1 for who chooses now, 2 for the next …; 0: not waiting"),
    Field("points", (15,), 0, 2, "point cards that lie face up, from -4 to 10"),
    Field("point_draw", (15,), 0, 2, "point cards still in the pile, by value as well"),
    Field("point_draw_count", (), 0, 28, "how many those are"),
    Field("won", (6, 15), 0, 2, "the point cards that each seat has won"),
    Field("scores", (6,), -16, 46, "their sum"),
]

PLAYERS: Final[i64] = find_offset(FIELDS, "players")
ROUND_SECONDS: Final[i64] = find_offset(FIELDS, "round_seconds")
ROUND: Final[i64] = find_offset(FIELDS, "round")
PHASE: Final[i64] = find_offset(FIELDS, "phase")
ACTING: Final[i64] = find_offset(FIELDS, "acting")
WINS_TIES: Final[i64] = find_offset(FIELDS, "wins_ties")
TARGET: Final[i64] = find_offset(FIELDS, "target")
SPREAD: Final[i64] = find_offset(FIELDS, "slots")
OPEN: Final[i64] = find_offset(FIELDS, "open")
HIDDEN: Final[i64] = find_offset(FIELDS, "hidden")
SERIES: Final[i64] = find_offset(FIELDS, "series")
ENDS: Final[i64] = find_offset(FIELDS, "ends")
HELD: Final[i64] = find_offset(FIELDS, "held")
HELD_SLOTS: Final[i64] = find_offset(FIELDS, "held_slots")
LENGTHS: Final[i64] = find_offset(FIELDS, "lengths")
MISSING: Final[i64] = find_offset(FIELDS, "missing")
STOPPED_BY: Final[i64] = find_offset(FIELDS, "stopped_by")
KEPT: Final[i64] = find_offset(FIELDS, "kept")
TIMES: Final[i64] = find_offset(FIELDS, "times")
BROKEN: Final[i64] = find_offset(FIELDS, "broken")
PLACES: Final[i64] = find_offset(FIELDS, "places")
CHOOSING: Final[i64] = find_offset(FIELDS, "choosing")
POINTS: Final[i64] = find_offset(FIELDS, "points")
POINT_DRAW: Final[i64] = find_offset(FIELDS, "point_draw")
POINT_DRAW_COUNT: Final[i64] = find_offset(FIELDS, "point_draw_count")
WON: Final[i64] = find_offset(FIELDS, "won")
SCORES: Final[i64] = find_offset(FIELDS, "scores")
