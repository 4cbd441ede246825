"""A tensor: what a seat knows, as a row of small numbers that a program can learn from."""

from collections.abc import Sequence
from typing import final

from mypy_extensions import i16, i64, mypyc_attr

from pioche.core.native.bits import bit
from pioche.core.native.vectors import vec
from pioche.core.state import State
from pioche.core.tensors.field import Field


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class TensorEncoder:
    """How a game writes what a seat knows; each game's tensor.py has its own.

    A tensor must tell nothing that the view of the seat does not: it is a function of that
    view. Seats are told as the seat itself sees them: it is number 0, its left neighbour 1.
    The layout is the same for all numbers of players and all options; the places of seats
    that are not taken stay 0.
    """

    __slots__ = ()

    def fields(self) -> Sequence[Field]:
        """What the numbers mean, in their order."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers from out[at] on, into room that is all 0.

        So only what is not 0 has to be written, which is little of it.
        """
        raise NotImplementedError


def put(out: vec[i16], at: i64, number: i64) -> None:
    """Write a number. One that is too large becomes the largest."""
    if number > 32767:
        number = 32767
    out[at] = i16(number)


def put_bits(out: vec[i16], at: i64, mask: i64, n: i64) -> None:
    """Write the lowest n bits of a mask, the lowest first."""
    mask &= bit(n) - 1
    i = at
    while mask != 0:
        if mask & 1 != 0:
            out[i] = 1
        mask >>= 1
        i += 1


def put_one(out: vec[i16], at: i64, index: i64) -> None:
    """Of numbers that are all 0, make the one at an index 1; none if the index is below 0."""
    if index >= 0:
        out[at + index] = 1


def put_flag(out: vec[i16], at: i64, flag: bool) -> None:
    """Write 1 if something is so, else 0."""
    if flag:
        out[at] = 1


def seats_away(seat: i64, other: i64, players: i64) -> i64:
    """How many seats further on, clockwise, another seat is."""
    away = other - seat
    if away < 0:
        away += players
    return away


def seat_at(seat: i64, away: i64, players: i64) -> i64:
    """The seat that is so many seats further on, clockwise: the inverse of `seats_away`."""
    p = seat + away
    if p >= players:
        p -= players
    return p


@final
class TensorBuffer:
    """Room for a tensor that is written again and again, for interpreted code.

    It stays in here because mypyc (2.4) never lets go of a vector that interpreted code has
    handed to compiled code.
    """

    __slots__ = ("numbers", "tensor")

    def __init__(self, tensor: TensorEncoder, size: i64) -> None:
        self.tensor = tensor
        self.numbers = vec[i16]([0] * size)

    def write(self, state: State, seat: i64) -> None:
        """Write the numbers; all must be 0 before."""
        self.tensor.write(state, seat, self.numbers, 0)

    def clear(self) -> None:
        """Make all 0 again."""
        for i in range(len(self.numbers)):
            self.numbers[i] = 0


def encode_tensor(tensor: TensorEncoder, state: State, seat: i64, size: i64) -> list[int]:
    """The tensor of a seat as a plain list."""
    out = vec[i16]([0] * size)
    tensor.write(state, seat, out, 0)
    return [int(out[i]) for i in range(size)]
