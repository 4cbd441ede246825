"""Begins a new game: a folder with a tiny one that can be played at once."""
