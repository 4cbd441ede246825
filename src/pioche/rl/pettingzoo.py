"""The games as PettingZoo environments: what programs import."""

from pioche.rl.envs.pettingzoo import PiocheEnv, env, parallel_env

__all__ = ["PiocheEnv", "env", "parallel_env"]
