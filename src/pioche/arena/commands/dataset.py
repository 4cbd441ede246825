"""`pioche dataset`: the decisions of finished games, as a file that programs learn from."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pioche.arena.commands.dataset_sources import DatasetSources
from pioche.arena.commands.match_runner import stop_on_signals
from pioche.arena.results.standing_table import format_decimal
from pioche.catalog import games, get_game
from pioche.words import common_words
from pioche.words.language_option import add_language

if TYPE_CHECKING:
    from pioche.rl.data.dataset import DatasetSummary

LanguageChooser = Callable[[str | None], str]


def add_dataset(command: argparse.ArgumentParser, language: LanguageChooser) -> None:
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
        help="folders of arena matches, records, folders of records",
    )
    command.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="the Parquet file to write; replaced if it exists",
    )
    add_language(command)
    command.set_defaults(run=lambda asked: run_dataset(asked, language(asked.lang)))


def run_dataset(asked: argparse.Namespace, lang: str) -> None:
    """Write the file, and say what is in it."""
    texts = common_words(lang)
    words, screen = texts["dataset"], Console(highlight=False)
    game = get_game(asked.game)
    check_output_path(asked.out, words["errors"])
    with stop_on_signals():
        sources = DatasetSources(game, asked.paths, words)
        written = write_with_progress(asked.out, sources, words)
    size = words["size"].format(number=format_decimal(written.size / 1e6, 2, texts["arena"]))
    counts = {"rows": written.rows, "games": written.games, "seats": written.seats}
    said = [words["written"].format(**counts, file=asked.out, size=size)]
    said += [describe_skipped(sources.skipped, words)] if sources.skipped else []
    screen.print(*said, sep="\n", soft_wrap=True, markup=False)


def check_output_path(path: Path, errors: Mapping[str, str]) -> None:
    """Say at once where nothing can be written."""
    problem = None
    if path.is_dir():
        problem = errors["folder"]
    elif not path.parent.is_dir():
        problem = errors["no-folder"].format(folder=path.parent)
    if problem is not None:
        raise ValueError(errors["out"].format(path=path, problem=problem))


def write_with_progress(
    path: Path, sources: DatasetSources, words: Mapping[str, Any]
) -> "DatasetSummary":
    """Write the games, and show on a terminal how far it is."""
    try:
        from pioche.rl.data.dataset import write
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


def describe_skipped(skipped: Mapping[str, int], words: Mapping[str, Any]) -> str:
    """How many games were left out, and why."""
    reasons = [words["reasons"][reason].format(number=n) for reason, n in sorted(skipped.items())]
    said: str = words["skipped"].format(skipped=", ".join(reasons))
    return said
