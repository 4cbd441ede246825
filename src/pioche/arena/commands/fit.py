"""`pioche fit`: train a network from the games of bots, and see how well it plays."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pioche.arena.commands.dataset import check_output_path
from pioche.arena.commands.match_runner import stop_on_signals
from pioche.arena.results.standing_table import format_interval, format_percent
from pioche.arena.workers.runner import play_match
from pioche.catalog import games, get_game
from pioche.core.bot import LEVELS
from pioche.core.option import read_option
from pioche.words import common_words
from pioche.words.language_option import add_language

if TYPE_CHECKING:
    from pioche.rl.training.fit import Plan

LanguageChooser = Callable[[str | None], str]
TextMap = Mapping[str, Any]


def add_fit(command: argparse.ArgumentParser, language: LanguageChooser) -> None:
    """`pioche fit GAME`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="where to save the network (GAME.npz)"
    )
    add_data_options(command)
    add_training_options(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_fit(asked, language(asked.lang)))


def add_data_options(command: argparse.ArgumentParser) -> None:
    """What is learned from."""
    command.add_argument(
        "--from", dest="data", type=Path, metavar="FILE", help="a data set from `pioche dataset`"
    )
    command.add_argument(
        "--bots",
        choices=LEVELS,
        default="regular",
        help="without a data set: the level of the bots to learn from (regular)",
    )
    command.add_argument(
        "--players", type=int, metavar="N", help="players at the table (4, if possible)"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def add_training_options(command: argparse.ArgumentParser) -> None:
    """How much is learned."""
    numbers = {
        "games": (1500, "games to learn from, without a data set"),
        "epochs": (4, "passes over all games or the data set"),
        "improve": (1_000_000, "decisions in its own games, to become better than its teachers"),
        "hidden": (128, "neurons per layer"),
        "seed": (1, "decides the games and all random numbers"),
        "check": (400, "games at the end to measure how strong it is; 0: none"),
    }
    for name, (default, help) in numbers.items():
        text = f"{help} ({default})"
        command.add_argument(f"--{name}", type=int, default=default, metavar="N", help=text)


def run_fit(asked: argparse.Namespace, lang: str) -> None:
    """Train, save, and let it play."""
    texts = common_words(lang)
    words, game = texts["fit"], get_game(asked.game)
    out: Path = asked.out or Path(f"{game.id}.npz")
    check_output_path(out, texts["dataset"]["errors"])
    with stop_on_signals():
        plan = train(asked, out, texts)
        said = words["written"].format(file=out, size=round(out.stat().st_size / 1024))
        screen = Console(highlight=False)
        screen.print(said, soft_wrap=True, markup=False)
        if asked.check > 0:
            screen.print(
                measure_strength(plan, out, asked.check, texts), soft_wrap=True, markup=False
            )


def train(asked: argparse.Namespace, out: Path, texts: TextMap) -> "Plan":
    """Train the network of a plan and save it."""
    try:
        from pioche.rl.data.dataset import read, replace_atomically
        from pioche.rl.training.fit import fit
    except ImportError:
        raise ValueError(texts["fit"]["extra"]) from None
    plan = read_plan(asked)
    data = None if asked.data is None else read(asked.data)
    aside = Console(stderr=True, highlight=False)
    with aside.status("") as status:

        def tell(what: str, numbers: Mapping[str, Any]) -> None:
            status.update(describe_progress(what, numbers, texts))

        network = fit(plan, data, tell)
    with replace_atomically(out) as new:
        network.save(new)
    return plan


def read_plan(asked: argparse.Namespace) -> "Plan":
    """The plan that the arguments describe."""
    from pioche.rl.training.fit import Plan

    game = get_game(asked.game)
    options = dict(read_option(game.options, text) for text in asked.option)
    return Plan(
        game.id,
        game.usual_players if asked.players is None else asked.players,
        options,
        asked.bots,
        asked.games,
        asked.epochs,
        asked.improve,
        asked.hidden,
        asked.seed,
    )


def describe_progress(what: str, numbers: Mapping[str, Any], texts: TextMap) -> str:
    """How far it is."""
    told = {
        name: format_percent(value, texts["arena"]) if isinstance(value, float) else value
        for name, value in numbers.items()
    }
    if "bots" in told:
        told["bots"] = texts["levels"][told["bots"]]["name"]
    sentence: str = texts["fit"][what].format(**told)
    return sentence


def measure_strength(plan: "Plan", out: Path, number: int, texts: TextMap) -> str:
    """How strong it is at a table of those it learned from."""
    words, bot = texts["arena"], f"net:{out}"
    bots = [bot] + [plan.teacher] * (plan.setup.players - 1)
    standing = play_match(plan.game, bots, number, seed=plan.seed, options=plan.options)
    share = standing[bot].share
    sentence: str = texts["fit"]["checked"].format(
        share=format_percent(share.mean, words),
        interval=format_interval(share, words),
        games=standing.games,
        bots=texts["levels"][plan.teacher]["name"],
        even=format_percent(standing.even, words),
    )
    return sentence
