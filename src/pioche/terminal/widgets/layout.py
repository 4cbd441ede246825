"""Where everything on the table goes: rows of cells as lines of text, and which cell is where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rich.text import Text

from pioche.core.views.board import Cell, Row

NORMAL_BOX, LEGAL_BOX, ILLEGAL_BOX = "╭─╮││╰─╯", "┏━┓┃┃┗━┛", "┌┄┐┆┆└┄┘"
NORMAL, LEGAL, ILLEGAL = "normal", "legal", "illegal"
FREE = "free"  # legal too, but one of so many that marking them would mark nothing
BOXES = {NORMAL: NORMAL_BOX, LEGAL: LEGAL_BOX, ILLEGAL: ILLEGAL_BOX}
FLAT, BOXED, LARGE = 0, 1, 2  # how cards are drawn
LARGE_CARD_SPARE_LINES = 8  # lines that must be left over for large cards


class Spot(NamedTuple):
    """A cell with moves, and the rectangle it takes."""

    cell: Cell
    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        """Whether a point lies on it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Its centre; a character is about twice as high as wide."""
        return self.x + self.width / 2, 2 * (self.y + self.height / 2)


MarkFunction = Callable[[Cell], str]


@dataclass
class Layout:
    """The lines of a table in a given width, with cards drawn as cards or just in brackets."""

    width: int
    size: int = BOXED
    mark_of: MarkFunction = field(default=lambda _: NORMAL)
    cursor_spot: int | None = None  # which of the spots has the cursor
    lines: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    def add(self, rows: Sequence[Row]) -> "Layout":
        """Lay out these rows below what is there."""
        for row in rows:
            self.add_row(row)
        return self

    def add_row(self, row: Row) -> None:
        """One row, in as many lines as it needs."""
        drawn = [self.draw(cell) for cell in row.cells]
        indent = 0
        if row.cells and not row.cells[0].moves and len(row.cells) > 1:
            indent = drawn[0][0].cell_len + 1
        start = 0
        while start < len(drawn):
            margin = indent if start else 0
            stop = self.find_line_end(drawn, start, margin, row.most)
            self.add_line(row.cells[start:stop], drawn[start:stop], margin)
            start = stop

    def find_line_end(self, drawn: Sequence[list[Text]], start: int, margin: int, most: int) -> int:
        """Up to which cell a line goes that begins with one."""
        x, stop = margin, start
        while stop < len(drawn) and not (most and stop - start >= most):
            x += drawn[stop][0].cell_len + 1
            if x > self.width + 1 and stop > start:
                break
            stop += 1
        return stop

    def add_line(self, cells: Sequence[Cell], drawn: Sequence[list[Text]], margin: int) -> None:
        """Cells side by side, what is lower stands in the middle."""
        height = max(len(face) for face in drawn)
        top = len(self.lines)
        lines = [Text(" " * margin) for _ in range(height)]
        x = margin
        for cell, face in zip(cells, drawn, strict=True):
            wide = face[0].cell_len
            pad = (height - len(face)) // 2
            if cell.moves:
                chosen = self.cursor_spot == len(self.spots)
                self.spots.append(Spot(cell, x, top + pad, wide, len(face)))
                face = [highlight(part) for part in face] if chosen else face
            for i, text in enumerate(lines):
                inside = pad <= i < pad + len(face)
                text.append_text(face[i - pad] if inside else Text(" " * wide))
                text.append(" ")
            x += wide + 1
        for text in lines:
            text.right_crop(1)
        self.lines += lines

    def draw(self, cell: Cell) -> list[Text]:
        """A cell: a line of text, or a card."""
        face = parse_markup(cell.face)
        look = self.mark_of(cell) if cell.moves else NORMAL
        if not cell.card:
            return [underline(face) if look == LEGAL else face]
        if self.size == LARGE:
            return draw_box(Text(" ").append_text(face).append(" "), look, margin=1)
        return draw_box(face, look) if self.size == BOXED else [draw_brackets(face, look)]


@lru_cache(2000)
def parse_markup(face: str) -> Text:
    """Markup as text; nobody may change it, the same faces are drawn again and again."""
    return Text.from_markup(face)


def underline(text: Text) -> Text:
    """Something that can be chosen."""
    shown, plain = text.copy(), text.plain
    shown.stylize("underline", len(plain) - len(plain.lstrip()), len(plain.rstrip()))
    return shown


def highlight(text: Text) -> Text:
    shown = text.copy()
    shown.stylize("reverse")
    return shown


def choose_frame_style(face: Text, look: str) -> str:
    """The style of a card's frame: that of its face, quiet where it can't be played."""
    style = next((str(span.style) for span in face.spans if span.style), "")
    return {ILLEGAL: "dim", LEGAL: style, NORMAL: style.replace("bold", "")}[look].strip()


def draw_box(face: Text, look: str, margin: int = 0) -> list[Text]:
    """A card of three lines, or more with a margin above and below the face.

    >>> [line.plain for line in draw_box(Text("♥ 5"), NORMAL)]
    ['╭───╮', '│♥ 5│', '╰───╯']
    """
    nw, n, ne, w, e, sw, s, se = list(BOXES[look])
    style, wide = choose_frame_style(face, look), face.cell_len
    middle = Text().append(w, style).append_text(face).append(e, style)
    space = [Text(w + " " * wide + e, style)] * margin
    top, bottom = Text(nw + n * wide + ne, style), Text(sw + s * wide + se, style)
    return [top, *space, middle, *space, bottom]


def draw_brackets(face: Text, look: str) -> Text:
    """A card in one line; one that can't be played stands in rounded brackets."""
    left, right = "()" if look == ILLEGAL else "[]"
    style = choose_frame_style(face, look)
    return Text().append(left, style).append_text(face).append(right, style)


def choose_layout(
    rows: Sequence[Row], width: int, height: int, look: MarkFunction, chosen: int | None
) -> Layout:
    """With cards as large as there is room for, else in brackets, without empty lines at last."""
    layout = Layout(width, LARGE, look, chosen).add(rows)
    if len(layout.lines) <= height - LARGE_CARD_SPARE_LINES:
        return layout
    for size in (BOXED, FLAT) if has_cards(rows) else (FLAT,):
        for some in (rows, remove_empty_rows(rows)):
            layout = Layout(width, size, look, chosen).add(some)
            if len(layout.lines) <= height:
                return layout
    return layout


def has_cards(rows: Sequence[Row]) -> bool:
    """Whether there is anything to draw larger or smaller."""
    return any(cell.card for row in rows for cell in row.cells)


def remove_empty_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows without the empty ones."""
    return [row for row in rows if any(cell.face for cell in row.cells)]
