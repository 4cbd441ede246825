"""Plays a block: one deal, with the line-up turned round the table."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from pioche.arena.fault import Fault, Offence
from pioche.arena.lineup import distinct, is_outside
from pioche.arena.match import Match
from pioche.arena.outside import Outsider
from pioche.arena.played import Block, Move, Played, Think
from pioche.arena.schedule import bot_rng, seatings, shuffle_rng
from pioche.arena.settings import Settings
from pioche.arena.wire import undisturbed
from pioche.core.bot import Bot, Choice, Sight
from pioche.core.rng import Rng

BY_RULE = "lost-by-rule"


class Timed:
    """A bot at a seat, with somebody looking at the clock and minding who offends."""

    def __init__(self, bot: Bot, think: Think) -> None:
        self.bot = bot
        self.think = think

    def choose(self, sight: Sight, rng: Rng) -> Choice:
        """What the bot chooses."""
        start = perf_counter()
        try:
            return self.bot.choose(sight, rng)
        except Offence as offence:
            offence.seat = sight.seat
            raise
        finally:
            taken = perf_counter() - start
            self.think.add(Think(1, taken, taken))


class Crew:
    """The players of a block. Those from outside keep their programs from game to game.

    They are started anew for each block, so that what one remembers of the games before
    can't depend on who played which block.
    """

    def __init__(self, settings: Settings, logs: Path | None) -> None:
        self.settings = settings
        self.names = distinct(settings.bots)
        self.thinks = tuple(Think() for _ in self.names)
        self.outsiders = {
            player: Outsider(settings, bot, self.log(bot, logs))
            for player, bot in enumerate(settings.bots)
            if is_outside(bot)
        }

    def log(self, bot: str, logs: Path | None) -> Path | None:
        """Where the words go that a bot says aside."""
        return None if logs is None else logs / f"stderr-{self.names.index(bot)}.txt"

    def number(self, player: int) -> int:
        """The number of a player's bot."""
        return self.names.index(self.settings.bots[player])

    def seated(self, players: Sequence[int], lucks: Sequence[Rng]) -> list[Bot]:
        """The bots of a game, seat by seat."""
        bots: list[Bot] = []
        for seat, player in enumerate(players):
            outsider = self.outsiders.get(player)
            if outsider is not None:
                outsider.sit(seat, lucks[seat])
            bot = outsider or self.settings.own_bot(self.settings.bots[player])
            bots.append(Timed(bot, self.thinks[self.number(player)]))
        return bots

    def end(self, outcome: dict[str, Any], offender: int | None) -> None:
        """Tell everybody how the game ended; who offended is shown out."""
        for player, outsider in self.outsiders.items():
            if player == offender:
                outsider.drop()
            else:
                outsider.end(outcome)

    def close(self) -> None:
        """Leave nothing running."""
        with undisturbed():
            for outsider in self.outsiders.values():
                outsider.close()


def play_block(settings: Settings, deal: int, logs: Path | None = None) -> Block:
    """All games of a deal. Depends on the settings and the deal alone, wherever it runs."""
    crew = Crew(settings, logs)
    try:
        tables = enumerate(seatings(settings.bots, settings.seed, deal))
        games = [play_game(crew, deal, rotation, players) for rotation, players in tables]
        played, moves = zip(*games, strict=True)
        return Block(deal, played, crew.thinks, moves)
    finally:
        crew.close()


def play_game(
    crew: Crew, deal: int, rotation: int, players: Sequence[int]
) -> tuple[Played, list[Move]]:
    """One game and its moves, to its end or until somebody loses it by rule."""
    settings, seats = crew.settings, tuple(map(crew.number, players))
    lucks = [bot_rng(settings.seed, deal, rotation, seat) for seat in range(len(players))]
    state = settings.game.new(len(players), **settings.options)
    bots = crew.seated(players, lucks)
    watchers = {s: crew.outsiders[p] for s, p in enumerate(players) if p in crew.outsiders}
    match = Match(state, bots, lucks, lambda n: shuffle_rng(settings.seed, deal, n), watchers)
    try:
        match.play()
    except Offence as offence:
        fault = Fault.of(offence)
        ranks = fault.ranks(len(players))
        crew.end({"ranks": ranks, "scores": None, "reason": BY_RULE}, players[fault.seat])
        return Played(seats, ranks, None, None, len(match.moves), None, fault), match.moves
    ranks, scores, reason = state.outcome()
    crew.end({"ranks": ranks, "scores": scores, "reason": reason}, None)
    seconds = None if match.seconds is None else round(match.seconds, 3)
    return Played(seats, ranks, scores, reason, len(match.moves), seconds), match.moves
