"""What an environment shows of its table."""

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Game
from pioche.core.schema import View
from pioche.rl.render.text_rendering import render_text


def render(game: Game, view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A view as text, as pixels, or printed at once."""
    if mode == "rgb_array":
        from pioche.rl.render.pictures import draw_picture  # whoever draws nothing needs no Pillow

        return draw_picture(game, view)
    if mode == "human":
        print(render_text(game, view))  # noqa: T201
    return render_text(game, view) if mode == "ansi" else None
