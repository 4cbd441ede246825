"""One command's matches: their folders, their workers, what is shown and what is left."""

import json
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.console import Console

from pioche.arena.cluster import Cluster
from pioche.arena.ladder import Ladder
from pioche.arena.ledger import Ledger, replace
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
    """Where matches run and how they are spoken of."""

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

    # -- playing -------------------------------------------------------------------------

    def play(self, settings: Settings, games: int, folder: Path) -> Run:
        """Play a match in its folder, as far as one is let, and write the report."""
        run = Run.of(settings, games)
        if self.ray is None:
            check(set(settings.bots))
        ledger = Ledger(folder, settings)
        try:
            run.take(ledger.blocks)
            self.announce(run, games, folder)
            self.run(run, ledger)
            # What was written counts: a stop may have come between writing and counting.
            run.take(ledger.read())
            ledger.tidy()
            self.write(run, ledger)
            return run
        finally:
            ledger.close()

    def climb(self, wanted: Mapping[str, Settings], games: int, folder: Path) -> Ladder:
        """Play the matches of a ladder, each in a folder of its own, until one is stopped."""
        runs: dict[str, Run] = {}
        for name, settings in wanted.items():
            runs[name] = self.play(settings, games, folder / name)
            if runs[name].missing:
                break
        ladder = Ladder(runs)
        replace(folder / "ladder.json", pretty(ladder.to_json()))
        return ladder

    def run(self, run: Run, ledger: Ledger) -> None:
        """Play what is missing, until it is done or somebody stops it."""
        if not run.missing:
            return
        with stoppable():
            try:
                workers = self.workers(run, ledger.folder)
                with closing(run.play(workers, ledger)) as blocks:
                    Progress(run, self.aside, self.words).watch(blocks)
            except KeyboardInterrupt:
                return

    def workers(self, run: Run, folder: Path) -> Workers:
        """Those who play."""
        if self.ray is not None:
            return Cluster(run.settings, self.ray, folder)
        return local(run.settings, min(self.jobs, len(run.missing)), folder)

    # -- telling -------------------------------------------------------------------------

    def announce(self, run: Run, games: int, folder: Path) -> None:
        """Say what will be played, and where it is kept."""
        planned, total = len(run.deals), run.games
        self.aside.print(self.words["folder"].format(folder=folder), soft_wrap=True)
        if total != games:
            self.aside.print(self.words["rounded"].format(games=total, deals=planned))
        if run.blocks and run.missing:
            self.aside.print(self.words["resumed"].format(done=len(run.blocks), deals=planned))

    def write(self, run: Run, ledger: Ledger) -> None:
        """The result, the think times and the report beside the games."""
        standing = run.standing()
        ledger.write("result.json", pretty(standing.to_json()))
        ledger.write("times.json", pretty(standing.times_json()))
        ledger.write("report.html", Report(standing, self.lang, len(run.deals)).html())

    def show(self, standing: Standing) -> None:
        """The table on the screen, and what there is to know about it."""
        words, even = self.words, percent(standing.even, self.words)
        self.screen.print(table(standing, words))
        self.screen.print(
            words["played"].format(games=standing.games, deals=standing.blocks, even=even)
        )
        if standing.settings.think is not None:
            self.screen.print(words["timed"])


@contextmanager
def stoppable() -> Iterator[None]:
    """Let a polite request to end, or a terminal that closes, do the same as Ctrl-C."""

    def stop(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    wishes = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {wish: signal.signal(wish, stop) for wish in wishes}
    try:
        yield
    finally:
        for wish, handler in before.items():
            signal.signal(wish, handler)


def pretty(content: Any) -> str:
    """JSON for people."""
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def default_folder(name: str, *matches: Settings) -> Path:
    """A folder whose name says what is in it, and that no other settings have."""
    kept = json.dumps([settings.to_json() for settings in matches], sort_keys=True)
    readable = re.sub(r"[^\w@]+", "-", name).strip("-")[:40]
    digest = sha256(kept.encode()).hexdigest()[:8]
    return Path("arena") / f"{matches[0].game_id}-{readable}-{digest}"
