"""One command's match: its folder, its workers, what is shown, and what is left in the end."""

import json
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.console import Console

from pioche.arena.cluster import Cluster
from pioche.arena.ledger import Ledger
from pioche.arena.outside import check
from pioche.arena.progress import Progress
from pioche.arena.report import Report
from pioche.arena.runner import Run, Workers, local
from pioche.arena.settings import Settings
from pioche.arena.standing import Standing
from pioche.arena.table import percent, table
from pioche.words import house_words


@dataclass
class Session:
    """Where a match runs and how it speaks."""

    lang: str
    jobs: int
    ray: str | None = None

    def __post_init__(self) -> None:
        self.screen = Console(highlight=False)
        self.aside = Console(stderr=True, highlight=False)

    @property
    def words(self) -> Mapping[str, Any]:
        """What the arena says."""
        words: Mapping[str, Any] = house_words(self.lang)["arena"]
        return words

    def play(self, settings: Settings, games: int, folder: Path) -> tuple[Standing, bool]:
        """Play a match in its folder; the standing, and whether it was played to the end."""
        ledger = Ledger(folder, settings)
        try:
            run = Run.of(settings, games, ledger.blocks)
            self.announce(run, games, folder)
            finished = self.run(run, ledger)
            ledger.blocks.update(ledger.read())
            run = Run.of(settings, games, ledger.blocks)
            ledger.tidy()
            standing = run.standing()
            self.write(standing, ledger, len(run.deals))
            return standing, finished
        finally:
            ledger.close()

    def announce(self, run: Run, games: int, folder: Path) -> None:
        """Say what will be played, and where it is kept."""
        planned = len(run.deals)
        total = run.games
        if total != games:
            self.aside.print(self.words["rounded"].format(games=total, deals=planned))
        self.aside.print(self.words["folder"].format(folder=folder), soft_wrap=True)
        if run.blocks:
            self.aside.print(self.words["resumed"].format(done=len(run.blocks), deals=planned))

    def run(self, run: Run, ledger: Ledger) -> bool:
        """Play what is missing; whether nobody stopped it."""
        if not run.missing:
            return True
        with stoppable():
            try:
                workers = self.workers(run.settings, ledger.folder)
                Progress(run, self.aside, self.words).watch(run.play(workers, ledger))
            except KeyboardInterrupt:
                return False
        return True

    def workers(self, settings: Settings, folder: Path) -> Workers:
        """Those who play."""
        if self.ray is not None:
            return Cluster(settings, self.ray, folder)
        check(set(settings.bots))
        return local(settings, self.jobs, folder)

    def write(self, standing: Standing, ledger: Ledger, planned: int) -> None:
        """The result, the think times and the report beside the games."""
        ledger.write("result.json", pretty(standing.to_json()))
        ledger.write("times.json", pretty(standing.times_json()))
        ledger.write("report.html", Report(standing, self.lang, planned).html())

    def show(self, standing: Standing, finished: bool, folder: Path) -> None:
        """The table on the screen, and what there is to know about it."""
        words, games = self.words, standing.games
        if games:
            self.screen.print(table(standing, words))
            even = percent(standing.even, words)
            self.screen.print(words["played"].format(games=games, deals=standing.blocks, even=even))
        if standing.settings.think is not None:
            self.screen.print(words["timed"])
        if not finished:
            self.aside.print(words["stopped"].format(games=games))
        self.screen.print(words["written"].format(file=folder / "report.html"), soft_wrap=True)


def pretty(content: Any) -> str:
    """JSON for people."""
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


@contextmanager
def stoppable() -> Iterator[None]:
    """Let a polite request to end do the same as Ctrl-C."""

    def stop(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def default_folder(settings: Settings) -> Path:
    """A folder whose name says what is in it, and that no other settings have."""
    kept = json.dumps(settings.to_json(), sort_keys=True)
    bots = re.sub(r"[^\w@]+", "-", "-".join(dict.fromkeys(settings.bots))).strip("-")[:40]
    digest = sha256(kept.encode()).hexdigest()[:8]
    return Path("arena") / f"{settings.game_id}-{bots}-{digest}"
