"""A line-up: which bots play, as `--bots` says it."""

import re
from collections.abc import Sequence

from pioche.core.bot import LEVELS

COMMAND_PREFIX = "cmd:"
NETWORK_PREFIX = "net:"
PYTHON_PATTERN = re.compile(r"(?P<place>[^\s:'\"]+):(?P<name>[A-Za-z_]\w*(\.\w+)*)")
LEVEL_PATTERN = re.compile(rf"(?P<level>{'|'.join(LEVELS)})(@(?P<runs>[1-9]\d*))?")
NAMED_PATTERN = re.compile(r"(?P<name>[\w-]+)=(?P<spec>.+)", re.DOTALL)
REPEAT_PATTERN = re.compile(r"(?P<bot>.*)\*(?P<times>\d+)", re.DOTALL)


def parse_lineup(text: str) -> tuple[str, ...]:
    """The bots of `--bots`, one for each player.

    >>> parse_lineup("master,regular*2,cmd:./mine 'a,b'")
    ('master', 'regular', 'regular', "cmd:./mine 'a,b'")
    """
    found: list[str] = []
    for entry in split_lineup(text):
        parts = REPEAT_PATTERN.fullmatch(entry)
        bot, times = (parts["bot"].strip(), int(parts["times"])) if parts else (entry, 1)
        if not 1 <= times <= 99:
            raise ValueError(
                f"--bots: {entry!r} asks for {times} players; from 1 to 99 can be asked"
            )
        found += [check_bot(bot)] * times
    return tuple(found)


def split_lineup(text: str) -> list[str]:
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


def check_bot(bot: str) -> str:
    """A bot that can be one."""
    spec = spec_of(bot)
    if spec.removeprefix(COMMAND_PREFIX).strip() and is_outside(bot):
        return bot
    if LEVEL_PATTERN.fullmatch(spec) or (is_network(bot) and spec.removeprefix(NETWORK_PREFIX)):
        return bot
    levels = ", ".join(LEVELS)
    others = f"MODULE:NAME, {COMMAND_PREFIX}COMMAND and {NETWORK_PREFIX}FILE"
    raise ValueError(f"--bots: no bot {bot!r}; there are {levels}, {others}")


def spec_of(bot: str) -> str:
    """What a bot is, without the name that NAME= may have given it."""
    parts = NAMED_PATTERN.fullmatch(bot)
    return parts["spec"] if parts else bot


def label_of(bot: str) -> str:
    """What a bot is called."""
    parts = NAMED_PATTERN.fullmatch(bot)
    return parts["name"] if parts else bot


def is_command(bot: str) -> bool:
    """Whether a bot is a program that is run by a command."""
    return spec_of(bot).startswith(COMMAND_PREFIX)


def is_network(bot: str) -> bool:
    """Whether a bot plays by a network that `pioche fit` has trained."""
    return spec_of(bot).startswith(NETWORK_PREFIX)


def is_python(bot: str) -> bool:
    """Whether a bot is a Python object, MODULE:NAME or FILE.py:NAME."""
    return (
        not (is_command(bot) or is_network(bot))
        and PYTHON_PATTERN.fullmatch(spec_of(bot)) is not None
    )


def is_outside(bot: str) -> bool:
    """Whether a bot is somebody else's."""
    return is_command(bot) or is_python(bot)


def deduplicate(bots: Sequence[str]) -> list[str]:
    """Each bot once, in the order of the line-up."""
    return list(dict.fromkeys(bots))
