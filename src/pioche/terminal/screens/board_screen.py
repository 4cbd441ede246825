"""A screen that says so when it does not fit."""

from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import Static

from pioche.terminal.widgets.board import FRAME_LINES, MIN_LINES_BELOW, Board

Answer = TypeVar("Answer")
MIN_WIDTH = 60


class BoardScreen(Screen[Answer]):
    """A screen with a board; what is too small for it is covered with a word about that."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]

    def compose_too_small(self, sentence: str) -> ComposeResult:
        """What lies over everything when there is too little room; to be composed last."""
        self.too_small_text = sentence
        with Middle(id="small"), Center():
            yield Static(id="need")

    def check_room(self) -> None:
        """Cover the screen, or not."""
        lines = len(self.query_one(Board).current_layout.lines)
        need = lines + FRAME_LINES + MIN_LINES_BELOW
        small = self.size.width < MIN_WIDTH or self.size.height < need
        self.set_class(small, "-small")
        if small:
            said = self.too_small_text.format(width=MIN_WIDTH, height=need)
            self.query_one("#need", Static).update(said)

    def on_resize(self) -> None:
        """Once everything has found its place."""
        self.call_after_refresh(self.check_room)
