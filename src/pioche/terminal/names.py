"""Names as they can be shown, and as they are typed."""

import unicodedata
from collections.abc import Sequence

# In a name these would be read as markup.
PLAIN = str.maketrans("[]\\", "()/")


def shown(name: str) -> str:
    """A name as it can be shown: whatever it holds, it neither colours nor moves anything.

    >>> shown("[red]Zoé\\x1b")
    '(red)Zoé?'
    """
    return "".join(c if c.isprintable() else "?" for c in name.translate(PLAIN))


def find_seat(text: str, names: Sequence[str]) -> int | None:
    """The seat of somebody by name, with or without capitals and accents.

    >>> find_seat("chloe", ["Zoé", "Ada", "Blaise", "Chloé"])
    3
    """
    found = [plain(name) for name in names]
    return found.index(plain(text)) if plain(text) in found else None


def plain(text: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
