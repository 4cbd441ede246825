"""Gap: the rules. Pure and compiled."""

from pioche.games.gap.rules.state import new_state as new_state
