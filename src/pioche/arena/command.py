"""`pioche arena`: bots against each other."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pioche.arena.lineup import line_up
from pioche.arena.session import Session, default_folder
from pioche.arena.settings import PATIENCE, Settings
from pioche.catalog import games, named
from pioche.core.option import read_option
from pioche.words import LANGUAGES

INTERRUPTED = 130


def add_arena(command: argparse.ArgumentParser, language: Callable[[str | None], str]) -> None:
    """`pioche arena GAME --bots BOTS`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--bots",
        required=True,
        help="one for each player: master,expert,regular*2; MODULE:NAME, cmd:COMMAND",
    )
    command.add_argument("--games", type=int, default=200, metavar="N", help="how many (200)")
    add_common(command)
    command.add_argument(
        "--think", type=float, metavar="SECONDS", help="a move, for master, expert"
    )
    command.add_argument(
        "--iterations", type=int, metavar="N", help="thought games a move, for master and expert"
    )
    command.add_argument(
        "--patience",
        type=float,
        default=PATIENCE,
        metavar="SECONDS",
        help=f"that a bot of your own has for a move ({PATIENCE:g})",
    )
    command.set_defaults(run=lambda asked: run_arena(asked, language(asked.lang)))


def add_common(command: argparse.ArgumentParser) -> None:
    """What both commands of the arena understand."""
    command.add_argument("--seed", type=int, default=1, metavar="S", help="which deals (1)")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    command.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    command.add_argument("--out", type=Path, metavar="DIR", help="where the games are kept")
    command.add_argument("--lang", choices=LANGUAGES, help="en or fr; otherwise as your locale")


def run_arena(asked: argparse.Namespace, lang: str) -> int:
    """Play the match, show how the bots stand."""
    settings = Settings(
        named(asked.game).id,
        line_up(asked.bots),
        asked.seed,
        read_options(asked),
        asked.think,
        asked.iterations,
        asked.patience,
    )
    session = Session(lang, asked.jobs, asked.ray)
    folder = asked.out or default_folder(settings)
    standing, finished = session.play(settings, asked.games, folder)
    session.show(standing, finished, folder)
    return 0 if finished else INTERRUPTED


def read_options(asked: argparse.Namespace) -> dict[str, Any]:
    """The options of the game."""
    game = named(asked.game)
    return dict(read_option(game.options, text) for text in asked.option)
