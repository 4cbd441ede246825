"""What one sees while a match is played: how far it is, how long still, how the bots stand."""

from collections.abc import Iterable, Iterator, Mapping
from time import monotonic
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from pioche.arena.match.game_result import Block
from pioche.arena.results.standing import Standing
from pioche.arena.results.standing_table import build_table
from pioche.arena.workers.runner import MatchRun

REFRESH_SECONDS = 0.25  # seconds between two pictures on a terminal
LINE_SECONDS = 10.0  # seconds between two lines elsewhere


class Progress:
    """Shows a run on a terminal as a bar and a table, elsewhere as a line now and then."""

    def __init__(self, run: MatchRun, console: Console, words: Mapping[str, Any]) -> None:
        self.run = run
        self.console = console
        self.words = words
        self.standing = Standing(run.settings)
        for block in run.blocks.values():
            self.standing.add(block)
        self.total = run.games
        self.blocks_before = len(run.blocks)
        self.started_at = self.shown_at = monotonic()

    def show_blocks(self, blocks: Iterable[Block]) -> None:
        """Show the blocks as they come."""
        if not self.console.is_terminal:
            for _ in self.count_blocks(blocks, LINE_SECONDS):
                self.console.print(self.format_headline(), highlight=False)
            return
        with Live(
            self.build_picture(), console=self.console, auto_refresh=False, transient=True
        ) as live:
            for _ in self.count_blocks(blocks, REFRESH_SECONDS):
                live.update(self.build_picture(), refresh=True)

    def count_blocks(self, blocks: Iterable[Block], every: float) -> Iterator[None]:
        """Count the blocks; comes up whenever it is time to show something."""
        for block in blocks:
            self.standing.add(block)
            if monotonic() - self.shown_at >= every:
                self.shown_at = monotonic()
                yield

    @property
    def blocks_done(self) -> int:
        """How many blocks there are."""
        return len(self.run.blocks)

    def build_picture(self) -> Group:
        """The bar over the table."""
        grid = Table.grid(padding=(0, 1))
        bar = ProgressBar(total=len(self.run.deals), completed=self.blocks_done, width=40)
        grid.add_row(bar, self.format_headline())
        return Group(grid, build_table(self.standing, self.words, ratings=False))

    def format_headline(self) -> str:
        """How many games of how many, and how long it will still take."""
        games = self.standing.games
        said: str = self.words["progress"].format(
            games=games, total=self.total, left=self.format_time_left()
        )
        return said

    def format_time_left(self) -> str:
        """The time left, going by what this run has done so far."""
        fresh = self.blocks_done - self.blocks_before
        if not fresh:
            return "–"
        seconds = (monotonic() - self.started_at) / fresh * (len(self.run.deals) - self.blocks_done)
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
