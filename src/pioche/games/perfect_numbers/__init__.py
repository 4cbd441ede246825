"""Perfect Numbers: sort cards into series and close them at just the right moment."""

from pioche.games.perfect_numbers.game import PerfectNumbersGame
from pioche.games.perfect_numbers.version_1 import PerfectNumbersGameV1

GAME = PerfectNumbersGame(PerfectNumbersGameV1())
