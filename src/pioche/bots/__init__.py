"""Players that need no human: the four levels, in every game."""
