"""The table that `make bench-rl` prints."""

import math
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Line(NamedTuple):
    """A line of the table. Without a goal it is for information."""

    what: str
    players: int
    rate: float  # decisions a second
    ratio: float | None = None
    goal: float | None = None  # of the ratio; where there is none, of the rate

    @property
    def met(self) -> bool:
        """Whether there is nothing to complain about."""
        return self.goal is None or (self.ratio or self.rate) >= self.goal

    def cells(self) -> list[str]:
        """As the table shows it."""
        ratio = "" if self.ratio is None else times(self.ratio)
        goal, mark = "", ""
        if self.goal is not None:
            goal = f"{self.goal:,.0f}" + ("" if self.ratio is None else "×")
            mark = "[green]✓[/]" if self.met else "[red]✗[/]"
        return [self.what, str(self.players), f"{self.rate:,.0f}", ratio, goal, mark]


def times(ratio: float) -> str:
    """A ratio, never rounded up: what misses its goal must not look as if it did not."""
    return f"{math.floor(ratio * 10) / 10:.1f}×" if ratio >= 1 else f"{ratio:.2g}×"


def show(parts: dict[str, list[Line]]) -> None:
    """The table, what was done for it, and how to repeat it."""
    table = empty_table()
    for title, lines in parts.items():
        if not lines:
            continue  # it said why
        table.add_row(f"[bold]{title}[/]")
        for line in lines:
            table.add_row(*line.cells())
        table.add_section()
    console = Console(width=max(100, Console().width))
    console.print(table)
    console.print("Observations and masks are filled at every decision, on both sides.")
    console.print(
        "Goals, VectorEnv and OpenSpiel: best of several runs in turns. pgx: best of several,"
    )
    console.print("by itself, without compiling. The other games by PettingZoo's benchmark: once.")
    console.print("These numbers can be repeated: make bench-rl")


def empty_table() -> Table:
    """Its columns."""
    table = Table(title="Random play on one core")
    for name in ("what", "players", "decisions/s", "ratio", "goal", ""):
        table.add_column(name, justify="left" if name == "what" else "right")
    return table
