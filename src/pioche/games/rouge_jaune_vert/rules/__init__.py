"""Rouge Jaune Vert: the rules. Pure and compiled."""

from pioche.games.rouge_jaune_vert.rules.state import new_state as new_state
