"""A trained network: what it takes to play with it, which is NumPy and no more.

Two layers that all share, then a policy (how promising each action is) and a value (what the
seat may expect, by rank, from -1 to 1).
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

import pioche
from pioche.catalog import get_game
from pioche.core.game import Game
from pioche.core.tensors.field import count_numbers

FORMAT = 1
# What NumPy and zip files raise when they meet something else than they expected.
READ_ERRORS = (
    KeyError,
    ValueError,
    TypeError,
    EOFError,
    OSError,
    NotImplementedError,
    BadZipFile,
    zlib.error,
)
LAYERS = ("first", "second", "policy", "value")
FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """The weights of a network for one game; `about` says how it came about."""

    game: Game
    weights: Mapping[str, FloatArray]  # of each layer (inputs, outputs), and NAME_bias
    about: Mapping[str, Any]

    def evaluate(self, observations: NDArray[np.int16]) -> tuple[FloatArray, FloatArray]:
        """For each row of what a seat knows: how promising each action is, and the value."""
        hidden = self.apply_layer("first", observations.astype(np.float32))
        hidden = self.apply_layer("second", np.maximum(hidden, 0))
        hidden = np.maximum(hidden, 0)
        return self.apply_layer("policy", hidden), self.apply_layer("value", hidden)[:, 0]

    def apply_layer(self, name: str, inputs: FloatArray) -> FloatArray:
        outputs: FloatArray = inputs @ self.weights[name] + self.weights[f"{name}_bias"]
        return outputs

    def save(self, path: str | Path) -> None:
        """Write a file that `load` reads."""
        about = json.dumps({**self.about, **identify_game(self.game)})
        with Path(path).open("wb") as file:  # as np.savez would add an ending to the name
            np.savez_compressed(file, about=np.array(about), **self.weights)  # type: ignore[arg-type]


def identify_game(game: Game) -> dict[str, Any]:
    """What a network must agree on with the game that it plays."""
    fields = [[field.name, *field.shape] for field in game.tensor_encoder().fields()]
    return {"format": FORMAT, "game": game.id, "rules": game.version, "fields": fields}


def load(path: str | Path) -> Network:
    """The network of a file; what can't be one is a ValueError that says why."""
    about, weights = read_contents(path)
    if about.get("format") != FORMAT:
        raise ValueError(f"{path}: format {about.get('format')!r}; this Pioche reads {FORMAT}")
    game = get_game(about.get("game", ""))
    for key, now in identify_game(game).items():
        if about.get(key) != now:
            raise ValueError(f"{path}: trained for other {key} of {game.id}; fit it anew")
    network = Network(game, weights, about)
    check_network(network, path)
    return network


def read_contents(path: str | Path) -> tuple[dict[str, Any], dict[str, FloatArray]]:
    """What is in a file; nothing in it is ever run."""
    try:
        with Path(path).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            names = [part for name in LAYERS for part in (name, f"{name}_bias")]
            return dict(about), {name: np.asarray(file[name], np.float32) for name in names}
    except FileNotFoundError:
        raise ValueError(f"there is no {path}") from None
    except READ_ERRORS as error:
        raise ValueError(f"{path} is no network of Pioche ({error})") from None


def check_network(network: Network, path: str | Path) -> None:
    """The layers fit together, the game and its actions."""
    width = count_numbers(network.game.tensor_encoder().fields())
    ends = {"policy": network.game.num_actions, "value": 1}
    for name in ("first", "second", "policy", "value"):
        weights, bias = network.weights[name], network.weights[f"{name}_bias"]
        outputs = ends.get(name, len(bias) if bias.ndim == 1 else 0)
        if weights.shape != (width, outputs) or bias.shape != (outputs,):
            raise ValueError(f"{path}: layer {name!r} does not fit the others")
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise ValueError(f"{path}: layer {name!r} has numbers that are none")
        if name not in ends:
            width = outputs


def pioche_version() -> str:
    """Of Pioche, to be noted in `about`."""
    return pioche.__version__
