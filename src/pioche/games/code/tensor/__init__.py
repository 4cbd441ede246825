"""Code: what a seat knows, as numbers."""
