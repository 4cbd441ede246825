"""The names of the environments: what the entry points of the package name."""

from pioche.rl.envs.registry import name_of, register

__all__ = ["name_of", "register"]
