"""All that the doctor looks at, in the order in which it is told."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from pioche.server.run.doctor import database, machine
from pioche.server.run.doctor.finding import Finding, Texts, Verdict, bad
from pioche.server.settings import ServerSettings
from pioche.server.store import URL_FORMS


def examine(settings: ServerSettings) -> Iterator[Finding]:
    """Look at everything; each finding as soon as it is there."""
    yield machine.check_engine()
    yield machine.check_page(settings)
    yield machine.check_port(settings)
    newest, last_seen = None, 0
    if settings.database.startswith("sqlite://"):
        path = Path(unquote(settings.database.removeprefix("sqlite://")))
        yield machine.check_folder(path)
        found, newest, last_seen = database.examine_sqlite(path)
        yield from found
    elif settings.database.startswith(("postgresql://", "postgres://")):
        found, newest, last_seen = asyncio.run(database.examine_postgres(settings.database))
        yield from found
    else:
        yield bad("database", "unusable", problem=f"--database: {URL_FORMS}")
    yield database.check_clock(newest, last_seen=last_seen)
    yield machine.check_https(settings)


class DoctorReport:
    """What is told, line by line, and whether all of it works."""

    def __init__(self, settings: ServerSettings, words: Texts) -> None:
        self.settings, self.words = settings, words
        self.counts = dict.fromkeys(Verdict, 0)

    def write_lines(self) -> Iterator[str]:
        """Every finding as soon as it is there, and how it is altogether."""
        for finding in examine(self.settings):
            self.counts[finding.verdict] += 1
            yield finding.describe(self.words)
        counts = {verdict.value: count for verdict, count in self.counts.items()}
        yield self.words["verdicts"][self.find_worst()].format(**counts)

    def find_worst(self) -> Verdict:
        """The worst of what was found."""
        return [verdict for verdict in Verdict if self.counts[verdict]][-1]
