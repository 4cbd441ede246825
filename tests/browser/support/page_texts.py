"""The texts of the page, so that tests look for what people read."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pioche
from pioche.words import Words, common_words

ROOT = Path(__file__).parents[3]


@cache
def shell(lang: str) -> Any:
    """The texts of the page itself."""
    own = json.loads((ROOT / "web" / "src" / "words" / f"{lang}.json").read_text("utf-8"))
    return {**own, "levels": common_words(lang)["levels"]}


def said(lang: str, path: str, **params: object) -> str:
    """A text of the page, filled in."""
    text = shell(lang)
    for part in path.split("."):
        text = text[part]
    return str(text).format(**params)


def name_of(game: str, lang: str) -> str:
    """What a game is called."""
    return str(Words.load(pioche.games[game], lang).texts["name"])
