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
from pioche.arena.commands import command as arena
from pioche.bots.levels import make_bot
from pioche.catalog import games, get_game, is_compiled
from pioche.core.bot import LEVELS
from pioche.core.option import read_option
from pioche.paths import read_record
from pioche.server.run import command as server
from pioche.tables.first_player import has_first_player
from pioche.terminal.language import choose_language
from pioche.terminal.names import find_seat
from pioche.terminal.plain_replay import PlainReplay
from pioche.terminal.play.bot_runner import WorkerBotRunner
from pioche.terminal.play.local_game import PLAYER_SEAT, GameSetup
from pioche.terminal.replay_steps import TerminalReplay
from pioche.words import LANGUAGES, common_words
from pioche.words.language_option import add_language
from pioche.words.rulebook import Rulebook

if TYPE_CHECKING:
    from pioche.terminal.app import PiocheApp


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    replace_unencodable_characters()
    asked = build_parser().parse_args(arguments)
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


def replace_unencodable_characters() -> None:
    """Let a terminal that can't show a character show another; no reason to stop playing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def build_parser() -> argparse.ArgumentParser:
    """The words the command understands."""
    top = argparse.ArgumentParser(prog="pioche", description=pioche.__doc__.splitlines()[0])
    top.add_argument("--version", action="version", version=describe_version())
    top.add_argument("--lang", choices=LANGUAGES, help="language (default: that of your locale)")
    server.add_home(top, choose_language)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    add_play(commands.add_parser("play", help="play a game against bots"))
    add_replay(
        commands.add_parser("replay", help="verify the record of a game and step through it")
    )
    add_rules(commands.add_parser("rules", help="read the rules of a game"))
    arena.add_commands(commands, choose_language)
    server.add_commands(commands, choose_language)
    return top


def describe_version() -> str:
    """The version, and whether the engine is compiled."""
    engine = "compiled" if is_compiled() else "interpreted"
    return f"pioche {pioche.__version__} (engine {engine})"


def add_play(command: argparse.ArgumentParser) -> None:
    """`pioche play GAME`."""
    command.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games))
    command.add_argument(
        "--players", type=int, metavar="N", help="number of players, including you"
    )
    command.add_argument(
        "--level", choices=LEVELS, default="regular", help="how strong the bots are"
    )
    command.add_argument("--seed", type=int, metavar="S", help="the same S gives the same deals")
    command.add_argument("--name", help="your name in the game")
    command.add_argument("--first", metavar="NAME", help="who begins: you, or the name of a bot")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="save the record in FILE")
    command.add_argument(
        "--think", type=float, metavar="SECONDS", help="how long bots think per move"
    )
    add_language(command)
    command.set_defaults(run=run_play)


def add_replay(command: argparse.ArgumentParser) -> None:
    """`pioche replay FILE`."""
    command.add_argument("file", type=Path, metavar="FILE", help="the record of a game")
    command.add_argument(
        "--seat", type=int, metavar="N", help="show the game as seat N saw it; seats count from 0"
    )
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
    from pioche.terminal.app import PiocheApp  # Textual takes its time, and servers don't need it

    lang = choose_language(asked.lang)
    seating = None if asked.game is None else read_seating(asked, lang)
    if not is_in_terminal():
        raise ValueError(common_words(lang)["terminal"]["no-terminal"])
    thinking = WorkerBotRunner()
    app = PiocheApp(lang, seating, name=asked.name, level=asked.level, bot_runner=thinking)
    asyncio.run(run_app(app, thinking))
    for path in app.saved_paths:
        print(common_words(lang)["terminal"]["saved"].format(file=path))


async def run_app(app: "PiocheApp", thinking: WorkerBotRunner) -> None:
    """Run the app, and beside it the process where bots think."""
    thinking.start_worker()
    try:
        await app.run_async()
    finally:
        await thinking.close()


def is_in_terminal() -> bool:
    """Whether there is somebody at a keyboard and a screen."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def read_seating(asked: argparse.Namespace, lang: str) -> GameSetup:
    """The table that the arguments describe; what is wrong with them is said before it opens."""
    game = get_game(asked.game)
    if asked.record is not None:
        asked.record.open("a").close()
    players = asked.players if asked.players is not None else game.usual_players
    options = dict(read_option(game.options, text) for text in asked.option)
    game.new(players, **options)
    if asked.think is not None:
        make_bot(game, asked.level, seconds=asked.think)
    seated = [asked.level] * (players - 1)
    seating = GameSetup(
        game, seated, options, lang, asked.name, asked.seed, asked.record, asked.think
    )
    return dataclasses.replace(seating, first=read_first_seat(seating, asked.first))


def read_first_seat(seating: GameSetup, name: str | None) -> int | None:
    """The seat of whoever is to begin, by name."""
    if name is None:
        return None
    if not has_first_player(seating.game):
        raise ValueError(f"first: in {seating.game.id} all play at once, nobody begins")
    you = {"you", common_words(seating.lang)["terminal"]["me"]}
    seat = PLAYER_SEAT if name.casefold() in you else find_seat(name, seating.names)
    if seat is None:
        there = ", ".join(["you", *seating.names[1:]])
        raise ValueError(f"first: nobody is called {name!r:.50}; there are {there}")
    return seat


def run_replay(asked: argparse.Namespace) -> None:
    """Replay, on the screen or as text."""
    record, lang = read_record(asked.file), choose_language(asked.lang)
    if asked.all or not is_in_terminal():
        PlainReplay(record, lang, asked.seat, Console(highlight=False)).print()
    else:
        from pioche.terminal.app import PiocheApp

        # Checked before the screen opens: a bad record is refused, not half shown.
        PiocheApp(lang, replay=TerminalReplay(record, lang, asked.seat)).run()


def run_rules(asked: argparse.Namespace) -> None:
    """Print the rulebook or one clause of it."""
    book = Rulebook.load(get_game(asked.game), choose_language(asked.lang))
    text = book.text
    if asked.clause:
        text = f"**{asked.clause.upper()}** {book.find_clause(asked.clause)}"
    Console().print(Markdown(text))
