"""A match: its settings, its schedule, its blocks and its games."""
