"""Draws play.svg, the picture in the README: `make picture`."""

import io
import re
from pathlib import Path

from rich.console import Console

import pioche
from pioche.terminal.play import Play

ANSWERS = ["why play B0", "play Y7"]
FILE = Path(__file__).parent / "play.svg"


def main() -> None:
    """Play a few moves of a game and keep what the terminal shows."""
    console = Console(
        record=True, width=96, highlight=False, file=io.StringIO(), force_terminal=True
    )
    answers = iter(ANSWERS)

    def ask(prompt: str) -> str:
        answer = next(answers, "quit")
        console.print(f"[bold]{prompt}{answer}[/]", highlight=False)
        return answer

    Play(pioche.games["gap"], 3, {}, ask=ask, seed=5, console=console, name="Zoé").run()
    svg = console.export_svg(title="pioche play gap")
    # No font is fetched from anywhere: a reader's own monospace one will do.
    FILE.write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
