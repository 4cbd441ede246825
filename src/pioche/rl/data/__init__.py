"""Data sets: the decisions of finished games."""
