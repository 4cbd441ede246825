"""Draws play.svg, the picture of the terminal in the README: `make picture`."""

import asyncio
import re
from pathlib import Path

import pioche
from pioche.terminal.app import PiocheApp
from pioche.terminal.play.local_game import GameSetup

FILE = Path(__file__).parent / "play.svg"
MOVES = 8


async def main() -> None:
    """Play a few moves of a game and keep what the terminal shows."""
    game = pioche.games["gap"]
    seating = GameSetup(game, ["regular"] * 3, {}, "en", "Zoé", seed=5)
    app = PiocheApp("en", seating, pace="none", now=lambda: 0.0)
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(MOVES):
            await pilot.pause(0.2)
            await pilot.press("enter")
        await pilot.pause(0.2)
        await pilot.press("s", "s", "right", "right")
        await pilot.pause(0.2)
        svg = app.export_screenshot(title="pioche play gap")
    # No font is fetched from anywhere: a reader's own monospace one will do.
    FILE.write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
