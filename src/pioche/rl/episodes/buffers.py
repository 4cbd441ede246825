"""Room for the tensor of a seat, used again and again."""

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.state import COMPILED, State
from pioche.core.tensors.tensor import TensorBuffer, TensorEncoder


def wrap_vector(numbers: Any) -> NDArray[np.int16]:
    """An array that is the very numbers of a compiled vector, so that NumPy can clear them.

    Python is only allowed to read a vector; so this goes by its address, and keeps it alive.
    """
    seen = np.frombuffer(numbers, np.int16)
    place: Any = (ctypes.c_int16 * len(seen)).from_address(seen.ctypes.data)
    place.owner = seen
    return np.frombuffer(place, np.int16)


class ObservationBuffer:
    """Compiled, `array` is the very numbers that a tensor writes."""

    def __init__(self, tensor: TensorEncoder, size: int) -> None:
        self.sheet = TensorBuffer(tensor, size)
        self.array: NDArray[np.int16] = np.zeros(size, np.int16)
        if COMPILED:
            self.array = wrap_vector(self.sheet.numbers)

    def observe(self, state: State, seat: int) -> NDArray[np.int16]:
        """What a seat knows, until the next look."""
        if COMPILED:
            self.array.fill(0)
            self.sheet.write(state, seat)
        else:
            self.sheet.clear()
            self.sheet.write(state, seat)
            self.array[:] = self.sheet.numbers
        return self.array
