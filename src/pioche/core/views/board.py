"""The table as it can be drawn: rows of cells, each with the moves it stands for."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """Something on the table: how it looks, as rich markup, and the moves it stands for.

    Moves are texts, the most obvious first; whether one is legal is for the rules to say.
    """

    face: str
    moves: Sequence[str] = ()
    card: bool = False  # drawn as a card where there is room


class Row(NamedTuple):
    """Cells side by side; what does not fit goes on in the next line."""

    cells: Sequence[Cell]
    most: int = 0  # cells in a line; 0: as many as fit

    @property
    def text(self) -> str:
        """The row as one line of markup."""
        return " ".join(f"\\[{c.face}]" if c.card else c.face for c in self.cells)


def build_text_row(face: str, moves: Sequence[str] = ()) -> Row:
    """A row that is one text."""
    return Row((Cell(face, moves),))


def build_card_row(label: str, faces: Iterable[Cell]) -> Row:
    """A row of cards behind a label; a dash where there are none.

    >>> build_card_row("Hand", []).text
    'Hand –'
    """
    found = tuple(faces)
    return Row((Cell(label), *(found or (Cell("–"),))))
