"""Data sets of decisions: what programs import."""

from pioche.rl.data.dataset import Dataset, read, write

__all__ = ["Dataset", "read", "write"]
