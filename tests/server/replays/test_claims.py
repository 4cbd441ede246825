"""What we say that a record proves: no more than it does.

Whoever reads the database of an open table knows its secret, and could have tried many
secrets before. A commitment shows only that the cards stayed the same from then on.
"""

import re
from pathlib import Path

import pytest

from pioche.words import common_words

ROOT = Path(__file__).parents[3]
TEXTS = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / "src/pioche/words" / name for name in ("en.json", "fr.json")),
    *(ROOT / "web/src/words" / name for name in ("en.json", "fr.json")),
]
TOO_MUCH = re.compile(
    r"nobody (chose|could choose|could have chosen)[^.]*cards|the deal fair"
    r"|personne n’a (pu choisir|choisi) les cartes|donne était-elle honnête",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_says_that_nobody_could_choose_the_cards(path: Path) -> None:
    assert TOO_MUCH.search(path.read_text("utf-8")) is None


@pytest.mark.parametrize(
    ("lang", "claim"),
    [
        ("en", "nobody changed the cards after the table was opened"),
        ("fr", "personne n’a changé les cartes après l’ouverture de la table"),
    ],
)
def test_verify_says_what_equal_commitments_prove(lang: str, claim: str) -> None:
    assert claim in common_words(lang)["verify"]["commitment"]
