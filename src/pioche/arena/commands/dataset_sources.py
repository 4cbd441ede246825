"""Where the games of a data set come from: matches of the arena, and records."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from pioche.arena.lineup import label_of
from pioche.arena.results.finished_match import KeptMatch, NoMoves, is_match
from pioche.core.game import Game
from pioche.core.records.seals import BadRecord
from pioche.paths import read_record
from pioche.rl.data.finished_game import FinishedGame, load_finished_game

OTHER_GAME, UNFINISHED, LOST_BY_RULE = "other", "unfinished", "by-rule"  # why a game is left out


class DatasetSources:
    """Folders of matches, records, and folders of records: the finished games of one kind.

    What can be known without playing the games again is looked at before any is.
    """

    def __init__(self, game: Game, paths: Iterable[Path], words: Mapping[str, Any]) -> None:
        self.game = game
        self.errors: Mapping[str, str] = words["errors"]
        self.skipped: Counter[str] = Counter()
        self.matches: dict[str, KeptMatch] = {}  # by what their games are called
        self.records: dict[str, Path] = {}
        self.named_records: set[Path] = set()  # records that were asked for by name
        self.seen_paths: set[Path] = set()
        self.used_names: set[str] = set()
        for path in paths:
            self.add_path(path)

    # -- what was asked for --------------------------------------------------------------

    def add_path(self, path: Path) -> None:
        """One path of `--from`."""
        if is_match(path):
            self.add_match(path)
        elif path.is_dir():
            self.add_folder(path)
        elif path.exists():
            self.named_records.add(path)
            self.add_record(path, self.reserve_name(path.stem))
        else:
            raise self.source_error("nowhere", path=path)

    def add_match(self, folder: Path) -> None:
        """The folder of a match."""
        self.check_new(folder)
        try:
            match = KeptMatch(folder)
        except NoMoves:
            raise self.source_error("old", path=folder) from None
        if match.game is not self.game:
            raise self.source_error("other", path=folder, found=match.game.id, game=self.game.id)
        self.matches[self.reserve_name(folder.resolve().name)] = match

    def add_folder(self, folder: Path) -> None:
        """A folder of records."""
        found = sorted(folder.glob("*.json"))
        if not found:
            raise self.source_error("empty", path=folder)
        name = self.reserve_name(folder.resolve().name)
        for path in found:
            self.add_record(path, f"{name}/{path.stem}")

    def add_record(self, path: Path, name: str) -> None:
        """The file of a record."""
        self.check_new(path)
        self.records[name] = path

    def check_new(self, path: Path) -> None:
        """The same games twice would count twice."""
        if path.resolve() in self.seen_paths:
            raise self.source_error("twice", path=path)
        self.seen_paths.add(path.resolve())

    def reserve_name(self, name: str) -> str:
        """A name that nothing else has: of several folders with one name, the others a number."""
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        found = next(free for free in names if free not in self.used_names)
        self.used_names.add(found)
        return found

    def source_error(self, problem: str, **params: object) -> ValueError:
        """What is wrong, in words."""
        return ValueError(self.errors[problem].format(**params))

    # -- the games -----------------------------------------------------------------------

    def games(self) -> Iterator[FinishedGame]:
        """All finished games; those that are left out are counted."""
        played = False
        for found in (self.read_matches(), self.read_records()):
            for game in found:
                played = True
                yield game
        if not played:
            raise self.source_error("nothing", game=self.game.id)

    def read_matches(self) -> Iterator[FinishedGame]:
        """The games of the matches, but those lost by rule: nobody knows how they would end."""
        for name, match in self.matches.items():
            for game in match.games():
                ranks, scores = game.played.ranks, game.played.scores
                if scores is None:
                    self.skipped[LOST_BY_RULE] += 1
                    continue
                id, bots = f"{name}/{game.deal}/{game.rotation}", list(map(label_of, game.bots))
                yield FinishedGame(id, bots, ranks, scores, game.replay())

    def read_records(self) -> Iterator[FinishedGame]:
        """The games of the records; what is wrong with one is said with its file."""
        for name, path in self.records.items():
            try:
                record = read_record(path)
                if record.game != self.game.id:
                    self.skip_record(path, record.game)
                elif record.outcome is None:
                    self.skipped[UNFINISHED] += 1
                else:
                    yield load_finished_game(record, self.game, name)
            except BadRecord as error:
                raise ValueError(f"{path}: {error}") from None

    def skip_record(self, path: Path, found: str) -> None:
        """A record of another game: left out of a folder, refused if it was asked for by name."""
        if path in self.named_records:
            raise self.source_error("other", path=path, found=found, game=self.game.id)
        self.skipped[OTHER_GAME] += 1
