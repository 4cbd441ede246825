"""Rouge Jaune Vert: what a seat knows, as numbers."""

from pioche.games.rouge_jaune_vert.tensor.write import create_encoder as create_encoder
