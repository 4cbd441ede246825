"""The table as a picture: what a terminal would show, as pixels."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from pioche.core.game import Game
from pioche.core.schema import View
from pioche.rl.render.text_rendering import WIDTH, list_agents
from pioche.words import Words

FONT_SIZE = 16  # of the letters, in pixels
LINE_HEIGHT = 22
MARGIN = 14
PAPER, INK, FAINT = (250, 248, 243), (34, 34, 40), (140, 138, 132)
INKS = {
    "red": (192, 28, 48),
    "yellow": (150, 104, 0),
    "green": (12, 120, 66),
    "blue": (24, 88, 190),
    "magenta": (132, 44, 150),
    "cyan": (0, 112, 128),
}
LINE_COUNT = 20  # every picture of a game has the same size, so that they make a film


def draw_picture(game: Game, view: View) -> NDArray[np.uint8]:
    """A view of the table, height × width × 3."""
    image = Image.new(
        "RGB", (2 * MARGIN + WIDTH * letter_width(), 2 * MARGIN + LINE_COUNT * LINE_HEIGHT), PAPER
    )
    draw = ImageDraw.Draw(image)
    for number, segments in enumerate(render_lines(game, view)):
        draw_line(draw, segments, MARGIN + number * LINE_HEIGHT)
    return np.asarray(image)


def render_lines(game: Game, view: View) -> Iterator[list[Segment]]:
    """The lines of the table, each in pieces of one style."""
    console = Console(width=WIDTH, color_system="standard", force_terminal=True)
    for row in game.build_board(view, list_agents(view), Words.load(game, "en").texts):
        yield from console.render_lines(row.text, pad=False)


def draw_line(draw: Any, segments: list[Segment], top: int) -> None:
    left = MARGIN
    for segment in segments:
        for letter in segment.text:
            draw_letter(draw, letter, (left, top), segment.style or Style())
            left += letter_width()


def draw_letter(draw: Any, letter: str, place: tuple[int, int], style: Style) -> None:
    """A letter in its cell; bold is drawn twice, side by side."""
    ink, paper = choose_ink(style), None
    if style.reverse:
        ink, paper = PAPER, ink
    left, top = place
    if paper is not None:
        draw.rectangle((left, top, left + letter_width() - 1, top + LINE_HEIGHT - 2), paper)
    for shift in (0, 1) if style.bold else (0,):
        draw.text((left + shift, top), letter, ink, load_font())


def choose_ink(style: Style) -> tuple[int, int, int]:
    """The colour of a style, dark enough on paper."""
    if style.dim:
        return FAINT
    return INK if style.color is None else INKS.get(style.color.name, INK)


@cache
def load_font() -> ImageFont.FreeTypeFont:
    """The letters, which come with the package."""
    letters = (files("pioche.rl.render") / "fonts" / "DejaVuSansMono.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(letters), FONT_SIZE)


@cache
def letter_width() -> int:
    """How far it is from letter to letter."""
    return round(load_font().getlength("M"))
