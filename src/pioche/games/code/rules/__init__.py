"""Code: the rules. Pure and compiled."""

from pioche.games.code.rules.state import new_state as new_state
