"""Training a network: what programs import."""

from pioche.rl.training.fit import Plan, fit

__all__ = ["Plan", "fit"]
