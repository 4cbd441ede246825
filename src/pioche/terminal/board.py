"""The table on the screen: cards that can be looked at and chosen by arrows or mouse."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from pioche.core.table import Cell, Row
from pioche.terminal.layout import FREE, LEGAL, NORMAL, Layout, Look, Spot, best_layout

AROUND = 3  # lines of the screen that belong to status, message and keys
LEAST_BELOW = 3  # lines that the moves and the log need


class Board(Widget, can_focus=True):
    """Draws the rows of a game's board; knows which cell is where."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Looked(Message):
        """The cursor has come to a cell."""

        def __init__(self, cell: Cell | None) -> None:
            super().__init__()
            self.cell = cell

    class Chosen(Looked):
        """A cell was chosen."""

        cell: Cell

    class Left(Message):
        """The cursor wants to go on below the table."""

    def __init__(self, still: bool = False) -> None:
        super().__init__()
        self.can_focus = not still  # a table that is only looked at
        self.rows: Sequence[Row] = ()
        self.look: Look = lambda _: NORMAL
        self.cursor: int | None = None
        self.layout_now = Layout(80)
        self.laid_out: tuple[int, int, int | None] | None = None  # what the layout was made for

    def show(self, rows: Sequence[Row], look: Look) -> None:
        """Show another table; the cursor stays on the same move where that still lies there."""
        before = self.cell
        self.rows, self.look, self.laid_out = rows, look, None
        self.lay_out(self.size)
        self.cursor = self.find(before) if before else None
        self.refresh(layout=True)

    def find(self, cell: Cell) -> int | None:
        """The spot of the cell that stands for the same, or what is nearest to where it was."""
        spots = self.layout_now.spots
        for number, spot in enumerate(spots):
            if spot.cell.moves[0] == cell.moves[0]:
                return number
        return min(self.cursor or 0, len(spots) - 1) if spots else None

    @property
    def cell(self) -> Cell | None:
        """What is under the cursor."""
        spots = self.layout_now.spots
        return spots[self.cursor].cell if self.cursor is not None and spots else None

    def lay_out(self, size: Size) -> None:
        """Lay everything out for a size."""
        cursor = self.cursor if self.has_focus else None
        asked = (size.width or 80, self.room(), cursor)
        if asked != self.laid_out:
            width, height, _ = self.laid_out = asked
            self.layout_now = best_layout(self.rows, width, height, self.look, cursor)

    def room(self) -> int:
        """How many lines the table may take."""
        return max(3, self.screen.size.height - AROUND - LEAST_BELOW)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the table is, as long as there is room for the rest."""
        self.lay_out(Size(width, 0))
        return min(len(self.layout_now.lines), self.room())

    def render(self) -> Text:
        """The lines."""
        self.lay_out(self.size)
        text = Text("\n").join(self.layout_now.lines)
        text.no_wrap = True
        return text

    # -- cursor and mouse ----------------------------------------------------------------

    def on_focus(self) -> None:
        """Begin at the last card of the table: that is where one's own hand is."""
        if self.cursor is None or self.cursor >= len(self.layout_now.spots):
            self.cursor = self.first()
        self.looked()

    def first(self) -> int | None:
        """The first cell with a legal move, else any."""
        spots = self.layout_now.spots
        legal = [i for i, spot in enumerate(spots) if self.look(spot.cell) in (LEGAL, FREE)]
        return legal[0] if legal else len(spots) - 1 if spots else None

    def on_blur(self) -> None:
        """The cursor is not shown elsewhere."""
        self.refresh()

    def action_go(self, dx: int, dy: int) -> None:
        """To the nearest cell in a direction; beyond the last line, to the moves."""
        spots = self.layout_now.spots
        if self.cursor is None or self.cursor >= len(spots):
            self.cursor = self.first()
        else:
            target = nearest(spots, spots[self.cursor], dx, dy)
            if target is None and dy > 0:
                self.post_message(self.Left())
                return
            self.cursor = self.cursor if target is None else target
        self.looked()

    def looked(self) -> None:
        """Tell what is under the cursor."""
        self.refresh()
        self.post_message(self.Looked(self.cell))

    def action_choose(self) -> None:
        """Choose what is under the cursor."""
        if self.cell is not None:
            self.post_message(self.Chosen(self.cell))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked on."""
        point = event.get_content_offset(self)
        if point is None:
            return
        for number, spot in enumerate(self.layout_now.spots):
            if spot.holds(point.x, point.y):
                self.cursor = number
                self.refresh()
                self.post_message(self.Chosen(spot.cell))
                return


def nearest(spots: Sequence[Spot], here: Spot, dx: int, dy: int) -> int | None:
    """The spot to go to from one in a direction: near, and rather straight ahead."""
    best, found = float("inf"), None
    x, y = here.middle
    for number, spot in enumerate(spots):
        ahead = (spot.middle[0] - x) * dx + (spot.middle[1] - y) * dy
        aside = abs((spot.middle[0] - x) * dy) + abs((spot.middle[1] - y) * dx)
        if ahead > 0 and (not dx or aside < 2) and ahead + 3 * aside < best:
            best, found = ahead + 3 * aside, number
    return found
