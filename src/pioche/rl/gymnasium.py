"""One seat of a game as a Gymnasium environment: what programs import."""

from pioche.rl.envs.gymnasium import SoloEnv

__all__ = ["SoloEnv"]
