"""Where everything on the table goes."""

import pytest

from pioche.core.views.board import Cell, Row, build_card_row, build_text_row
from pioche.terminal.names import make_printable
from pioche.terminal.widgets.layout import (
    BOXED,
    FLAT,
    ILLEGAL,
    LARGE,
    LEGAL,
    NORMAL,
    Layout,
    choose_layout,
)
from pioche.terminal.widgets.move_list import is_number


def plain(layout: Layout) -> list[str]:
    return [line.plain for line in layout.lines]


HAND = build_card_row(
    "Hand", [Cell("♥ 5", ("play R5",), card=True), Cell("★ 7", ("play Y7",), card=True)]
)


def test_cards_are_drawn_as_cards_beside_their_label() -> None:
    assert plain(Layout(40, BOXED).add([HAND])) == [
        "     ╭───╮ ╭───╮",
        "Hand │♥ 5│ │★ 7│",
        "     ╰───╯ ╰───╯",
    ]


def test_what_can_be_played_shows_by_its_frame_and_not_by_colour_alone() -> None:
    looks = {"play R5": LEGAL, "play Y7": ILLEGAL}
    layout = Layout(40, BOXED, lambda cell: looks[cell.moves[0]]).add([HAND])
    assert plain(layout)[1] == "Hand ┃♥ 5┃ ┆★ 7┆"
    flat = Layout(40, FLAT, lambda cell: looks[cell.moves[0]]).add([HAND])
    assert plain(flat) == ["Hand [♥ 5] (★ 7)"]


def test_what_does_not_fit_goes_on_below_the_first_card() -> None:
    assert plain(Layout(11, FLAT).add([HAND])) == ["Hand [♥ 5]", "     [★ 7]"]


def test_a_row_can_be_told_how_long_its_lines_are() -> None:
    row = Row([Cell(str(n), (f"grab {n}",)) for n in range(5)], most=2)
    assert plain(Layout(80, FLAT).add([row])) == ["0 1", "2 3", "4"]


@pytest.mark.parametrize("size", [FLAT, BOXED, LARGE])
def test_every_cell_with_moves_is_found_where_it_is_drawn(size: int) -> None:
    layout = Layout(30, size).add([build_text_row("above"), HAND])
    assert [spot.cell.moves[0] for spot in layout.spots] == ["play R5", "play Y7"]
    for spot in layout.spots:
        middle = spot.y + spot.height // 2
        drawn = layout.lines[middle].plain[spot.x : spot.x + spot.width]
        assert spot.cell.face in drawn
        assert spot.contains(spot.x, spot.y)
        assert not spot.contains(spot.x + spot.width, spot.y)


def test_cards_shrink_before_anything_is_left_out() -> None:
    rows = [build_text_row("a"), build_text_row(""), HAND, build_text_row("")]
    heights = [
        len(choose_layout(rows, 40, h, lambda _: NORMAL, None).lines) for h in (20, 6, 4, 3, 2)
    ]
    assert heights == [8, 6, 4, 2, 2]


def test_the_cursor_is_seen_without_colours() -> None:
    layout = Layout(40, FLAT, cursor_spot=1).add([HAND])
    (text,) = layout.lines
    reversed = [span for span in text.spans if "reverse" in str(span.style)]
    assert {text.plain[span.start : span.end] for span in reversed} == {"[★ 7]"}


def test_a_table_is_also_a_line_of_text() -> None:
    assert HAND.text == "Hand \\[♥ 5] \\[★ 7]"
    assert is_number(["-4"])
    assert not is_number(["R4"])
    assert make_printable("a\nb") == "a?b"
