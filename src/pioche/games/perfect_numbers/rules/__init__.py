"""Perfect Numbers: the rules. Pure and compiled."""

from pioche.games.perfect_numbers.rules.state import new_state as new_state
