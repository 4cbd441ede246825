"""The games in turns as OpenSpiel games: what programs import."""

from pioche.rl.envs.openspiel import PiocheGame, PiocheState, name_of, register
from pioche.rl.envs.openspiel_play import pack_position

__all__ = ["PiocheGame", "PiocheState", "name_of", "pack_position", "register"]
