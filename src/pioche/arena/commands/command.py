"""Bots against each other: `pioche arena`, `ladder`; what is learned from it: `dataset`, `fit`."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pioche.arena.commands.dataset import add_dataset
from pioche.arena.commands.fit import add_fit
from pioche.arena.commands.ladder import build_lineups
from pioche.arena.commands.match_runner import MatchRunner, default_folder
from pioche.arena.lineup import deduplicate, parse_lineup
from pioche.arena.results.standing_table import format_percent
from pioche.arena.settings import DEFAULT_PATIENCE, MatchSettings
from pioche.catalog import games, get_game
from pioche.core.option import read_option
from pioche.words import common_words
from pioche.words.language_option import add_language

INTERRUPTED = 130  # as shells say it
LanguageChooser = Callable[[str | None], str]


def add_commands(commands: Any, language: LanguageChooser) -> None:
    """The commands of the arena."""
    add_arena(commands.add_parser("arena", help="let bots play each other"), language)
    add_ladder(commands.add_parser("ladder", help="show how strong the four levels are"), language)
    add_dataset(commands.add_parser("dataset", help="make a data set from games"), language)
    add_fit(commands.add_parser("fit", help="train a network on games of bots"), language)


def add_arena(command: argparse.ArgumentParser, language: LanguageChooser) -> None:
    """`pioche arena GAME --bots BOTS`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--bots",
        required=True,
        help="one bot for each player: master,expert,regular*2; MODULE:NAME, cmd:COMMAND, net:FILE",
    )
    add_common_options(command)
    command.add_argument(
        "--patience",
        type=float,
        default=DEFAULT_PATIENCE,
        metavar="SECONDS",
        help=f"time that an outside bot has for a move ({DEFAULT_PATIENCE:g})",
    )
    command.set_defaults(run=lambda asked: run_arena(asked, language(asked.lang)))


def add_ladder(command: argparse.ArgumentParser, language: LanguageChooser) -> None:
    """`pioche ladder GAME`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--players", type=int, metavar="N", help="players at a table (4, if possible)"
    )
    add_common_options(command)
    command.set_defaults(run=lambda asked: run_ladder(asked, language(asked.lang)))


def add_common_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--games", type=int, default=200, metavar="N", help="games in a match (200)"
    )
    command.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="decides the deals and all other random numbers (1)",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument(
        "--iterations", type=int, metavar="N", help="rollouts per move, for expert and master"
    )
    command.add_argument(
        "--think",
        type=float,
        metavar="SECONDS",
        help="time per move instead of rollouts; such a match can't be repeated",
    )
    command.add_argument(
        "--jobs",
        type=int,
        default=count_processors(),
        metavar="N",
        help="processes on this machine (one for each processor)",
    )
    command.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    command.add_argument("--out", type=Path, metavar="DIR", help="folder for the games")
    add_language(command)


def count_processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_arena(asked: argparse.Namespace, lang: str) -> int:
    """Play the match, show how the bots stand."""
    bots = parse_lineup(asked.bots)
    settings = read_settings(asked, bots, asked.patience)
    session = MatchRunner(lang, asked.jobs, asked.ray)
    folder = asked.out or default_folder("-".join(deduplicate(bots)), settings)
    run = session.play(settings, asked.games, folder)
    session.show_standing(run.build_standing())
    session.console.print(
        session.words["written"].format(file=folder / "report.html"), soft_wrap=True
    )
    return finish_command(session, len(run.missing))


def run_ladder(asked: argparse.Namespace, lang: str) -> int:
    """Play the matches of the ladder, show how the levels stand."""
    game = get_game(asked.game)
    players = game.usual_players if asked.players is None else asked.players
    wanted = {name: read_settings(asked, bots) for name, bots in build_lineups(players).items()}
    session = MatchRunner(lang, asked.jobs, asked.ray)
    folder = asked.out or default_folder("ladder", *wanted.values())
    ladder = session.play_ladder(wanted, asked.games, folder)
    words = session.words
    session.console.print(ladder.build_table(words, common_words(lang)["levels"]))
    session.console.print(words["ladder"]["even"].format(even=format_percent(1 / players, words)))
    return finish_command(session, sum(len(run.missing) for run in ladder.runs.values()))


def finish_command(session: MatchRunner, missing: int) -> int:
    """The exit status; where something is missing, how to go on."""
    if missing:
        session.error_console.print(session.words["stopped"].format(deals=missing))
    return INTERRUPTED if missing else 0


def read_settings(
    asked: argparse.Namespace, bots: tuple[str, ...], patience: float = DEFAULT_PATIENCE
) -> MatchSettings:
    """The settings of a match, checked."""
    game = get_game(asked.game)
    options = dict(read_option(game.options, text) for text in asked.option)
    if asked.jobs < 1:
        raise ValueError(f"--jobs: at least 1 is needed, not {asked.jobs}")
    return MatchSettings(
        game.id, bots, asked.seed, options, asked.think, asked.iterations, patience
    )
