"""What an agent is told and what it may do, as Gymnasium's spaces."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pioche.core.rng import Rng
from pioche.core.state import COMPILED
from pioche.rl.envs.setup import Setup
from pioche.rl.episodes.buffers import wrap_vector
from pioche.rl.episodes.turns import AgentTurns

RENDER_MODES = ["human", "ansi", "rgb_array"]


def make_observation_space(setup: Setup, actions: int) -> spaces.Dict:
    """Numbers within the bounds of their fields, and a mask of the actions."""
    low = [min(field.low, 0) for field in setup.fields for _ in range(field.size)]
    high = [field.high for field in setup.fields for _ in range(field.size)]
    numbers = spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
    mask = spaces.Box(0, 1, (actions,), dtype=np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def make_turns(setup: Setup, rng: Rng, limit: int) -> AgentTurns:
    """The agents of a table, with room for what they are told."""
    turns = AgentTurns(setup.make_episode(rng), setup.tensor, limit)
    turns.allocate_buffers(setup.size, setup.game.num_actions)
    turns.clear_numbers = turns.zero_numbers
    if COMPILED:  # NumPy is quicker at it
        turns.clear_numbers = partial(wrap_vector(turns.numbers).fill, 0)
    turns.copy_numbers = make_copier(turns.numbers, np.int16)
    turns.copy_masks = make_copier(turns.masks, np.int8)
    return turns


def make_copier(numbers: Any, kind: Any) -> Callable[[], NDArray[Any]]:
    """How numbers that are written again and again become an array of their own."""
    if COMPILED:
        return np.frombuffer(numbers, kind).copy
    return lambda: np.array(numbers, kind)


def check_render_mode(render_mode: str | None) -> str | None:
    """A way of rendering that there is."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
    return render_mode


def make_metadata(setup: Setup, *, parallel: bool = False) -> dict[str, Any]:
    """What PettingZoo and Gymnasium ask of every environment."""
    return {
        "name": f"{setup.game.id.replace('-', '_')}_v{setup.game.version}",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": parallel,
    }
