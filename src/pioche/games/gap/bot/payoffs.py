"""Gap: what the totals after a round are worth in shares of the game's win."""

from math import exp, sqrt
from typing import Final

from pioche.core.native.vectors import vec
from pioche.games.gap.rules.cards import count_plays, hand_size
from pioche.games.gap.rules.state import TURN_SECONDS, Gap

# Fitted to the winners of games played by card sense, to 15, 30 and 70 points.
LAST_ROUND: Final = 0.6  # rounds to come, however near the target is …
ROUNDS_A_POINT: Final = 0.21  # … and for every point the leader needs
LEAD: Final = 0.44  # what a point ahead says with one round to come, with hands of 6 cards …
LEAD_OF_FIVE: Final = 0.55  # … and of 5, which bring fewer points
# A game that is over is won or lost; a win by more is a little better all the same, so that
# search can tell moves apart.
LEAD_AT_END: Final = 2.0
WIN_BONUS: Final = (
    1.0  # points that winning counts beside the lead, as where a tie was broken (GAP-20)
)


def rounds_left(table: Gap, top: float) -> float:
    """About how many rounds are to come, at least the one that is due (GAP-19, GAP-20)."""
    if table.minutes > 0:
        return rounds_left_by_clock(table)
    if table.rounds > table.round:
        return float(table.rounds - table.round)
    need = float(table.target) - top
    if table.rounds > 0 or need <= 0.0:
        return 1.0
    return LAST_ROUND + ROUNDS_A_POINT * need


def rounds_left_by_clock(table: Gap) -> float:
    """About how many rounds an agreed time leaves: no position tells how much has passed."""
    if table.last > 0:
        return 1.0
    moves = count_plays(table.players)
    return max(1.0, float(60 * table.minutes) / float(TURN_SECONDS * moves) - float(table.round))


def lead_value(table: Gap, top: float) -> float:
    """What a point ahead is worth: the more rounds are to come, the less."""
    if table.over:
        return LEAD_AT_END
    if hand_size(table.players) < 6:
        return LEAD_OF_FIVE / sqrt(rounds_left(table, top))
    return LEAD / sqrt(rounds_left(table, top))


def write_payoffs(table: Gap, out: vec[float]) -> None:
    """Write each seat's share of the win by its total, after a round; they add up to 1."""
    players = table.players
    top = float(table.score(0))
    for seat in range(players):
        out[seat] = float(table.score(seat))
        if table.over and table.rank(seat) == 1:
            out[seat] += WIN_BONUS
        if out[seat] > top:
            top = out[seat]
    point = lead_value(table, top)
    whole = 0.0
    for seat in range(players):
        out[seat] = exp(point * (out[seat] - top))
        whole += out[seat]
    for seat in range(players):
        out[seat] /= whole
