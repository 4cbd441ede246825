"""A line-up: which bots play, as `--bots` says it."""

import re
from collections.abc import Sequence

from pioche.core.bot import LEVELS

COMMAND = "cmd:"
NETWORK = "net:"
PYTHON = re.compile(r"(?P<place>[^\s:'\"]+):(?P<name>[A-Za-z_]\w*(\.\w+)*)")
LEVEL = re.compile(rf"(?P<level>{'|'.join(LEVELS)})(@(?P<runs>[1-9]\d*))?")
NAMED = re.compile(r"(?P<name>[\w-]+)=(?P<spec>.+)", re.DOTALL)
TIMES = re.compile(r"(?P<bot>.*)\*(?P<times>\d+)", re.DOTALL)


def line_up(text: str) -> tuple[str, ...]:
    """The bots of `--bots`, one for each player.

    >>> line_up("master,regular*2,cmd:./mine 'a,b'")
    ('master', 'regular', 'regular', "cmd:./mine 'a,b'")
    """
    found: list[str] = []
    for entry in entries(text):
        parts = TIMES.fullmatch(entry)
        bot, times = (parts["bot"].strip(), int(parts["times"])) if parts else (entry, 1)
        if not 1 <= times <= 99:
            raise ValueError(
                f"--bots: {entry!r} asks for {times} players; from 1 to 99 can be asked"
            )
        found += [checked(bot)] * times
    return tuple(found)


def entries(text: str) -> list[str]:
    """The parts between the commas; those inside quotation marks don't part anything."""
    parts, quote = [""], ""
    for char in text:
        if char == "," and not quote:
            parts.append("")
            continue
        parts[-1] += char
        if char == quote:
            quote = ""
        elif char in "'\"" and not quote:
            quote = char
    if quote:
        raise ValueError(f"--bots: the quotation mark {quote} is not closed in {text!r}")
    return [part.strip() for part in parts]


def checked(bot: str) -> str:
    """A bot that can be one."""
    spec = spec_of(bot)
    if spec.removeprefix(COMMAND).strip() and is_outside(bot):
        return bot
    if LEVEL.fullmatch(spec) or (is_network(bot) and spec.removeprefix(NETWORK)):
        return bot
    levels = ", ".join(LEVELS)
    others = f"MODULE:NAME, {COMMAND}COMMAND and {NETWORK}FILE"
    raise ValueError(f"--bots: no bot {bot!r}; there are {levels}, {others}")


def spec_of(bot: str) -> str:
    """What a bot is, without the name that NAME= may have given it."""
    parts = NAMED.fullmatch(bot)
    return parts["spec"] if parts else bot


def label_of(bot: str) -> str:
    """What a bot is called."""
    parts = NAMED.fullmatch(bot)
    return parts["name"] if parts else bot


def is_command(bot: str) -> bool:
    """Whether a bot is a program that is run by a command."""
    return spec_of(bot).startswith(COMMAND)


def is_network(bot: str) -> bool:
    """Whether a bot plays by a network that `pioche fit` has trained."""
    return spec_of(bot).startswith(NETWORK)


def is_python(bot: str) -> bool:
    """Whether a bot is a Python object, MODULE:NAME or FILE.py:NAME."""
    return not (is_command(bot) or is_network(bot)) and PYTHON.fullmatch(spec_of(bot)) is not None


def is_outside(bot: str) -> bool:
    """Whether a bot is somebody else's."""
    return is_command(bot) or is_python(bot)


def distinct(bots: Sequence[str]) -> list[str]:
    """Each bot once, in the order of the line-up."""
    return list(dict.fromkeys(bots))
