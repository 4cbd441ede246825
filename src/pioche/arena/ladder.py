"""The ladder of a game: how much stronger each level is than the one below."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from rich.table import Table

from pioche.arena.played import Played
from pioche.arena.ratings import Rating, Ratings
from pioche.arena.runner import Run
from pioche.arena.standing import Line, share_json
from pioche.arena.table import decimal, interval, percent
from pioche.core.bot import LEVELS

TOGETHER = "together"
CLEAR, LOST, OPEN = "✓", "✗", "?"


def matches(players: int) -> dict[str, tuple[str, ...]]:
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

    runs: Mapping[str, Run]

    def __post_init__(self) -> None:
        self.standings = {name: run.standing() for name, run in self.runs.items()}

    def rung(self, level: str) -> Line | None:
        """How a level did at a table of the level below."""
        for name, standing in self.standings.items():
            if name != TOGETHER and standing.settings.bots[0] == level:
                return standing[level]
        return None

    def together(self, level: str) -> Line | None:
        """How a level did when all played together."""
        return self.standings[TOGETHER][level] if TOGETHER in self.standings else None

    def ratings(self) -> dict[str, Rating]:
        """One rating for each level, from the games of all matches in turn."""
        ratings = Ratings(len(LEVELS))
        for names, game in self.games():
            ratings.add([LEVELS.index(names[bot]) for bot in game.seats], game.ranks)
        return dict(zip(LEVELS, ratings.bots, strict=True))

    def games(self) -> Iterator[tuple[list[str], Played]]:
        """The games of all matches, taking turns, so that none weighs more for being last."""
        lists = [
            [
                ([line.bot for line in standing.lines], game)
                for _, block in sorted(self.runs[name].blocks.items())
                for game in block.games
            ]
            for name, standing in self.standings.items()
        ]
        for turn in zip_longest(*lists):
            yield from filter(None, turn)

    def to_json(self) -> dict[str, Any]:
        """The ladder, weakest level first."""
        ratings = self.ratings()
        return {
            level: {
                "rating": {"mu": ratings[level][0], "sigma": ratings[level][1]},
                "against_the_level_below": self.line_json(self.rung(level)),
                "together": self.line_json(self.together(level)),
            }
            for level in LEVELS
        }

    def line_json(self, line: Line | None) -> dict[str, float] | None:
        """What a match says about a level."""
        return None if line is None else share_json(line.share)

    def table(self, words: Mapping[str, Any], names: Mapping[str, Any]) -> Table:
        """The ladder on the screen, strongest level on top."""
        heads, ratings = words["ladder"], self.ratings()
        shown = Table(box=None, pad_edge=False, header_style="bold")
        shown.add_column(heads["level"])
        for head in ("rating", "below", "clear", TOGETHER):
            if head != TOGETHER or TOGETHER in self.standings:
                shown.add_column(heads[head], justify="right")
        for level in reversed(LEVELS):
            mu, sigma = (decimal(number, 1, words) for number in ratings[level])
            cells = [names[level]["name"], f"{mu} ± {sigma}", self.said(self.rung(level), words)]
            cells += [self.verdict(level), self.said(self.together(level), words)]
            shown.add_row(*cells[: len(shown.columns)])
        return shown

    def said(self, line: Line | None, words: Mapping[str, Any]) -> str:
        """A share and its interval."""
        if line is None or not line.share.blocks:
            return "–"
        return f"{percent(line.share.mean, words)} ({interval(line.share, words)})"

    def verdict(self, level: str) -> str:
        """Whether a level is clearly stronger than the one below."""
        line = self.rung(level)
        if line is None or not line.share.blocks:
            return ""
        low, high = line.share.interval()
        even = 1 / len(line.seats)
        return CLEAR if low > even else LOST if high < even else OPEN
