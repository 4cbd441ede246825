"""The command `pioche`."""

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

import pioche
from pioche.arena.command import add_commands
from pioche.catalog import compiled, games, named
from pioche.core.option import read_option
from pioche.rulebook import Rulebook
from pioche.terminal.language import language
from pioche.terminal.play import Play
from pioche.terminal.replay import read_record, replay
from pioche.words import LANGUAGES, Words, house_words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    show_what_can_be_shown()
    asked = parser().parse_args(arguments)
    try:
        status: int | None = asked.run(asked)
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError) as error:
        print(f"pioche: {error}", file=sys.stderr)
        return 1
    return status or 0


def show_what_can_be_shown() -> None:
    """Let a terminal that can't show a character show another; no reason to stop playing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def parser() -> argparse.ArgumentParser:
    """The words the command understands."""
    top = argparse.ArgumentParser(prog="pioche", description=pioche.__doc__.splitlines()[0])
    top.add_argument("--version", action="version", version=version())
    top.set_defaults(run=lambda _: top.print_help())
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    add_play(commands.add_parser("play", help="play a game at the prompt against random players"))
    add_replay(commands.add_parser("replay", help="step through the record of a game, verified"))
    add_rules(commands.add_parser("rules", help="read the rules of a game"))
    add_commands(commands, language)
    return top


def version() -> str:
    """The version, and whether the engine is compiled."""
    engine = "compiled" if compiled() else "interpreted"
    return f"pioche {pioche.__version__} (engine {engine})"


def add_language(command: argparse.ArgumentParser) -> None:
    """`--lang`, the same everywhere."""
    command.add_argument("--lang", choices=LANGUAGES, help="en or fr; otherwise as your locale")


def add_play(command: argparse.ArgumentParser) -> None:
    """`pioche play GAME`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games))
    command.add_argument("--players", type=int, metavar="N", help="how many play, you included")
    command.add_argument("--seed", type=int, metavar="S", help="play the same deals again")
    command.add_argument("--name", help="what to call you")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="save the record there")
    add_language(command)
    command.set_defaults(run=run_play)


def add_replay(command: argparse.ArgumentParser) -> None:
    """`pioche replay FILE`."""
    command.add_argument("file", type=Path, metavar="FILE", help="a record")
    command.add_argument("--seat", type=int, metavar="N", help="see it as seat N saw it")
    command.add_argument("--all", action="store_true", help="don't stop between the moves")
    add_language(command)
    command.set_defaults(run=run_replay)


def add_rules(command: argparse.ArgumentParser) -> None:
    """`pioche rules GAME [CLAUSE]`."""
    command.add_argument("game", metavar="GAME", help=", ".join(games))
    command.add_argument("clause", nargs="?", metavar="CLAUSE", help="one clause by its id")
    add_language(command)
    command.set_defaults(run=run_rules)


def run_play(asked: argparse.Namespace) -> None:
    """Play."""
    if sys.stdin is None:
        raise ValueError("there is nobody to ask: the standard input is closed")
    lang = language(asked.lang)
    id = asked.game or ask_for_game(lang)
    if id is None:
        return
    game = named(id)
    if asked.record is not None:
        asked.record.open("a").close()  # better to hear now than after the game that it can't be
    players = asked.players if asked.players is not None else min(4, game.players[-1])
    options = dict(read_option(game.options, text) for text in asked.option)
    table = Play(game, players, options, ask=input, seed=asked.seed, lang=lang, name=asked.name)
    table.run(asked.record)


def ask_for_game(lang: str) -> str | None:
    """Offer the games; the one chosen, or None."""
    house = house_words(lang)["terminal"]
    console = Console(highlight=False)
    console.print(house["choose"])
    for number, game in enumerate(games.values(), 1):
        texts = Words.of(game, lang).texts
        line = f"[bold]{number}[/] {texts['name']}  [dim]{texts['tagline']}[/]"
        console.print(line)
    by_answer = {str(number): id for number, id in enumerate(games, 1)}
    by_answer.update({id: id for id in games})
    while True:
        try:
            answer = input(house["prompt"]).strip().lower()
        except (EOFError, KeyboardInterrupt):
            answer = ""
        if answer in by_answer:
            return by_answer[answer]
        if answer in ("", "q", "quit"):
            console.print(house["bye"])
            return None
        console.print(", ".join(by_answer), style="yellow")


def run_replay(asked: argparse.Namespace) -> None:
    """Replay."""
    watched = sys.stdin is not None and sys.stdin.isatty()
    pause = input if watched and not asked.all else None
    replay(read_record(asked.file), lang=language(asked.lang), seat=asked.seat, ask=pause)


def run_rules(asked: argparse.Namespace) -> None:
    """Print the rulebook or one clause of it."""
    book = Rulebook.of(named(asked.game), language(asked.lang))
    text = book.text
    if asked.clause:
        text = f"**{asked.clause.upper()}** {book.clause(asked.clause)}"
    Console().print(Markdown(text))
