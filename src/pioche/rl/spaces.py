"""What an agent is told and what it may do, as Gymnasium's spaces."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pioche.core.state import COMPILED
from pioche.rl.setup import Setup

MODES = ["human", "ansi", "rgb_array"]


def observation_space(setup: Setup, actions: int) -> spaces.Dict:
    """Numbers within the bounds of their fields, and a mask of the actions."""
    low = [min(field.low, 0) for field in setup.fields for _ in range(field.size)]
    high = [field.high for field in setup.fields for _ in range(field.size)]
    numbers = spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
    mask = spaces.Box(0, 1, (actions,), dtype=np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def copier(numbers: Any, kind: Any) -> Callable[[], NDArray[Any]]:
    """How numbers that are written again and again become an array of their own."""
    if COMPILED:
        return np.frombuffer(numbers, kind).copy
    return lambda: np.array(numbers, kind)


def checked_mode(render_mode: str | None) -> str | None:
    """A way of rendering that there is."""
    if render_mode is not None and render_mode not in MODES:
        raise ValueError(f"render_mode: {', '.join(MODES)} or None, not {render_mode!r}")
    return render_mode


def metadata(setup: Setup, *, parallel: bool = False) -> dict[str, Any]:
    """What PettingZoo and Gymnasium ask of every environment."""
    return {
        "name": f"{setup.game.id.replace('-', '_')}_v{setup.game.version}",
        "render_modes": MODES,
        "render_fps": 2,
        "is_parallelizable": parallel,
    }
