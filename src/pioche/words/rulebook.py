"""The players' rulebook pages: Markdown with a clause id before every rule."""

import re
from functools import cache
from importlib.resources import files

from pioche.core.game import Game
from pioche.words import choose_translation

CLAUSE_PATTERN = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.+)$", re.MULTILINE)


class Rulebook:
    """The rulebook of a game in one language."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.clauses: dict[str, str] = dict(CLAUSE_PATTERN.findall(text))

    @staticmethod
    @cache
    def load(game: Game, lang: str) -> "Rulebook":
        """The rulebook of a game; in English where the game has no other."""
        found = choose_translation(game, "rulebook", f"{lang}.md", lang)
        path = files(game.package).joinpath("rulebook", f"{found}.md")
        return Rulebook(path.read_text(encoding="utf-8"))

    def find_clause(self, id: str) -> str:
        """The text of a clause; ids may be written in small letters."""
        try:
            return self.clauses[id.upper()]
        except KeyError:
            first, *_, last = self.clauses
            raise ValueError(f"no clause {id!r}; they are {first} to {last}") from None
