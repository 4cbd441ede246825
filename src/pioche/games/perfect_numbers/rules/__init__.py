"""Perfect Numbers: the rules. Pure and compiled."""
