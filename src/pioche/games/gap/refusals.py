"""Gap: why a move is not legal. Told only from what lies open and the player's own hand."""

from typing import Any

from pioche.core.refusal import Refusal
from pioche.games.gap.cards import NAMES
from pioche.games.gap.rules import LOWER, PLAY, TIME, Gap
from pioche.games.gap.rules_cards import CARDS, NUMBERS, above, below
from pioche.games.gap.sight import names


def refuse(s: Gap, seat: int, action: int) -> Refusal:
    """Why the player to act, or the clock with its own move, may not do this."""
    if action == TIME:
        return refuse_time(s, seat)
    card = action % CARDS
    if action >= CARDS and s.phase == PLAY:
        return refusal("play-first", "GAP-7", card)
    if action < CARDS and s.phase != PLAY:
        return refusal("choose-first", "GAP-9", card, cards=names(s.open_cards()))
    if not s.colours >> card // NUMBERS & 1:
        return refusal("colour-removed", "GAP-3", card)
    return refuse_play(s, card) if action < CARDS else refuse_take(s, card)


def refuse_time(s: Gap, seat: int) -> Refusal:
    """GAP-4: only the clock says so, once, where a time was agreed."""
    if seat >= 0:
        return Refusal("clock-only", "GAP-4")
    return Refusal("time-up-already" if s.minutes else "no-clock", "GAP-4")


def refuse_play(s: Gap, card: int) -> Refusal:
    """A card that is not in the player's hand."""
    if s.middle >> card & 1:
        return refusal("in-the-middle", "GAP-7", card)
    for seat, row in enumerate(s.rows):
        if row >> card & 1:
            return refusal("in-a-row", "GAP-13", card, seat=seat)
    return refusal("not-in-hand", "GAP-7", card)


def refuse_take(s: Gap, card: int) -> Refusal:
    """A card that is not among the neighbours to choose from."""
    choices = names(s.open_cards())
    if not s.middle >> card & 1:
        return refusal("not-in-the-middle", "GAP-9", card, cards=choices)
    if s.phase == LOWER and above(s.played) >> card & 1:
        return refusal("lower-first", "GAP-10", card, cards=choices)
    if below(s.played) >> card & 1:
        return refusal("one-of-each", "GAP-9", card, cards=choices)
    return refusal("not-adjacent", "GAP-9", card, cards=choices)


def refusal(code: str, clause: str, card: int, **params: Any) -> Refusal:
    """A refusal that names the card."""
    return Refusal(code, clause, {"card": NAMES[card], **params})
