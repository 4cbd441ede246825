"""What an environment shows of its table."""

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Game, Json
from pioche.rl.texts import text


def rendered(game: Game, view: Json, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A view as text, as pixels, or printed at once."""
    if mode == "rgb_array":
        from pioche.rl.pictures import picture  # whoever draws nothing needs no Pillow

        return picture(game, view)
    if mode == "human":
        print(text(game, view))  # noqa: T201
    return text(game, view) if mode == "ansi" else None
