"""What happened, in words, the newest last."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.widgets import RichLog


class GameLog(RichLog, can_focus=False):
    """The log; it follows what happens unless one has scrolled back."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(wrap=True, min_width=20, id=id)
        self.shown_lines: list[str] = []

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these lines; only what is new is written where they go on from before."""
        known = len(self.shown_lines)
        if list(lines[:known]) != self.shown_lines:
            self.clear()
            known = 0
        for line in lines[known:]:
            self.write(Text(f"· {line}"), scroll_end=True)
        self.shown_lines = list(lines)

    def on_resize(self, event: events.Resize) -> None:
        """Lines are broken anew for another width."""
        super().on_resize(event)
        lines, self.shown_lines = self.shown_lines, []
        self.clear()
        self.show_lines(lines)
