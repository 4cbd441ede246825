"""Code: the rules. Pure and compiled."""
