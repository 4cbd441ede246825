"""The options of the server's commands, and the settings they make. What is bad is named."""

import argparse
import difflib
import json
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from pioche.paths import data_folder
from pioche.server.settings import Limits, ServerSettings
from pioche.server.store import sqlite_url

DATABASE = "PIOCHE_DATABASE"  # instead of --database: everybody sees a command line
WEB = "PIOCHE_WEB"  # another build of the page, for those who work on it
DEFAULT_PORT = "8000"
NUMBER_RANGES = {  # option: the least and the most
    "port": (0, 65535),
    "workers": (1, 256),
    "bots": (1, 256),
    "bot_pace": (0, 60_000),
    "keep_days": (1, 36500),
}


def add_database_option(command: argparse.ArgumentParser) -> None:
    """`--database`, the same everywhere."""
    said = f"sqlite:///PATH or postgresql://…; otherwise ${DATABASE}, or your own SQLite file"
    command.add_argument("--database", metavar="URL", help=said)


def add_server_options(command: argparse.ArgumentParser) -> None:
    """What decides how a server serves."""
    command.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (127.0.0.1); 0.0.0.0 also serves other computers",
    )
    said = "the port (8000); 0: any free one"
    command.add_argument("--port", default=argparse.SUPPRESS, metavar="P", help=said)
    add_database_option(command)
    command.add_argument(
        "--workers",
        default="1",
        metavar="N",
        help="worker processes (1); more than one needs PostgreSQL",
    )
    command.add_argument(
        "--bots", default="1", metavar="N", help="processes per worker in which bots think (1)"
    )
    said = "milliseconds between a move and the next move of a bot (700)"
    command.add_argument("--bot-pace", default="700", metavar="MS", help=said)
    said = "the address that people open (https://…), if not the server's own; can be repeated"
    command.add_argument("--origin", action="append", default=[], metavar="URL", help=said)
    said = "trust the client address that a reverse proxy gives"
    command.add_argument("--behind-proxy", action="store_true", help=said)
    command.add_argument("--secure", action="store_true", help="send cookies over HTTPS only")
    said = "show /metrics to everybody, not only to private networks"
    command.add_argument("--public-metrics", action="store_true", help=said)
    said = "days for which finished tables are kept (365)"
    command.add_argument("--keep-days", default="365", metavar="N", help=said)
    said = "the clock is right: close and remove old tables even if the last start was long ago"
    command.add_argument("--confirm-clock", action="store_true", help=said)
    said = "JSON file with limits that replace the usual ones"
    command.add_argument("--limits", type=Path, metavar="FILE", help=said)


def read_settings(asked: argparse.Namespace, errors: Mapping[str, str]) -> ServerSettings:
    """The settings asked for, checked as far as that can be done by looking at them."""
    numbers = {name: read_number(name, getattr(asked, name), errors) for name in NUMBER_RANGES}
    settings = ServerSettings(
        database=choose_database(asked.database),
        host=asked.host,
        port=numbers["port"],
        workers=numbers["workers"],
        bot_processes=numbers["bots"],
        bot_pace=numbers["bot_pace"] / 1000,
        keep_days=numbers["keep_days"],
        confirm_clock=asked.confirm_clock,
        origins=tuple(read_origin(origin, errors) for origin in asked.origin),
        behind_proxy=asked.behind_proxy,
        secure_cookies=asked.secure,
        metrics_public=asked.public_metrics,
        web=find_web_folder(errors),
        limits=Limits() if asked.limits is None else read_limits(asked.limits, errors),
    )
    if settings.workers > 1 and settings.database.startswith("sqlite:"):
        raise ValueError(errors["workers"])
    return settings


def read_number(name: str, text: str | None, errors: Mapping[str, str]) -> int:
    """The number of an option; of a port that is not asked for, the usual one."""
    low, high = NUMBER_RANGES[name]
    text = DEFAULT_PORT if text is None else text
    number = int(text) if text.isascii() and text.isdigit() else -1
    if low <= number <= high:
        return number
    option = "--" + name.replace("_", "-")
    raise ValueError(errors["number"].format(option=option, low=low, high=high, given=text))


def read_origin(text: str, errors: Mapping[str, str]) -> str:
    """An origin as browsers spell it: no path, no capitals, no usual port."""
    try:
        worker = urlsplit(text)
        port = worker.port
    except ValueError:
        raise ValueError(errors["origin"].format(given=text)) from None
    beyond = worker.path.strip("/") or worker.query or worker.fragment or worker.username
    if worker.scheme not in ("http", "https") or not worker.hostname or beyond:
        raise ValueError(errors["origin"].format(given=text))
    host = f"[{worker.hostname}]" if ":" in worker.hostname else worker.hostname
    usual = {"http": 80, "https": 443}[worker.scheme]
    return f"{worker.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def read_limits(path: Path, errors: Mapping[str, str]) -> Limits:
    """The limits of a file; what it does not name is as usual."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        limits = msgspec.convert(raw, Limits)
    except RecursionError:
        deep = "it is nested too deeply"
        raise ValueError(errors["limits"].format(file=path, problem=deep)) from None
    except ValueError as error:  # what msgspec says, too
        raise ValueError(errors["limits"].format(file=path, problem=error)) from None
    for name, value in raw.items():
        problem = find_limit_problem(name, value)
        if problem is not None:
            raise ValueError(errors["limits"].format(file=path, problem=problem))
    return limits


def find_limit_problem(name: str, value: Any) -> str | None:
    """What is wrong with a limit, if anything is."""
    if name not in Limits.__struct_fields__:
        known = Limits.__struct_fields__
        near = difflib.get_close_matches(name, known, n=1) or known
        return f"unknown limit `{name}`; there is {', '.join(near)}"
    return None if 0 < value < 1e12 else f"{name}: {value}"


def find_web_folder(errors: Mapping[str, str]) -> str | None:
    """Where the built page lies: as the environment says, or in this package if it is there."""
    asked = os.environ.get(WEB)
    folder = Path(asked).absolute() if asked else Path(str(files("pioche") / "web"))
    if (folder / "index.html").is_file():
        return str(folder)
    if asked:
        raise ValueError(errors["web"].format(folder=asked))
    return None


def choose_database(asked: str | None) -> str:
    """The address of the database asked for, or of the player's own, whose folder is made."""
    if not (asked or os.environ.get(DATABASE)):
        data_folder().mkdir(parents=True, exist_ok=True)
    return find_database(asked)


def find_database(asked: str | None) -> str:
    """The address of the database asked for, or of the player's own, which may not be there."""
    return asked or os.environ.get(DATABASE) or own_database_url()


def own_database_url() -> str:
    """The address of the file in the player's own folder."""
    return sqlite_url(str(data_folder() / "pioche.db"))
