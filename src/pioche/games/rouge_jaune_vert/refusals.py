"""Rouge Jaune Vert: why a move is refused."""

from pioche.core.refusal import Refusal
from pioche.games.rouge_jaune_vert.rules.cards import LOWEST, SLOTS
from pioche.games.rouge_jaune_vert.rules.state import CHOOSE, TIME, RougeJauneVert
from pioche.games.rouge_jaune_vert.view import card_at, open_points


def explain_game_refusal(state: RougeJauneVert, seat: int, action: int) -> Refusal:
    """Why an actor, or the clock with its own move, may not play this."""
    if action == TIME:
        # The clock may end every race, so either a player tried or there is no race.
        return Refusal("clock-only" if seat >= 0 else "no-race", "RJV-12")
    if state.racing:
        return refuse_in_race(state, seat, action)
    if action < CHOOSE:
        return Refusal("race-over", "RJV-11" if state.stopped_by >= 0 else "RJV-12")
    params = {"value": action - CHOOSE + LOWEST, "points": open_points(state)}
    return Refusal("no-such-point-card", "RJV-15", params)


def refuse_in_race(state: RougeJauneVert, seat: int, action: int) -> Refusal:
    """Too early to choose, a hand that is full or empty, or a slot without a card."""
    slot = state.held_slot(seat)
    if action >= CHOOSE:
        return Refusal("race-not-over", "RJV-15", {"value": action - CHOOSE + LOWEST})
    if slot >= 0:
        return Refusal("holding-already", "RJV-6", {"slot": slot, "card": card_at(state, slot)})
    if action >= SLOTS:
        return Refusal("nothing-held", "RJV-7")
    return refuse_slot(state, action)


def refuse_slot(state: RougeJauneVert, slot: int) -> Refusal:
    """RJV-12: who came too late for a card is told who has it."""
    for p in range(state.players):
        if state.held_slot(p) == slot:
            return Refusal("card-taken", "RJV-12", {"slot": slot, "seat": p})
    return Refusal("slot-empty", "RJV-6", {"slot": slot})
