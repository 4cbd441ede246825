"""Pioche in a terminal."""
