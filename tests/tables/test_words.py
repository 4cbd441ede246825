"""Everything that a table can say has its sentence in both languages, and none is unused."""

import ast
import string
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.tables import entries as e
from pioche.tables.commands import EMOTES
from pioche.tables.table_views import HIDDEN_FIELDS
from pioche.words import LANGUAGES, common_words

SOURCE = Path(pioche.__file__).parent
MADE = ("not-open", "not-running")  # of the phases that commands ask for


def refusals() -> dict[str, set[str]]:
    """Every code that the sources give, with the parameters that it always has."""
    found: dict[str, set[str]] = {code: set() for code in MADE}
    for path in [*SOURCE.glob("tables/*.py"), *SOURCE.glob("server/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            code = code_of(node)
            if isinstance(node, ast.Call) and code is not None:
                params = {word.arg for word in node.keywords if word.arg}
                found[code] = found.get(code, params) & params
    return found


def code_of(node: ast.AST) -> str | None:
    """The code that a call refuses with."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first = node.args[0]
    said = (
        name == "CommandRefused"
        and isinstance(first, ast.Constant)
        and isinstance(first.value, str)
    )
    return first.value if said else None  # type: ignore[attr-defined]


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_sentence_and_every_sentence_a_refusal(lang: str) -> None:
    words, codes = common_words(lang)["table"]["refusals"], refusals()
    assert set(words) == set(codes)
    for code, text in words.items():
        assert parameters(text) <= codes[code], code


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_news_can_be_told(lang: str) -> None:
    words: dict[str, str] = dict(common_words(lang)["table"]["news"])
    quiet = {"played", "said", "emoted"}  # the game's events and the chat tell these
    kinds: dict[str, Any] = {each.__struct_config__.tag: each for each in e.Entry.__args__}  # type: ignore[attr-defined]
    told = {tag: entry for tag, entry in kinds.items() if tag not in quiet}
    # Nobody is ready any more, and the game that all have agreed to end, are told apart.
    assert set(words) == {*told, "not-ready", "abandoned"}
    for tag, entry in {**told, "not-ready": e.GotReady, "abandoned": e.Closed}.items():
        assert parameters(words[tag]) <= set(entry.__struct_fields__) - set(HIDDEN_FIELDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sign_has_a_name(lang: str) -> None:
    assert tuple(common_words(lang)["table"]["emotes"]) == EMOTES
