"""Gap: what a seat, or a spectator, sees."""

from typing import Final

from mypy_extensions import i64

from pioche.core.bits import lowest, popcount
from pioche.core.game import Json
from pioche.games.gap.cards import LETTERS, NAMES
from pioche.games.gap.rules import NONE, PLAY, Gap
from pioche.games.gap.rules_cards import NUMBERS, above, below, same, several
from pioche.games.gap.rules_scoring import negative, positive, tally

FACES: Final = list(NAMES)
COLOUR_LETTERS: Final = list(LETTERS)
PHASES: Final = ["play", "lower", "upper"]


def show(s: Gap, seat: int | None) -> Json:
    """GAP-5: the other hands and the pile stay hidden; all else is open, and worked out."""
    eyes: i64 = -1
    if seat is not None:
        eyes = seat
    playing = not (s.due or s.over)
    choosing = playing and s.phase != PLAY
    size: i64 = len(s.deck)
    seen = table(s)
    add_hands(s, eyes, seen)
    seen["draw_count"] = size - s.next
    seen["choices"] = names(s.open_cards()) if choosing else []
    seen["takes"] = takes(s) if playing and not choosing and s.turn == eyes else {}
    add_standing(s, seen)
    seen["tied"] = tied(s)
    return seen


def add_hands(s: Gap, eyes: i64, seen: Json) -> None:
    """The own hand, and how many cards all have."""
    hands: list[list[str] | None] = []
    sizes: list[int] = []
    for p in range(s.players):
        hand = s.hands[p]
        hands.append(names(hand) if p == eyes else None)
        sizes.append(popcount(hand))
    seen["hands"] = hands
    seen["hands_count"] = sizes


def add_standing(s: Gap, seen: Json) -> None:
    """What the rows would score now, and the finished rounds added up."""
    by_colour: list[dict[str, int]] = []
    plus: list[int] = []
    minus: list[int] = []
    totals: list[int] = []
    for p in range(s.players):
        packed = tally(s.rows[p])
        by_colour.append(counts(s.colours, packed))
        plus.append(positive(packed))
        minus.append(negative(packed))
        totals.append(s.score(p))
    seen["counts"] = by_colour
    seen["plus"] = plus
    seen["minus"] = minus
    seen["totals"] = totals


def counts(colours: i64, packed: i64) -> dict[str, int]:
    """Cards of a row by colour, for all colours in play."""
    found: dict[str, int] = {}
    while colours != 0:
        colour = lowest(colours)
        found[COLOUR_LETTERS[colour]] = packed >> NUMBERS * colour & 15
        colours &= colours - 1
    return found


def takes(s: Gap) -> dict[str, Json]:
    """What each card of the player to act would do."""
    found: dict[str, Json] = {}
    cards = s.open_cards()
    while cards != 0:
        card = lowest(cards)
        found[FACES[card]] = outlook(s.middle, card)
        cards &= cards - 1
    return found


def outlook(middle: i64, card: i64) -> Json:
    """GAP-8 to GAP-11: cards taken for sure, lower or upper ones to choose from, or it joins."""
    sure = middle & same(card)
    lower: i64 = 0
    upper: i64 = 0
    if sure == 0:
        lower = middle & below(card)
        upper = middle & above(card)
    joins = sure | lower | upper == 0
    if not several(lower):
        sure |= lower
        lower = 0
    if not several(upper):
        sure |= upper
        upper = 0
    return {"sure": names(sure), "lower": names(lower), "upper": names(upper), "joins": joins}


def tied(s: Gap) -> list[int]:
    """GAP-20: who shares first place, while an extra round is due or played for it."""
    first: list[int] = []
    if s.ended == 0 or s.over:
        return first
    for p in range(s.players):
        if s.rank(p) == 1:
            first.append(p)
    return first


# -- what lies open to all -----------------------------------------------------------------


def table(s: Gap) -> Json:
    """For views and positions alike."""
    rows: list[list[str]] = []
    for p in range(s.players):
        rows.append(names(s.rows[p]))
    found: Json = {
        "colours": letters(s.colours),
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "played": None if s.played == NONE else FACES[s.played],
        "middle": names(s.middle),
        "rows": rows,
        "scores": rounds(s),
    }
    if s.minutes > 0:
        found["last"] = None if s.last == 0 else s.last
    return found


def rounds(s: Gap) -> list[list[int]]:
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


def names(cards: i64) -> list[str]:
    """The cards of a set, by colour and then by number.

    >>> names(0b100_0000000000_0000001001)
    ['R0', 'R3', 'G2']
    """
    found: list[str] = []
    while cards != 0:
        found.append(FACES[lowest(cards)])
        cards &= cards - 1
    return found


def letters(colours: i64) -> list[str]:
    """The colours of a set, in the order of the rulebook.

    >>> letters(0b10001)
    ['R', 'V']
    """
    found: list[str] = []
    while colours != 0:
        found.append(COLOUR_LETTERS[lowest(colours)])
        colours &= colours - 1
    return found
