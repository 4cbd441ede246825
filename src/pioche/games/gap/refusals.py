"""Gap: why a move is not legal. Told only from what lies open and the player's own hand."""

from typing import Any

from pioche.core.refusal import Refusal
from pioche.games.gap.cards import NAMES
from pioche.games.gap.rules.cards import CARDS, NUMBERS, lower_neighbours, upper_neighbours
from pioche.games.gap.rules.state import LOWER, PLAY, TIME, Gap
from pioche.games.gap.view import card_names


def explain_game_refusal(s: Gap, seat: int, action: int) -> Refusal:
    """Why the player to act, or the clock with its own move, may not do this."""
    if action == TIME:
        return refuse_time(s, seat)
    card = action % CARDS
    if action >= CARDS and s.phase == PLAY:
        return build_refusal("play-first", "GAP-7", card)
    if action < CARDS and s.phase != PLAY:
        return build_refusal("choose-first", "GAP-9", card, cards=card_names(s.open_cards()))
    if not s.colours >> card // NUMBERS & 1:
        return build_refusal("colour-removed", "GAP-3", card)
    return refuse_play(s, card) if action < CARDS else refuse_take(s, card)


def refuse_time(s: Gap, seat: int) -> Refusal:
    """GAP-4: only the clock says so, once, where a time was agreed."""
    if seat >= 0:
        return Refusal("clock-only", "GAP-4")
    return Refusal("time-up-already" if s.minutes else "no-clock", "GAP-4")


def refuse_play(s: Gap, card: int) -> Refusal:
    """A card that is not in the player's hand."""
    if s.middle >> card & 1:
        return build_refusal("in-the-middle", "GAP-7", card)
    for seat, row in enumerate(s.rows):
        if row >> card & 1:
            return build_refusal("in-a-row", "GAP-13", card, seat=seat)
    return build_refusal("not-in-hand", "GAP-7", card)


def refuse_take(s: Gap, card: int) -> Refusal:
    """A card that is not among the neighbours to choose from."""
    choices = card_names(s.open_cards())
    if not s.middle >> card & 1:
        return build_refusal("not-in-the-middle", "GAP-9", card, cards=choices)
    if s.phase == LOWER and upper_neighbours(s.played) >> card & 1:
        return build_refusal("lower-first", "GAP-10", card, cards=choices)
    if lower_neighbours(s.played) >> card & 1:
        return build_refusal("one-of-each", "GAP-9", card, cards=choices)
    return build_refusal("not-adjacent", "GAP-9", card, cards=choices)


def build_refusal(code: str, clause: str, card: int, **params: Any) -> Refusal:
    """A refusal that names the card."""
    return Refusal(code, clause, {"card": NAMES[card], **params})
