"""Many games in lock-step: what programs import."""

from pioche.rl.envs.vector import VectorEnv

__all__ = ["VectorEnv"]
