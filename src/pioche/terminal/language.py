"""Which language to speak."""

import os

from pioche.words import LANGUAGES


def choose_language(wish: str | None = None) -> str:
    """The language asked for, or that of the locale, or English."""
    if wish is not None:
        return wish
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
        if value:
            break
    return "en"
