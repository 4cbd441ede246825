"""What the doctor has found, and how it is told."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

Texts = Mapping[str, Any]


class Verdict(StrEnum):
    """How good what was found is."""

    GOOD = "good"
    CAUTION = "caution"  # it works, and could be better
    BAD = "bad"  # it does not work, or is not safe


MARKS = {Verdict.GOOD: "✓", Verdict.CAUTION: "!", Verdict.BAD: "✗"}


class Finding:
    """One thing that was looked at. Its key finds the words for what was found and what to do."""

    def __init__(self, check: str, verdict: Verdict, key: str, **params: object) -> None:
        self.check, self.verdict, self.key, self.params = check, verdict, key, params

    def describe(self, words: Texts) -> str:
        """The finding in words: what was looked at, what was found, and what to do."""
        said = {"check": words["checks"][self.check], "found": self.fill(words["found"])}
        line = f"{MARKS[self.verdict]} {words['line'].format(**said)}"
        if self.verdict is Verdict.GOOD:
            return line
        return f"{line}\n    → {self.fill(words['advice'])}"

    def fill(self, texts: Mapping[str, str]) -> str:
        """The text of this finding."""
        return texts[self.key].format(**self.params)

    def __repr__(self) -> str:
        return f"Finding({self.check}, {self.verdict}, {self.key})"


def good(check: str, key: str, **params: object) -> Finding:
    """All is well."""
    return Finding(check, Verdict.GOOD, key, **params)


def caution(check: str, key: str, **params: object) -> Finding:
    """It works, and could be better."""
    return Finding(check, Verdict.CAUTION, key, **params)


def bad(check: str, key: str, **params: object) -> Finding:
    """It does not work, or is not safe."""
    return Finding(check, Verdict.BAD, key, **params)
