"""How a new game is called: for players, in code, in addresses, in its clauses."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

CLAUSE = re.compile(r"^- \*\*([A-Z]+)-1\*\*", re.MULTILINE)
TITLE = re.compile(r"[A-Za-z][A-Za-z0-9]*( [A-Za-z0-9]+)*")
PREFIX = re.compile(r"[A-Z]{2,4}")


class BadName(ValueError):
    """A name that a new game can't have."""


class GameNames(NamedTuple):
    """All names of a game."""

    title: str  # Night Train
    id: str  # night-train
    package: str  # night_train
    camel: str  # NightTrain
    prefix: str  # NT

    @staticmethod
    def from_title(title: str, prefix: str | None, taken: Collection[str]) -> "GameNames":
        """All names from the one that players use; `taken` are the prefixes of other games.

        >>> tuple(GameNames.from_title("Night Train", None, ["NT"]))
        ('Night Train', 'night-train', 'night_train', 'NightTrain', 'NITR')
        """
        title = " ".join(title.split())
        if not TITLE.fullmatch(title):
            raise BadName(
                f"{title!r}: letters and digits in words are needed, such as 'Night Train'"
            )
        words = title.split()
        return GameNames(
            title,
            "-".join(words).lower(),
            "_".join(words).lower(),
            "".join(word[0].upper() + word[1:] for word in words),
            choose_prefix(words, prefix, taken),
        )


def choose_prefix(words: list[str], wish: str | None, taken: Collection[str]) -> str:
    """The wish, or one or two letters of each word, whichever no other game has."""
    if wish is not None:
        if not PREFIX.fullmatch(wish):
            raise BadName(f"prefix {wish!r}: two to four capital letters are needed")
        if wish in taken:
            raise BadName(f"prefix {wish!r}: another game has it ({', '.join(sorted(taken))})")
        return wish
    letters = ["".join(filter(str.isalpha, word)).upper() for word in words]
    guesses = ["".join(word[:n] for word in letters)[:4] for n in (1, 2, 3, 4)]
    for guess in guesses:
        if PREFIX.fullmatch(guess) and guess not in taken:
            return guess
    raise BadName("no free prefix for the clauses was found; give one with PREFIX=…")


def list_clause_prefixes(games: Path) -> set[str]:
    """The prefixes that games have by now."""
    books = games.glob("*/rulebook/en.md")
    return {prefix for book in books for prefix in CLAUSE.findall(book.read_text(encoding="utf-8"))}
