"""A bot in Python: a class with `choose`. This one imagines each move, and plays the best.

pioche arena gap --bots examples/python_bot.py:Dreamer,regular*2
"""

from pioche import Rng
from pioche.core.bot import Choice, Knowledge

GAMES = 8  # imagined games for each legal move


class Dreamer:
    """Plays the move that won most games, played at random from cards as they might be."""

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """The move that won most; a plain action or a move text would do as well."""
        wins = {action: self.wins(knowledge, action, rng) for action in knowledge.legal()}
        best = max(wins, key=lambda action: wins[action])
        return Choice(best, seconds=1.0)  # seconds count where the game is played in real time

    def wins(self, knowledge: Knowledge, action: int, rng: Rng) -> int:
        """How many imagined games were won after a move."""
        won = 0
        for _ in range(GAMES):
            state = knowledge.resample(rng)  # a state that we can't tell from the true one
            state.apply(knowledge.seat, action)
            state.playout(rng)
            won += state.outcome().ranks[knowledge.seat] == 1
        return won
