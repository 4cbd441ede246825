"""The command `pioche`."""

import argparse
import asyncio
import dataclasses
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markdown import Markdown

import pioche
from pioche.arena import command as arena
from pioche.bots.levels import bot
from pioche.catalog import compiled, games, named
from pioche.core.bot import LEVELS
from pioche.core.option import read_option
from pioche.keeping import read_record
from pioche.rulebook import Rulebook
from pioche.server import command as server
from pioche.tables.first_player import has_first_player
from pioche.terminal.film import Film
from pioche.terminal.language import language
from pioche.terminal.names import find_seat
from pioche.terminal.plain import Plain
from pioche.terminal.session import ME, Seating
from pioche.terminal.thinking import Elsewhere
from pioche.words import LANGUAGES, house_words
from pioche.words.choosing import add_language

if TYPE_CHECKING:
    from pioche.terminal.app import Pioche


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
    top.add_argument("--lang", choices=LANGUAGES, help="en or fr; otherwise as your locale")
    server.add_home(top, language)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    add_play(commands.add_parser("play", help="play a game against bots"))
    add_replay(commands.add_parser("replay", help="step through the record of a game, verified"))
    add_rules(commands.add_parser("rules", help="read the rules of a game"))
    arena.add_commands(commands, language)
    server.add_commands(commands, language)
    return top


def version() -> str:
    """The version, and whether the engine is compiled."""
    engine = "compiled" if compiled() else "interpreted"
    return f"pioche {pioche.__version__} (engine {engine})"


def add_play(command: argparse.ArgumentParser) -> None:
    """`pioche play GAME`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games))
    command.add_argument("--players", type=int, metavar="N", help="how many play, you included")
    command.add_argument("--level", choices=LEVELS, default="regular", help="how well bots play")
    command.add_argument("--seed", type=int, metavar="S", help="play the same deals again")
    command.add_argument("--name", help="what to call you")
    command.add_argument("--first", metavar="NAME", help="who begins: you, or a bot by its name")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="save the record there")
    command.add_argument("--think", type=float, metavar="SECONDS", help="time bots take to think")
    add_language(command)
    command.set_defaults(run=run_play)


def add_replay(command: argparse.ArgumentParser) -> None:
    """`pioche replay FILE`."""
    command.add_argument("file", type=Path, metavar="FILE", help="a record")
    command.add_argument("--seat", type=int, metavar="N", help="see it as seat N saw it")
    command.add_argument("--all", action="store_true", help="print all moves as text")
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
    from pioche.terminal.app import Pioche  # Textual takes its time, and servers don't need it

    lang = language(asked.lang)
    seating = None if asked.game is None else read_seating(asked, lang)
    if not in_terminal():
        raise ValueError(house_words(lang)["terminal"]["no-terminal"])
    thinking = Elsewhere()
    app = Pioche(lang, seating, name=asked.name, level=asked.level, thinking=thinking)
    asyncio.run(play(app, thinking))
    for path in app.saved:
        print(house_words(lang)["terminal"]["saved"].format(file=path))


async def play(app: "Pioche", thinking: Elsewhere) -> None:
    """Run the app, and beside it the process where bots think."""
    thinking.begin()
    try:
        await app.run_async()
    finally:
        await thinking.close()


def in_terminal() -> bool:
    """Whether there is somebody at a keyboard and a screen."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def read_seating(asked: argparse.Namespace, lang: str) -> Seating:
    """The table that the arguments describe; what is wrong with them is said before it opens."""
    game = named(asked.game)
    if asked.record is not None:
        asked.record.open("a").close()
    players = asked.players if asked.players is not None else min(4, game.players[-1])
    options = dict(read_option(game.options, text) for text in asked.option)
    game.new(players, **options)
    if asked.think is not None:
        bot(game, asked.level, seconds=asked.think)
    seated = [asked.level] * (players - 1)
    seating = Seating(
        game, seated, options, lang, asked.name, asked.seed, asked.record, asked.think
    )
    return dataclasses.replace(seating, first=read_first(seating, asked.first))


def read_first(seating: Seating, name: str | None) -> int | None:
    """The seat of whoever is to begin, by name."""
    if name is None:
        return None
    if not has_first_player(seating.game):
        raise ValueError(f"first: in {seating.game.id} all play at once, nobody begins")
    you = {"you", house_words(seating.lang)["terminal"]["me"]}
    seat = ME if name.casefold() in you else find_seat(name, seating.names)
    if seat is None:
        there = ", ".join(["you", *seating.names[1:]])
        raise ValueError(f"first: nobody is called {name!r:.50}; there are {there}")
    return seat


def run_replay(asked: argparse.Namespace) -> None:
    """Replay, on the screen or as text."""
    record, lang = read_record(asked.file), language(asked.lang)
    if asked.all or not in_terminal():
        Plain(record, lang, asked.seat, Console(highlight=False)).print()
    else:
        from pioche.terminal.app import Pioche

        # Checked before the screen opens: a bad record is refused, not half shown.
        Pioche(lang, film=Film(record, lang, asked.seat)).run()


def run_rules(asked: argparse.Namespace) -> None:
    """Print the rulebook or one clause of it."""
    book = Rulebook.of(named(asked.game), language(asked.lang))
    text = book.text
    if asked.clause:
        text = f"**{asked.clause.upper()}** {book.clause(asked.clause)}"
    Console().print(Markdown(text))
