"""What the page says of a game is what the engine says: the same sentences, word for word."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from cases import games
from test_words import NAMES, everything_said

import pioche
from pioche.words import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
sys.path.insert(0, str(ROOT))

from tools.wheel.page import fetch_tools  # noqa: E402


def sentences(game: pioche.Game, lang: str) -> list[dict[str, Any]]:
    """Everything that was said, as the page is told it and as the engine says it."""
    words, said = Words.load(game, lang), everything_said(game)
    about = {"game": game.id, "lang": lang, "names": NAMES}
    events = [
        about | {"event": event, "said": words.say_event(event, NAMES)} for event in said["events"]
    ]
    moves = [about | {"move": move, "said": words.say_move(move, NAMES)} for move in said["moves"]]
    return events + moves


def test_the_page_says_what_the_engine_says(tmp_path: Path) -> None:
    cases = [case for game in games() for lang in LANGUAGES for case in sentences(game, lang)]
    path = tmp_path / "said.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    node = fetch_tools(WEB)
    command = [
        node,
        str(WEB / "node_modules" / "vitest" / "vitest.mjs"),
        "run",
        "src/lib/said.test.ts",
    ]
    environment = {**os.environ, "PIOCHE_SAID": str(path)}
    done = subprocess.run(
        command, cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout
