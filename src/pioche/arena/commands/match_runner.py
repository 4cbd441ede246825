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

from pioche.arena.commands.ladder import Ladder
from pioche.arena.commands.progress import Progress
from pioche.arena.outside_bots.program import check_bots
from pioche.arena.results.ledger import Ledger, replace_file
from pioche.arena.results.report import Report
from pioche.arena.results.standing import Standing
from pioche.arena.results.standing_table import build_table, format_percent
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.ray_pool import RayPool
from pioche.arena.workers.runner import MatchRun, WorkerPool, make_local_pool
from pioche.words import common_words


@dataclass
class MatchRunner:
    """Where matches run and how they are spoken of."""

    lang: str
    jobs: int
    ray: str | None = None

    def __post_init__(self) -> None:
        self.console = Console(highlight=False)
        self.error_console = Console(stderr=True, highlight=False)

    @property
    def words(self) -> Mapping[str, Any]:
        """What the arena says."""
        words: Mapping[str, Any] = common_words(self.lang)["arena"]
        return words

    # -- playing -------------------------------------------------------------------------

    def play(self, settings: MatchSettings, games: int, folder: Path) -> MatchRun:
        """Play a match in its folder, as far as one is let, and write the report."""
        run = MatchRun.of(settings, games)
        if self.ray is None:
            check_bots(set(settings.bots))
        ledger = Ledger(folder, settings)
        try:
            run.restore_blocks(ledger.blocks)
            self.announce(run, games, folder)
            self.play_missing(run, ledger)
            # What was written counts: a stop may have come between writing and counting.
            run.restore_blocks(ledger.load_blocks())
            ledger.sort_files()
            self.write_results(run, ledger)
            return run
        finally:
            ledger.close()

    def play_ladder(self, wanted: Mapping[str, MatchSettings], games: int, folder: Path) -> Ladder:
        """Play the matches of a ladder, each in a folder of its own, until one is stopped."""
        runs: dict[str, MatchRun] = {}
        for name, settings in wanted.items():
            runs[name] = self.play(settings, games, folder / name)
            if runs[name].missing:
                break
        ladder = Ladder(runs)
        replace_file(folder / "ladder.json", format_json(ladder.to_json()))
        return ladder

    def play_missing(self, run: MatchRun, ledger: Ledger) -> None:
        """Play what is missing, until it is done or somebody stops it."""
        if not run.missing:
            return
        with stop_on_signals():
            try:
                workers = self.make_pool(run, ledger.folder)
                with closing(run.play(workers, ledger)) as blocks:
                    Progress(run, self.error_console, self.words).show_blocks(blocks)
            except KeyboardInterrupt:
                return

    def make_pool(self, run: MatchRun, folder: Path) -> WorkerPool:
        if self.ray is not None:
            return RayPool(run.settings, self.ray, folder)
        return make_local_pool(run.settings, min(self.jobs, len(run.missing)), folder)

    # -- telling -------------------------------------------------------------------------

    def announce(self, run: MatchRun, games: int, folder: Path) -> None:
        """Say what will be played, and where it is kept."""
        planned, total = len(run.deals), run.games
        self.error_console.print(self.words["folder"].format(folder=folder), soft_wrap=True)
        if total != games:
            self.error_console.print(self.words["rounded"].format(games=total, deals=planned))
        if run.blocks and run.missing:
            self.error_console.print(
                self.words["resumed"].format(done=len(run.blocks), deals=planned)
            )

    def write_results(self, run: MatchRun, ledger: Ledger) -> None:
        """The result, the think times and the report beside the games."""
        standing = run.build_standing()
        ledger.write_file("result.json", format_json(standing.to_json()))
        ledger.write_file("times.json", format_json(standing.times_to_json()))
        ledger.write_file("report.html", Report(standing, self.lang, len(run.deals)).render_html())

    def show_standing(self, standing: Standing) -> None:
        """The table on the screen, and what there is to know about it."""
        words, even = self.words, format_percent(standing.even, self.words)
        self.console.print(build_table(standing, words))
        self.console.print(
            words["played"].format(games=standing.games, deals=standing.blocks, even=even)
        )
        if standing.settings.think is not None:
            self.console.print(words["timed"])


@contextmanager
def stop_on_signals() -> Iterator[None]:
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


def format_json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def default_folder(name: str, *matches: MatchSettings) -> Path:
    """A folder whose name says what is in it, and that no other settings have."""
    kept = json.dumps([settings.to_json() for settings in matches], sort_keys=True)
    readable = re.sub(r"[^\w@]+", "-", name).strip("-")[:40]
    digest = sha256(kept.encode()).hexdigest()[:8]
    return Path("arena") / f"{matches[0].game_id}-{readable}-{digest}"
