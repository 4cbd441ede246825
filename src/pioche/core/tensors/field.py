"""A field of a game's tensor: what some of its numbers mean."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Field(NamedTuple):
    """Numbers of one meaning, one after the other in the tensor, the last index fastest."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    help: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def count_numbers(fields: Sequence[Field]) -> int:
    """How many numbers a tensor has."""
    return sum(field.size for field in fields)


def find_offset(fields: Sequence[Field], name: str) -> int:
    """Where the numbers of a field begin."""
    at = 0
    for field in fields:
        if field.name == name:
            return at
        at += field.size
    raise KeyError(f"no field {name!r}")
