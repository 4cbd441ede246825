"""An option of a game: what a table may agree on before it starts."""

from collections.abc import Mapping
from typing import Any, NamedTuple

Value = bool | int


class Option(NamedTuple):
    """A default and either a range of numbers or a list of choices.

    A range may have a number outside it that switches the option off.
    """

    default: Value
    low: int | None = None
    high: int | None = None
    choices: tuple[Value, ...] | None = None
    help: str = ""
    off: int | None = None

    def find_problem(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        if self.choices is not None:
            fits = any(type(value) is type(c) and value == c for c in self.choices)
            wanted = " or ".join(str(c).lower() for c in self.choices)
            return None if fits else f"{value!r} is not {wanted}"
        assert self.low is not None
        assert self.high is not None
        if type(value) is int and (self.low <= value <= self.high or value == self.off):
            return None
        off = "" if self.off is None else f"{self.off} or "
        return f"{value!r} is not {off}a whole number from {self.low} to {self.high}"


def flag(default: bool, help: str) -> Option:
    """An option that is on or off."""
    return Option(default, choices=(False, True), help=help)


def number(default: int, low: int, high: int, help: str) -> Option:
    """An option that is a number in a range."""
    return Option(default, low, high, help=help)


def limit(low: int, high: int, help: str) -> Option:
    """An option that is off, 0, or a number in a range."""
    return Option(0, low, high, help=help, off=0)


def read_option(options: Mapping[str, Option], text: str) -> tuple[str, Value]:
    """NAME=VALUE with the value as the option's kind wants it."""
    name, _, value = text.partition("=")
    if name in options and options[name].choices == (False, True):
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if value.lower() in words:
            return name, words[value.lower()]
    try:
        return name, int(value)
    except ValueError:
        raise ValueError(f"--option {text}: NAME=VALUE is needed, such as rounds=3") from None
