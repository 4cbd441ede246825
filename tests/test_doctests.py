"""The examples in the docstrings are true, of compiled modules too."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
NODES = (ast.Module, ast.ClassDef, ast.FunctionDef)


def with_examples() -> list[Path]:
    found = SOURCE.glob("pioche/**/*.py")
    return sorted(p for p in found if ">>>" in p.read_text() and "tests" not in p.parts)


@pytest.mark.parametrize("path", with_examples(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_examples_in_docstrings(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    names = vars(importlib.import_module(name))
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for node in ast.walk(ast.parse(path.read_text())):
        text = ast.get_docstring(node) if isinstance(node, NODES) else None
        if text and ">>>" in text:
            runner.run(parser.get_doctest(text, dict(names), name, str(path), 0))
    assert runner.summarize().attempted > 0
    assert runner.summarize().failed == 0
