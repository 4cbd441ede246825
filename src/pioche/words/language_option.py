"""How a command is told which language to speak."""

import argparse

from pioche.words import LANGUAGES


def add_language(command: argparse.ArgumentParser) -> None:
    """`--lang`, the same everywhere, before the command or after it."""
    command.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help="language (default: that of your locale)",
    )
