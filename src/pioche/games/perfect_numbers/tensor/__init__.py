"""Perfect Numbers: what a seat knows, as numbers."""
