"""The table as text."""

from rich.console import Console

from pioche.core.game import Game
from pioche.core.schema import View
from pioche.words import Words

WIDTH = 100


def list_agents(view: View) -> list[str]:
    """What the seats are called: as PettingZoo's agents."""
    return [f"player_{p}" for p in range(view["players"])]


def render_text(game: Game, view: View) -> str:
    """A view of the table, line by line."""
    console = Console(width=WIDTH, color_system=None, force_terminal=False)
    with console.capture() as capture:
        for row in game.build_board(view, list_agents(view), Words.load(game, "en").texts):
            console.print(row.text)
    return capture.get()
