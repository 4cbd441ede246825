"""The colours of all games: never shown by hue alone, each has its own symbol."""

from typing import NamedTuple


class Colour(NamedTuple):
    """A symbol to tell it by, and a style for terminals that have colours."""

    symbol: str
    style: str


COLOURS = {
    "R": Colour("♥", "bold red"),
    "Y": Colour("★", "bold yellow"),
    "G": Colour("♣", "bold green"),
    "B": Colour("◆", "bold blue"),
    "V": Colour("●", "bold magenta"),
    "K": Colour("■", "bold"),
}


def paint(letter: str, text: str) -> str:
    """Text in a colour, with its symbol before it, as rich markup.

    >>> paint("R", "5")
    '[bold red]♥5[/]'
    """
    colour = COLOURS[letter]
    return f"[{colour.style}]{colour.symbol}{text}[/]"
