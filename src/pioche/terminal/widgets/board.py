"""The table on the screen: cards that can be looked at and chosen by arrows or mouse."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from pioche.core.views.board import Cell, Row
from pioche.terminal.widgets.layout import (
    FREE,
    LEGAL,
    NORMAL,
    Layout,
    MarkFunction,
    Spot,
    choose_layout,
)

FRAME_LINES = 3  # lines of the screen that belong to status, message and keys
MIN_LINES_BELOW = 3  # lines that the moves and the log need


class Board(Widget, can_focus=True):
    """Draws the rows of a game's board; knows which cell is where."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class CursorMoved(Message):
        """The cursor has come to a cell."""

        def __init__(self, cell: Cell | None) -> None:
            super().__init__()
            self.cell = cell

    class CellChosen(CursorMoved):
        """A cell was chosen."""

        cell: Cell

    class ExitedBelow(Message):
        """The cursor wants to go on below the table."""

    def __init__(self, still: bool = False) -> None:
        super().__init__()
        self.can_focus = not still  # a table that is only looked at
        self.rows: Sequence[Row] = ()
        self.mark_of: MarkFunction = lambda _: NORMAL
        self.cursor: int | None = None
        self.current_layout = Layout(80)
        self.layout_key: tuple[int, int, int | None] | None = None  # what the layout was made for

    def show_rows(self, rows: Sequence[Row], look: MarkFunction) -> None:
        """Show another table; the cursor stays on the same move where that still lies there."""
        before = self.cell
        self.rows, self.mark_of, self.layout_key = rows, look, None
        self.lay_out(self.size)
        self.cursor = self.find_spot(before) if before else None
        self.refresh(layout=True)

    def find_spot(self, cell: Cell) -> int | None:
        """The spot of the cell that stands for the same, or what is nearest to where it was."""
        spots = self.current_layout.spots
        for number, spot in enumerate(spots):
            if spot.cell.moves[0] == cell.moves[0]:
                return number
        return min(self.cursor or 0, len(spots) - 1) if spots else None

    @property
    def cell(self) -> Cell | None:
        """What is under the cursor."""
        spots = self.current_layout.spots
        return spots[self.cursor].cell if self.cursor is not None and spots else None

    def lay_out(self, size: Size) -> None:
        """Lay everything out for a size."""
        cursor = self.cursor if self.has_focus else None
        asked = (size.width or 80, self.compute_max_lines(), cursor)
        if asked != self.layout_key:
            width, height, _ = self.layout_key = asked
            self.current_layout = choose_layout(self.rows, width, height, self.mark_of, cursor)

    def compute_max_lines(self) -> int:
        """How many lines the table may take."""
        return max(3, self.screen.size.height - FRAME_LINES - MIN_LINES_BELOW)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the table is, as long as there is room for the rest."""
        self.lay_out(Size(width, 0))
        return min(len(self.current_layout.lines), self.compute_max_lines())

    def render(self) -> Text:
        self.lay_out(self.size)
        text = Text("\n").join(self.current_layout.lines)
        text.no_wrap = True
        return text

    # -- cursor and mouse ----------------------------------------------------------------

    def on_focus(self) -> None:
        """Begin at the last card of the table: that is where one's own hand is."""
        if self.cursor is None or self.cursor >= len(self.current_layout.spots):
            self.cursor = self.find_first_spot()
        self.post_cursor_moved()

    def find_first_spot(self) -> int | None:
        """The first cell with a legal move, else any."""
        spots = self.current_layout.spots
        legal = [i for i, spot in enumerate(spots) if self.mark_of(spot.cell) in (LEGAL, FREE)]
        return legal[0] if legal else len(spots) - 1 if spots else None

    def on_blur(self) -> None:
        """The cursor is not shown elsewhere."""
        self.refresh()

    def action_go(self, dx: int, dy: int) -> None:
        """To the nearest cell in a direction; beyond the last line, to the moves."""
        spots = self.current_layout.spots
        if self.cursor is None or self.cursor >= len(spots):
            self.cursor = self.find_first_spot()
        else:
            target = find_nearest(spots, spots[self.cursor], dx, dy)
            if target is None and dy > 0:
                self.post_message(self.ExitedBelow())
                return
            self.cursor = self.cursor if target is None else target
        self.post_cursor_moved()

    def post_cursor_moved(self) -> None:
        """Tell what is under the cursor."""
        self.refresh()
        self.post_message(self.CursorMoved(self.cell))

    def action_choose(self) -> None:
        """Choose what is under the cursor."""
        if self.cell is not None:
            self.post_message(self.CellChosen(self.cell))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked on."""
        point = event.get_content_offset(self)
        if point is None:
            return
        for number, spot in enumerate(self.current_layout.spots):
            if spot.contains(point.x, point.y):
                self.cursor = number
                self.refresh()
                self.post_message(self.CellChosen(spot.cell))
                return


def find_nearest(spots: Sequence[Spot], here: Spot, dx: int, dy: int) -> int | None:
    """The spot to go to from one in a direction: near, and rather straight ahead."""
    best, found = float("inf"), None
    x, y = here.centre
    for number, spot in enumerate(spots):
        ahead = (spot.centre[0] - x) * dx + (spot.centre[1] - y) * dy
        aside = abs((spot.centre[0] - x) * dy) + abs((spot.centre[1] - y) * dx)
        if ahead > 0 and (not dx or aside < 2) and ahead + 3 * aside < best:
            best, found = ahead + 3 * aside, number
    return found
