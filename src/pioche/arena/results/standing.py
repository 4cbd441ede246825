"""The standing of a match: what the games say about each bot."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pioche.arena.match.game_result import Block, GameResult, ThinkTime
from pioche.arena.results.ratings import Rating, Ratings
from pioche.arena.results.stats import Share
from pioche.arena.settings import MatchSettings


@dataclass
class BotStanding:
    """What the games say about one bot. Shares are per seat, so 1/players is an even share."""

    bot: str
    players: int  # of the line-up
    seat_shares: list[Share]  # its share of the win at each seat
    share: Share
    ranks: Share = field(default_factory=Share)
    scores: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    think_time: ThinkTime = field(default_factory=ThinkTime)
    rating: Rating = (25.0, 25 / 3)

    @property
    def mean_score(self) -> float | None:
        """Of the games that were not lost by rule; None where there are none."""
        games = self.scores.total()
        return sum(s * n for s, n in self.scores.items()) / games if games else None

    def to_json(self) -> dict[str, Any]:
        """All but the think times, which no two runs have the same."""
        return {
            "bot": self.bot,
            "players": self.players,
            "win_share": share_to_json(self.share),
            "win_share_by_seat": [share_to_json(seat) for seat in self.seat_shares],
            "mean_rank": self.ranks.mean,
            "mean_score": self.mean_score,
            "scores": {str(score): n for score, n in sorted(self.scores.items())},
            "rating": {"mu": self.rating[0], "sigma": self.rating[1]},
            "lost_by_rule": dict(sorted(self.faults.items())),
        }


def share_to_json(share: Share) -> dict[str, float]:
    """A share and its interval."""
    low, high = share.interval()
    return {"mean": share.mean, "low": low, "high": high}


class Standing:
    """What the blocks of a match add up to; they are added one by one, as they come."""

    def __init__(self, settings: MatchSettings) -> None:
        self.settings = settings
        n = len(settings.bots)
        self.bot_standings = [
            BotStanding(bot, times, [Share() for _ in range(n)], Share(1 / times))
            for bot, times in Counter(settings.bots).items()
        ]
        self.seat_shares = [Share() for _ in range(n)]  # the share of each seat, whoever sits there
        self.blocks = 0
        self.games = 0
        self.moves: Counter[int] = Counter()
        self.seconds: Counter[int] = Counter()  # whole ones, where the game is in real time
        self.reasons: Counter[str] = Counter()
        self.faults: list[tuple[int, GameResult]] = []

    @staticmethod
    def of(settings: MatchSettings, blocks: Iterable[Block]) -> "Standing":
        """The standing after some blocks, in the order of the deals, with ratings."""
        standing = Standing(settings)
        ratings = Ratings(len(standing.bot_standings))
        for block in sorted(blocks, key=lambda block: block.deal):
            standing.add(block)
            for game in block.games:
                ratings.add(game.seats, game.ranks)
        for line, rating in zip(standing.bot_standings, ratings.bots, strict=True):
            line.rating = rating
        return standing

    def __getitem__(self, bot: str) -> BotStanding:
        for line in self.bot_standings:
            if line.bot == bot:
                return line
        raise KeyError(bot)

    @property
    def even(self) -> float:
        """The share of the win of somebody who is as good as the others."""
        return 1 / len(self.settings.bots)

    def add(self, block: Block) -> None:
        self.blocks += 1
        self.games += len(block.games)
        for line, think in zip(self.bot_standings, block.think_times, strict=False):
            line.think_time.add(think)
        self.add_shares(block.games)
        for game in block.games:
            self.add_game(block.deal, game)

    def add_shares(self, games: Iterable[GameResult]) -> None:
        """The shares of the win and the ranks, summed over the block before they count."""
        n = len(self.seat_shares)
        won = [[0.0] * n for _ in self.bot_standings]
        sat = [[0] * n for _ in self.bot_standings]
        ranks = [0] * len(self.bot_standings)
        for game in games:
            for seat, (bot, share) in enumerate(zip(game.seats, game.win_shares, strict=True)):
                won[bot][seat] += share
                sat[bot][seat] += 1
                ranks[bot] += game.ranks[seat]
        for line, w, s, r in zip(self.bot_standings, won, sat, ranks, strict=True):
            line.share.add(sum(w), sum(s))
            line.ranks.add(r, sum(s))
            for seat in range(n):
                line.seat_shares[seat].add(w[seat], s[seat])
        for seat in range(n):
            self.seat_shares[seat].add(sum(w[seat] for w in won), sum(s[seat] for s in sat))

    def add_game(self, deal: int, game: GameResult) -> None:
        """What is counted game by game."""
        self.moves[game.moves] += 1
        if game.seconds is not None:
            self.seconds[round(game.seconds)] += 1
        if game.fault is not None:
            self.faults.append((deal, game))
            self.bot_standings[game.seats[game.fault.seat]].faults[game.fault.kind] += 1
        if game.reason is not None:
            self.reasons[game.reason] += 1
        for bot, score in zip(game.seats, game.scores or (), strict=False):
            self.bot_standings[bot].scores[score] += 1

    def times_to_json(self) -> dict[str, Any]:
        """The think times of each bot, in seconds a move."""
        return {
            line.bot: {"moves": t.moves, "mean": t.mean, "most": t.most}
            for line in self.bot_standings
            for t in [line.think_time]
        }

    def to_json(self) -> dict[str, Any]:
        """The result: the same for the same settings, whatever ran it and wherever."""
        return {
            "settings": self.settings.to_json(),
            "deals": self.blocks,
            "games": self.games,
            "bots": [line.to_json() for line in self.bot_standings],
            "seats": [share_to_json(share) for share in self.seat_shares],
            "moves": {str(n): games for n, games in sorted(self.moves.items())},
            "reasons": dict(sorted(self.reasons.items())),
            "seconds": {str(n): games for n, games in sorted(self.seconds.items())},
        }
