"""Hosts one Python bot, named MODULE:NAME, in a process: lines of JSON in and out.

A Python bot runs in a process of its own, so that one that hangs, crashes or prints is no
harm to anybody. It is given the knowledge of a seat, built on a state that this seat can't tell
from the true one; the true one never comes here.
"""

import importlib
import importlib.util
import json
import operator
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pioche
from pioche.core.bot import Bot, Knowledge, WatchingBot
from pioche.core.game import Game
from pioche.core.rng import Rng
from pioche.core.schema import Event


def find_bot_factory(bot: str) -> Callable[[], Bot]:
    """What makes the bot: a class or another callable, asked without arguments."""
    place, _, name = bot.rpartition(":")
    sys.path.insert(0, os.getcwd())
    module = load_module(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    found = operator.attrgetter(name)(module)
    if not callable(found):
        raise TypeError(f"{name} is neither a class nor a function")
    maker: Callable[[], Bot] = found
    return maker


def load_module(path: Path) -> Any:
    """A module from its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


class PythonBotHost:
    """The bot of one seat, made anew for each game."""

    def __init__(self, maker: Callable[[], Bot]) -> None:
        self.factory = maker

    def handle_message(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What to answer to a message, if anything."""
        if message["type"] == "hello":
            self.game = pioche.games[message["game"]]
            self.seat = message["seat"]
            self.rng = Rng(message["seed"])
            self.bot: Bot | None = None
        if message["type"] != "choose":
            return None
        try:
            return self.choose(message["imagined"], message["events"])
        except Exception as error:
            traceback.print_exc()
            return {"error": f"{type(error).__name__}: {error}"}

    def choose(self, imagined: dict[str, Any], events: list[Event]) -> dict[str, Any]:
        """Show the bot what happened, and ask it."""
        if self.bot is None:
            self.bot = self.factory()
        if isinstance(self.bot, WatchingBot):
            self.bot.watch(events)
        knowledge = Knowledge(self.game.load(imagined), self.seat, self.rng)
        return encode_choice(self.game, self.bot.choose(knowledge, self.rng))


def encode_choice(game: Game, answer: Any) -> dict[str, Any]:
    """A choice as it goes over the wire: an action or a move text, alone or with seconds."""
    move, seconds = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, 0)
    if not isinstance(move, (str, bool)) and hasattr(move, "__index__"):
        move = game.move_name(operator.index(move))
    if not isinstance(move, str):
        move = f"{move!r:.80}"
    return {"move": move, "seconds": float(seconds)}


def take_over_stdout() -> IO[str]:
    """The wire for answers alone; what the bot prints goes to the standard error."""
    wire = os.dup(1)
    os.dup2(2, 1)
    return open(wire, "w", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Serve until the input ends."""
    if arguments[1:] == ["--check"]:
        find_bot_factory(arguments[0])
        return
    answers = take_over_stdout()
    host = PythonBotHost(find_bot_factory(arguments[0]))
    for line in sys.stdin:
        answer = host.handle_message(json.loads(line))
        if answer is not None:
            print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
