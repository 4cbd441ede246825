"""`pioche`, `pioche serve`, and the commands about what a server keeps."""

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pioche.server.run.options import (
    add_database_option,
    add_server_options,
    choose_database,
    find_database,
    read_number,
    read_settings,
)
from pioche.words import common_words
from pioche.words.language_option import add_language

# What serves is imported when it is asked for: other commands start sooner without it.

Language = Callable[[str | None], str]


def add_commands(commands: Any, language: Language) -> None:
    """The commands of the server."""
    add_serve(commands.add_parser("serve", help="serve tables to browsers and bots"), language)
    said = "check whether a server would work well here"
    add_doctor(commands.add_parser("doctor", help=said), language)
    add_backup(commands.add_parser("backup", help="copy a database into a file"), language)
    add_restore(commands.add_parser("restore", help="fill a database from a backup"), language)
    add_export(commands.add_parser("export", help="write the record of a finished table"), language)
    add_verify(commands.add_parser("verify", help="check the record of a table"), language)


def add_home(top: argparse.ArgumentParser, language: Language) -> None:
    """`pioche` alone."""
    top.add_argument(
        "--port", metavar="P", help="without a command: the port; by default a free one"
    )
    said = "without a command: don't open the page"
    top.add_argument("--no-browser", action="store_true", help=said)
    top.set_defaults(run=lambda asked: run_home(asked, language(asked.lang)))


def add_serve(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche serve`."""
    add_server_options(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_serve(asked, language(asked.lang)))


def add_doctor(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche doctor`, with the options of the server that it is about."""
    add_server_options(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_doctor(asked, language(asked.lang)))


def add_backup(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche backup FILE`."""
    command.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write; replaced if it exists"
    )
    add_database_option(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_backup(asked, language(asked.lang)))


def add_restore(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche restore FILE`."""
    command.add_argument("file", type=Path, metavar="FILE", help="a backup")
    add_database_option(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_restore(asked, language(asked.lang)))


def add_export(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche export TABLE`."""
    command.add_argument("table", metavar="TABLE", help="the code of a table")
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="the file to write, instead of the screen"
    )
    add_database_option(command)
    add_language(command)
    command.set_defaults(run=lambda asked: run_export(asked, language(asked.lang)))


def add_verify(command: argparse.ArgumentParser, language: Language) -> None:
    """`pioche verify RECORD`."""
    command.add_argument("file", type=Path, metavar="RECORD", help="the record of a table")
    said = "the commitment that the table showed before the first deal"
    command.add_argument("--commitment", metavar="HEX", help=said)
    add_language(command)
    command.set_defaults(run=lambda asked: run_verify(asked, language(asked.lang)))


def run_home(asked: argparse.Namespace, lang: str) -> int:
    from pioche.server.run.start import serve_at_home

    words = common_words(lang)["serve"]
    port = None if asked.port is None else read_number("port", asked.port, words["errors"])
    return serve_at_home(port, not asked.no_browser, words)


def run_serve(asked: argparse.Namespace, lang: str) -> int:
    words = common_words(lang)["serve"]
    settings = read_settings(asked, words["errors"])
    from pioche.server.run.start import serve

    return serve(settings, words)


def run_doctor(asked: argparse.Namespace, lang: str) -> int:
    """Look at everything that a server needs; nothing is changed."""
    from pioche.server.run.doctor.examine import DoctorReport
    from pioche.server.run.doctor.finding import Verdict

    words = common_words(lang)
    asked.database = find_database(asked.database)
    report = DoctorReport(read_settings(asked, words["serve"]["errors"]), words["doctor"])
    for line in report.write_lines():
        print(line, flush=True)
    return 1 if report.find_worst() is Verdict.BAD else 0


def run_backup(asked: argparse.Namespace, lang: str) -> None:
    from pioche.server.store.backup import back_up

    words = common_words(lang)["serve"]
    print(asyncio.run(back_up(choose_database(asked.database), asked.file, words)))


def run_restore(asked: argparse.Namespace, lang: str) -> None:
    """Bring a backup back."""
    from pioche.server.store.backup import restore

    words = common_words(lang)["serve"]
    print(asyncio.run(restore(asked.file, choose_database(asked.database), words)))


def run_export(asked: argparse.Namespace, lang: str) -> None:
    """Write the record of a table."""
    from pioche.server.store.backup import export_record

    words = common_words(lang)["serve"]
    record = asyncio.run(export_record(asked.table, choose_database(asked.database), words))
    if asked.out is None:
        print(record, end="")
        return
    asked.out.write_text(record, encoding="utf-8")
    print(words["exported"].format(table=asked.table, file=asked.out))


def run_verify(asked: argparse.Namespace, lang: str) -> None:
    """Check a record and say what was checked."""
    from pioche.server.replays.verify import verify_record

    for line in verify_record(asked.file, lang, asked.commitment):
        print(line)
