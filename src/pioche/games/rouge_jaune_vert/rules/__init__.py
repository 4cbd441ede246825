"""Rouge Jaune Vert: the rules. Pure and compiled."""
