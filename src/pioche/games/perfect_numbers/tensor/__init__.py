"""Perfect Numbers: what a seat knows, as numbers."""

from pioche.games.perfect_numbers.tensor.write import create_encoder as create_encoder
