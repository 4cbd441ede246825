"""Rouge Jaune Vert: what a seat knows, as numbers."""
