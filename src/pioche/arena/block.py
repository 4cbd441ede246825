"""Plays a block: one deal, with the line-up turned round the table."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from pioche.arena.lineup import distinct
from pioche.arena.match import Match
from pioche.arena.played import Block, Played, Think
from pioche.arena.schedule import bot_rng, seatings, shuffle_rng
from pioche.arena.settings import Settings
from pioche.core.bot import Bot, Choice, Sight
from pioche.core.rng import Rng


class Timed:
    """A bot at a seat with somebody looking at the clock; remembers whose turn it was."""

    def __init__(self, bot: Bot, think: Think) -> None:
        self.bot = bot
        self.think = think

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """What the bot chooses."""
        start = perf_counter()
        choice = self.bot.choose(sight, rng)
        self.think.add(Think(1, taken := perf_counter() - start, taken))
        return choice


def play_block(settings: Settings, deal: int, logs: Path | None = None) -> Block:
    """All games of a deal. Depends on the settings and the deal alone, wherever it runs."""
    names = distinct(settings.bots)
    thinks = tuple(Think() for _ in names)
    games = []
    for rotation, players in enumerate(seatings(settings.bots, settings.seed, deal)):
        bots = [names.index(settings.bots[player]) for player in players]
        timed = [Timed(settings.level_bot(names[bot]), thinks[bot]) for bot in bots]
        games.append(play_game(settings, deal, rotation, bots, timed))
    return Block(deal, tuple(games), thinks)


def play_game(
    settings: Settings, deal: int, rotation: int, seats: Sequence[int], bots: Sequence[Bot]
) -> Played:
    """One game, to its end."""
    state = settings.game.new(len(seats), **settings.options)
    lucks = [bot_rng(settings.seed, deal, rotation, seat) for seat in range(len(seats))]
    match = Match(state, bots, lucks, lambda n: shuffle_rng(settings.seed, deal, n))
    match.play()
    ranks, scores, reason = state.outcome()
    return Played(tuple(seats), ranks, scores, reason, match.moves, match.seconds)
