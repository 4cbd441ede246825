"""Names as they can be shown, and as they are typed."""

import unicodedata
from collections.abc import Sequence

# In a name these would be read as markup.
MARKUP_REPLACEMENTS = str.maketrans("[]\\", "()/")


def make_printable(name: str) -> str:
    """A name as it can be shown: whatever it holds, it neither colours nor moves anything.

    >>> make_printable("[red]Zoé\\x1b")
    '(red)Zoé?'
    """
    return "".join(c if c.isprintable() else "?" for c in name.translate(MARKUP_REPLACEMENTS))


def find_seat(text: str, names: Sequence[str]) -> int | None:
    """The seat of somebody by name, with or without capitals and accents.

    >>> find_seat("chloe", ["Zoé", "Ada", "Blaise", "Chloé"])
    3
    """
    found = [normalize_name(name) for name in names]
    return found.index(normalize_name(text)) if normalize_name(text) in found else None


def normalize_name(text: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
