"""Perfect Numbers: the points that a seat may expect in the end."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec
from pioche.games.perfect_numbers.bot.series_values import count_turns_left
from pioche.games.perfect_numbers.rules.cards import COLOURS
from pioche.games.perfect_numbers.rules.state import PerfectNumbers

# Fitted to the final scores of played games: what a Collection adds to a seat's points on
# average. That is less than what `bot_promise` holds it worth: others take their toll, and
# places are few.
SERIES: Final = vec[float]([0.0, 0.0, 0.8, 1.5, 2.1, 2.8, 2.9, 2.2, 1.8])
LONGEST_KNOWN: Final = 8
STORED: Final = vec[float]([0.6, 1.4, 1.5])  # move, protect, steal
NO_ROOM: Final = 1.1  # then cards of new colours win points elsewhere (PN-13)
TURN: Final = 1.45  # points a turn


def expected_score(table: PerfectNumbers, seat: i64) -> float:
    """The points of a seat, those its Collection promises and those of the turns to come."""
    points = float(table.points(seat))
    if table.over:
        return points
    turns = float(count_turns_left(table, seat))
    series = 0.0
    for place in range(COLOURS * seat, COLOURS * seat + COLOURS):
        series += SERIES[min(table.sizes[place], LONGEST_KNOWN)]
    if not table.has_room(seat):
        series += NO_ROOM
    actions = 0.0
    stored = table.stored_actions(seat)
    for action in range(3):
        if stored >> action & 1 != 0:
            actions += STORED[action]
    points += series * turns / (turns + 1.2) + actions * turns / (turns + 1.5)
    return points + TURN * turns
