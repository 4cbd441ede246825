"""Gap: the rules. Pure and compiled."""
