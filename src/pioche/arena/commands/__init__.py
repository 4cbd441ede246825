"""The commands of the arena: `pioche arena`, `ladder`, `dataset`, `fit`."""
