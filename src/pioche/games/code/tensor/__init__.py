"""Code: what a seat knows, as numbers."""

from pioche.games.code.tensor.write import create_encoder as create_encoder
