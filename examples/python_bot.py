"""A bot in Python: a class with `choose`. This one tries each move in thought, and plays the best.

pioche arena gap --bots examples/python_bot.py:Dreamer,regular*2
"""

from pioche import Rng
from pioche.core.bot import Choice, Knowledge

GAMES = 8  # thought games for each legal move


class Dreamer:
    """Plays what did best when it played on at random from cards as they might be."""

    def choose(self, sight: Knowledge, rng: Rng) -> Choice:
        """The move that won most; a plain action or a move text would do as well."""
        wins = {action: self.wins(sight, action, rng) for action in sight.legal()}
        best = max(wins, key=lambda action: wins[action])
        return Choice(best, seconds=1.0)  # seconds count where the game is played in real time

    def wins(self, sight: Knowledge, action: int, rng: Rng) -> int:
        """How many thought games were won after a move."""
        won = 0
        for _ in range(GAMES):
            state = sight.resample(rng)  # one of the states that we can't tell from the true one
            state.apply(sight.seat, action)
            state.playout(rng)
            won += state.outcome().ranks[sight.seat] == 1
        return won
