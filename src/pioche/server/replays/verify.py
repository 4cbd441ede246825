"""`pioche verify`: a record played again, and what that proves, in words."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pioche.catalog import games
from pioche.core.records.record import Record
from pioche.core.records.seals import BadRecord
from pioche.paths import read_record
from pioche.words import Words, common_words


def verify_record(path: Path, lang: str, expected: str | None = None) -> list[str]:
    """What was checked of a record, a line each; ValueError where something does not hold."""
    words = common_words(lang)["verify"]
    try:
        record = read_record(path)
        record.verify(games[record.game])
        check_commitment(record, expected)
    except BadRecord as bad:
        raise ValueError(words["fails"].format(file=path, problem=bad)) from None
    return list(describe_record(record, Words.load(games[record.game], lang), words))


def check_commitment(record: Record, expected: str | None) -> None:
    """The commitment is the one that the table showed, where somebody noted it down."""
    if expected is not None and record.shuffles.get("commitment") != expected.strip().lower():
        raise BadRecord("shuffles.commitment", f"is not {expected!r:.80}")


def describe_record(record: Record, own: Words, words: Mapping[str, str]) -> Iterator[str]:
    """What has been checked."""
    names = ", ".join(make_printable(player["name"]) for player in record.players)
    yield words["game"].format(game=own.texts["name"], version=record.rules, players=names)
    yield words["moves"].format(moves=len(record.moves))
    yield words["unfinished" if record.outcome is None else "outcome"]
    if record.start is not None:
        yield words["start"]
    if "draws" in record.shuffles:
        yield words["draws"]
    else:
        yield words["secret"]
        yield words["commitment"].format(commitment=record.shuffles["commitment"])
    yield words["holds"]


def make_printable(name: str) -> str:
    """A name that can't disturb the terminal.

    >>> make_printable("Zoé\\x1b[2J")
    'Zoé?[2J'
    """
    return "".join(c if c.isprintable() else "?" for c in name)
