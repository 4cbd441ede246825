"""The ladder of a game: how much stronger each level is than the one below."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from rich.table import Table

from pioche.arena.match.game_result import GameResult
from pioche.arena.results.ratings import Rating, Ratings
from pioche.arena.results.standing import BotStanding, share_to_json
from pioche.arena.results.standing_table import format_decimal, format_interval, format_percent
from pioche.arena.workers.runner import MatchRun
from pioche.core.bot import LEVELS

TOGETHER = "together"
CLEAR, LOST, OPEN = "✓", "✗", "?"


def build_lineups(players: int) -> dict[str, tuple[str, ...]]:
    """The line-ups: each level at a table of the one below, and all together at four."""
    found = {
        f"{upper}-{lower}": (upper, *[lower] * (players - 1)) for lower, upper in pairwise(LEVELS)
    }
    if players == len(LEVELS):
        found[TOGETHER] = tuple(reversed(LEVELS))
    return found


@dataclass
class Ladder:
    """The matches of a ladder, as far as they were played."""

    runs: Mapping[str, MatchRun]

    def __post_init__(self) -> None:
        self.standings = {name: run.build_standing() for name, run in self.runs.items()}

    def standing_against_below(self, level: str) -> BotStanding | None:
        """How a level did at a table of the level below."""
        for name, standing in self.standings.items():
            if name != TOGETHER and standing.settings.bots[0] == level:
                return standing[level]
        return None

    def standing_together(self, level: str) -> BotStanding | None:
        """How a level did when all played together."""
        return self.standings[TOGETHER][level] if TOGETHER in self.standings else None

    def compute_ratings(self) -> dict[str, Rating]:
        """One rating for each level, from the games of all matches in turn."""
        ratings = Ratings(len(LEVELS))
        for names, game in self.interleave_games():
            ratings.add([LEVELS.index(names[bot]) for bot in game.seats], game.ranks)
        return dict(zip(LEVELS, ratings.bots, strict=True))

    def interleave_games(self) -> Iterator[tuple[list[str], GameResult]]:
        """The games of all matches, taking turns, so that none weighs more for being last."""
        lists = [
            [
                ([line.bot for line in standing.bot_standings], game)
                for _, block in sorted(self.runs[name].blocks.items())
                for game in block.games
            ]
            for name, standing in self.standings.items()
        ]
        for turn in zip_longest(*lists):
            yield from filter(None, turn)

    def to_json(self) -> dict[str, Any]:
        """The ladder, weakest level first."""
        ratings = self.compute_ratings()
        return {
            level: {
                "rating": {"mu": ratings[level][0], "sigma": ratings[level][1]},
                "against_the_level_below": self.standing_to_json(
                    self.standing_against_below(level)
                ),
                "together": self.standing_to_json(self.standing_together(level)),
            }
            for level in LEVELS
        }

    def standing_to_json(self, line: BotStanding | None) -> dict[str, float] | None:
        """What a match says about a level."""
        return None if line is None else share_to_json(line.share)

    def build_table(self, words: Mapping[str, Any], names: Mapping[str, Any]) -> Table:
        """The ladder on the screen, strongest level on top."""
        heads, ratings = words["ladder"], self.compute_ratings()
        shown = Table(box=None, pad_edge=False, header_style="bold")
        shown.add_column(heads["level"])
        for head in ("rating", "below", "clear", TOGETHER):
            if head != TOGETHER or TOGETHER in self.standings:
                shown.add_column(heads[head], justify="right")
        for level in reversed(LEVELS):
            mu, sigma = (format_decimal(number, 1, words) for number in ratings[level])
            cells = [
                names[level]["name"],
                f"{mu} ± {sigma}",
                self.format_share(self.standing_against_below(level), words),
            ]
            cells += [
                self.format_verdict(level),
                self.format_share(self.standing_together(level), words),
            ]
            shown.add_row(*cells[: len(shown.columns)])
        return shown

    def format_share(self, line: BotStanding | None, words: Mapping[str, Any]) -> str:
        """A share and its interval."""
        if line is None or not line.share.blocks:
            return "–"
        return f"{format_percent(line.share.mean, words)} ({format_interval(line.share, words)})"

    def format_verdict(self, level: str) -> str:
        """Whether a level is clearly stronger than the one below."""
        line = self.standing_against_below(level)
        if line is None or not line.share.blocks:
            return ""
        low, high = line.share.interval()
        even = 1 / len(line.seat_shares)
        return CLEAR if low > even else LOST if high < even else OPEN
