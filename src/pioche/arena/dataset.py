"""`pioche dataset`: the decisions of finished games, as a file that programs learn from."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pioche.arena.session import stoppable
from pioche.arena.sources import Sources
from pioche.arena.table import decimal
from pioche.catalog import games, named
from pioche.words import house_words
from pioche.words.choosing import add_language

if TYPE_CHECKING:
    from pioche.rl.dataset import Written

Language = Callable[[str | None], str]


def add_dataset(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche dataset GAME --from PATH … --out FILE`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--from",
        dest="paths",
        type=Path,
        nargs="+",
        action="extend",
        required=True,
        metavar="PATH",
        help="folders of matches of the arena, records, folders of records",
    )
    command.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="Parquet; an old one is replaced"
    )
    add_language(command)
    command.set_defaults(run=lambda asked: run_dataset(asked, language(asked.lang)))


def run_dataset(asked: argparse.Namespace, lang: str) -> None:
    """Write the file, and say what is in it."""
    house = house_words(lang)
    words, screen = house["dataset"], Console(highlight=False)
    game = named(asked.game)
    check_out(asked.out, words["errors"])
    with stoppable():
        sources = Sources(game, asked.paths, words)
        written = write(asked.out, sources, words)
    size = words["size"].format(number=decimal(written.size / 1e6, 2, house["arena"]))
    counts = {"rows": written.rows, "games": written.games, "seats": written.seats}
    said = [words["written"].format(**counts, file=asked.out, size=size)]
    said += [left_out(sources.skipped, words)] if sources.skipped else []
    screen.print(*said, sep="\n", soft_wrap=True, markup=False)


def check_out(path: Path, errors: Mapping[str, str]) -> None:
    """Say at once where nothing can be written."""
    problem = None
    if path.is_dir():
        problem = errors["folder"]
    elif not path.parent.is_dir():
        problem = errors["no-folder"].format(folder=path.parent)
    if problem is not None:
        raise ValueError(errors["out"].format(path=path, problem=problem))


def write(path: Path, sources: Sources, words: Mapping[str, Any]) -> "Written":
    """Write the games, and show on a terminal how far it is."""
    try:
        from pioche.rl.dataset import write
    except ImportError:
        raise ValueError(words["errors"]["extra"]) from None
    aside = Console(stderr=True, highlight=False)
    with aside.status("") as status:
        return write(
            path,
            sources.game,
            sources.games(),
            watch=lambda rows: status.update(words["writing"].format(rows=rows)),
        )


def left_out(skipped: Mapping[str, int], words: Mapping[str, Any]) -> str:
    """How many games were left out, and why."""
    reasons = [words["reasons"][reason].format(number=n) for reason, n in sorted(skipped.items())]
    said: str = words["skipped"].format(skipped=", ".join(reasons))
    return said
