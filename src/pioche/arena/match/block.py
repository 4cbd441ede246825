"""Plays a block: one deal, with the line-up turned round the table."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from pioche.arena.fault import Fault, Offence
from pioche.arena.lineup import deduplicate, is_outside
from pioche.arena.match.game import ArenaGame
from pioche.arena.match.game_result import Block, GameResult, SeatAction, ThinkTime
from pioche.arena.match.schedule import bot_rng, build_seatings, shuffle_rng
from pioche.arena.outside_bots.process import defer_signals
from pioche.arena.outside_bots.program import OutsideBot
from pioche.arena.settings import MatchSettings
from pioche.core.bot import Bot, Choice, Knowledge
from pioche.core.rng import Rng

LOST_BY_RULE = "lost-by-rule"


class TimedBot:
    """A bot at a seat, with somebody looking at the clock and minding who offends."""

    def __init__(self, bot: Bot, think: ThinkTime) -> None:
        self.bot = bot
        self.think_time = think

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """What the bot chooses."""
        start = perf_counter()
        try:
            return self.bot.choose(knowledge, rng)
        except Offence as offence:
            offence.seat = knowledge.seat
            raise
        finally:
            taken = perf_counter() - start
            self.think_time.add(ThinkTime(1, taken, taken))


class BlockPlayers:
    """The players of a block. Those from outside keep their programs from game to game.

    They are started anew for each block, so that what one remembers of the games before
    can't depend on who played which block.
    """

    def __init__(self, settings: MatchSettings, logs: Path | None) -> None:
        self.settings = settings
        self.names = deduplicate(settings.bots)
        self.think_times = tuple(ThinkTime() for _ in self.names)
        self.outside_bots = {
            player: OutsideBot(settings, bot, self.log_path(bot, logs))
            for player, bot in enumerate(settings.bots)
            if is_outside(bot)
        }

    def log_path(self, bot: str, logs: Path | None) -> Path | None:
        """Where the words go that a bot says aside."""
        return None if logs is None else logs / f"stderr-{self.names.index(bot)}.txt"

    def bot_number(self, player: int) -> int:
        """The number of a player's bot."""
        return self.names.index(self.settings.bots[player])

    def seat_bots(self, players: Sequence[int], lucks: Sequence[Rng]) -> list[Bot]:
        """The bots of a game, seat by seat."""
        bots: list[Bot] = []
        for seat, player in enumerate(players):
            outsider = self.outside_bots.get(player)
            if outsider is not None:
                outsider.sit(seat, lucks[seat])
            bot = outsider or self.settings.make_own_bot(self.settings.bots[player])
            bots.append(TimedBot(bot, self.think_times[self.bot_number(player)]))
        return bots

    def end_game(self, outcome: dict[str, Any], offender: int | None) -> None:
        """Tell everybody how the game ended; who offended is shown out."""
        for player, outsider in self.outside_bots.items():
            if player == offender:
                outsider.kill()
            else:
                outsider.end_game(outcome)

    def close(self) -> None:
        with defer_signals():
            for outsider in self.outside_bots.values():
                outsider.close()


def play_block(settings: MatchSettings, deal: int, logs: Path | None = None) -> Block:
    """All games of a deal. Depends on the settings and the deal alone, wherever it runs."""
    crew = BlockPlayers(settings, logs)
    try:
        tables = enumerate(build_seatings(settings.bots, settings.seed, deal))
        games = [play_game(crew, deal, rotation, players) for rotation, players in tables]
        played, moves = zip(*games, strict=True)
        return Block(deal, played, crew.think_times, moves)
    finally:
        crew.close()


def play_game(
    crew: BlockPlayers, deal: int, rotation: int, players: Sequence[int]
) -> tuple[GameResult, list[SeatAction]]:
    """One game and its moves, to its end or until somebody loses it by rule."""
    settings, seats = crew.settings, tuple(map(crew.bot_number, players))
    lucks = [bot_rng(settings.seed, deal, rotation, seat) for seat in range(len(players))]
    state = settings.game.new(len(players), **settings.options)
    bots = crew.seat_bots(players, lucks)
    watchers = {s: crew.outside_bots[p] for s, p in enumerate(players) if p in crew.outside_bots}
    match = ArenaGame(state, bots, lucks, lambda n: shuffle_rng(settings.seed, deal, n), watchers)
    try:
        match.play()
    except Offence as offence:
        fault = Fault.of(offence)
        ranks = fault.build_ranks(len(players))
        crew.end_game({"ranks": ranks, "scores": None, "reason": LOST_BY_RULE}, players[fault.seat])
        return GameResult(seats, ranks, None, None, len(match.moves), None, fault), match.moves
    ranks, scores, reason = state.outcome()
    crew.end_game({"ranks": ranks, "scores": scores, "reason": reason}, None)
    seconds = None if match.seconds is None else round(match.seconds, 3)
    return GameResult(seats, ranks, scores, reason, len(match.moves), seconds), match.moves
