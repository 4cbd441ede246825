"""Gap: what a seat, or a spectator, sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.bits import lowest_bit, members, popcount
from pioche.games.gap.cards import LETTERS, NAMES
from pioche.games.gap.rules.cards import (
    NUMBERS,
    find_choices,
    find_takes,
    lower_neighbours,
    upper_neighbours,
)
from pioche.games.gap.rules.scoring import (
    find_colours,
    negative_colours,
    negative_points,
    positive_colours,
    positive_points,
    score_tally,
    tally,
    tally_card,
)
from pioche.games.gap.rules.state import NONE, PLAY, Gap
from pioche.games.gap.schema import GapMark, GapPhase, GapStanding, GapTable, GapTake, GapView

FACES: Final = list(NAMES)
COLOUR_LETTERS: Final = list(LETTERS)
PHASES: Final[list[GapPhase]] = ["play", "lower", "upper"]


def build_open_view(s: Gap) -> GapView:
    """GAP-5: the hands and the pile stay hidden; all else is open, and worked out."""
    sizes: list[int] = []
    for p in range(s.players):
        sizes.append(popcount(s.hands[p]))
    return {
        **s.build_common_view(),
        **build_table(s),
        "hands": build_hands(s, -1),
        "hands_count": sizes,
        "draw_count": s.draw_count(),
        "choices": card_names(s.open_choices()),
        "takes": {},
        **build_standing(s),
    }


def add_own_view(s: Gap, seat: int, view: GapView) -> None:
    """GAP-5: the own hand, and what its cards would do."""
    view["hands"] = build_hands(s, seat)
    view["takes"] = preview_plays(s, seat)


def build_hands(s: Gap, eyes: i64) -> list[list[str] | None]:
    """The hand of a seat, and none of the others."""
    hands: list[list[str] | None] = []
    for p in range(s.players):
        hands.append(card_names(s.hands[p]) if p == eyes else None)
    return hands


def build_standing(s: Gap) -> GapStanding:
    """What the rows would score now, and the finished rounds added up."""
    counts: list[dict[str, int]] = []
    marks: list[dict[str, GapMark]] = []
    plus: list[int] = []
    minus: list[int] = []
    points: list[int] = []
    totals: list[int] = []
    for p in range(s.players):
        packed = tally(s.rows[p])
        counts.append(count_colours(s.colours, packed))
        marks.append(mark_columns(packed))
        plus.append(positive_points(packed))
        minus.append(negative_points(packed))
        points.append(score_tally(packed))
        totals.append(s.score(p))
    return {
        "counts": counts,
        "marks": marks,
        "plus": plus,
        "minus": minus,
        "points": points,
        "totals": totals,
        "tied": members(s.find_tied()),
    }


def count_colours(colours: i64, packed: i64) -> dict[str, int]:
    """Cards of a row by colour, for all colours in play."""
    found: dict[str, int] = {}
    while colours != 0:
        colour = lowest_bit(colours)
        found[COLOUR_LETTERS[colour]] = packed >> NUMBERS * colour & 15
        colours &= colours - 1
    return found


def mark_columns(packed: i64) -> dict[str, GapMark]:
    """GAP-16, GAP-17: which colours of a row count, and how."""
    found: dict[str, GapMark] = {}
    plus = positive_colours(packed)
    counting = plus | negative_colours(packed)
    while counting != 0:
        colour = lowest_bit(counting)
        found[COLOUR_LETTERS[colour]] = "plus" if plus >> colour & 1 == 1 else "minus"
        counting &= counting - 1
    return found


def preview_plays(s: Gap, eyes: i64) -> dict[str, GapTake]:
    """What each card would do, for the player who is to play one."""
    found: dict[str, GapTake] = {}
    if s.turn != eyes or s.phase != PLAY or not s.is_round_running():
        return found
    cards = s.open_cards()
    while cards != 0:
        card = lowest_bit(cards)
        found[FACES[card]] = preview_play(s.middle, card)
        cards &= cards - 1
    return found


def preview_play(middle: i64, card: i64) -> GapTake:
    """GAP-8 to GAP-11: cards taken for sure, lower or upper ones to choose from, or it joins."""
    takes = find_takes(middle, card)
    choices = find_choices(takes, card)
    sure = takes & ~choices
    return {
        "sure": card_names(sure),
        "lower": card_names(choices & lower_neighbours(card)),
        "upper": card_names(choices & upper_neighbours(card)),
        "joins": takes == 0,
        "adds": count_growth(card, takes, sure),
    }


def count_growth(card: i64, takes: i64, sure: i64) -> dict[str, int]:
    """GAP-13: how many cards each colour of the row gains for sure; none if the card joins."""
    if takes == 0:
        return {}
    packed = tally(sure) + tally_card(card)
    return count_colours(find_colours(packed), packed)


# -- what lies open to all -----------------------------------------------------------------


def build_table(s: Gap) -> GapTable:
    """For views and positions alike."""
    rows: list[list[str]] = []
    for p in range(s.players):
        rows.append(card_names(s.rows[p]))
    table: GapTable = {
        "colours": colour_letters(s.colours),
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "played": None if s.played == NONE else FACES[s.played],
        "middle": card_names(s.middle),
        "rows": rows,
        "scores": round_scores(s),
    }
    if s.minutes > 0:
        table["last"] = int(s.last) if s.last > 0 else None
    return table


def round_scores(s: Gap) -> list[list[int]]:
    """The scores of the finished rounds, by seat in each."""
    scores = s.scores
    found: list[list[int]] = []
    of_round: list[int] = []
    for i in range(len(scores)):
        of_round.append(scores[i])
        if len(of_round) == s.players:
            found.append(of_round)
            of_round = []
    return found


# -- sets by name --------------------------------------------------------------------------


def card_names(cards: i64) -> list[str]:
    """The cards of a set, by colour and then by number.

    >>> card_names(0b100_0000000000_0000001001)
    ['R0', 'R3', 'G2']
    """
    found: list[str] = []
    while cards != 0:
        found.append(FACES[lowest_bit(cards)])
        cards &= cards - 1
    return found


def colour_letters(colours: i64) -> list[str]:
    """The colours of a set, in the order of the rulebook.

    >>> colour_letters(0b10001)
    ['R', 'V']
    """
    found: list[str] = []
    while colours != 0:
        found.append(COLOUR_LETTERS[lowest_bit(colours)])
        colours &= colours - 1
    return found
