"""Pioche: five modern card games to play, to study and to research.

>>> import pioche
>>> for game in pioche.games.values():
...     state = game.new(players=game.players[0])
...     state.shuffle(pioche.Rng(42))
...     seat = state.actors()[0]
...     state.apply(seat, state.legal(seat)[0])
"""

from pioche.catalog import games
from pioche.core.game import BadMove, Game
from pioche.core.option import Option
from pioche.core.outcome import Outcome
from pioche.core.position import BadPosition
from pioche.core.records.record import Record
from pioche.core.records.recorder import Recorder
from pioche.core.records.seals import BadRecord
from pioche.core.refusal import Illegal, Refusal
from pioche.core.rng import Generator, KeyedRng, Rng
from pioche.core.state import CHANCE, CLOCK, State

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "CLOCK",
    "BadMove",
    "BadPosition",
    "BadRecord",
    "Game",
    "Generator",
    "Illegal",
    "KeyedRng",
    "Option",
    "Outcome",
    "Record",
    "Recorder",
    "Refusal",
    "Rng",
    "State",
    "games",
]
