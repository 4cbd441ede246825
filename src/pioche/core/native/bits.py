"""Sets of small numbers as the bits of one native integer."""

from typing import Final

from mypy_extensions import i64

from pioche.core.native.vectors import vec

WIDTH: Final = 63  # bit 63 is the sign


def bit(i: i64) -> i64:
    """1 << i. (mypyc 2.4 cuts a literal before << to 32 bits, so never write that.)"""
    b: i64 = 1
    b <<= i
    return b


INDEX: Final = vec[i64]([0] * 67)  # 67 is a prime of which 2 is a generator
for _i in range(WIDTH):
    INDEX[(1 << _i) % 67] = _i


def lowest_bit(mask: i64) -> i64:
    """The index of the lowest bit set in mask."""
    return INDEX[(mask & -mask) % 67]


def popcount(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def nth_bit(mask: i64, n: i64) -> i64:
    """The index of the n-th set bit of mask, counted from 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return INDEX[(mask & -mask) % 67]


def members(mask: i64) -> list[int]:
    """The indices of the set bits, ascending.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    while mask != 0:
        found.append(INDEX[(mask & -mask) % 67])
        mask &= mask - 1
    return found


def mask_of(indices: list[int]) -> i64:
    """The inverse of `members`."""
    mask: i64 = 0
    for i in indices:
        mask |= bit(i)
    return mask


def make_vector(items: list[int]) -> vec[i64]:
    """A vector out of a list from interpreted code, to try compiled functions with.

    What interpreted code sets or hands over as a vector is never freed (mypyc 2.4 counts it
    once too often): so states take lists, by methods such as `set_deck`.
    """
    return vec[i64](items)
