"""Where the games of a data set come from: matches of the arena, and records."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from pioche.arena.kept import KeptMatch, NoMoves, is_match
from pioche.arena.lineup import label_of
from pioche.core.game import Game
from pioche.core.seals import BadRecord
from pioche.keeping import read_record
from pioche.rl.finished import Finished, of_record

OTHER, UNFINISHED, BY_RULE = "other", "unfinished", "by-rule"  # why a game is left out


class Sources:
    """Folders of matches, records, and folders of records: the finished games of one kind.

    What can be known without playing the games again is looked at before any is.
    """

    def __init__(self, game: Game, paths: Iterable[Path], words: Mapping[str, Any]) -> None:
        self.game = game
        self.errors: Mapping[str, str] = words["errors"]
        self.skipped: Counter[str] = Counter()
        self.matches: dict[str, KeptMatch] = {}  # by what their games are called
        self.records: dict[str, Path] = {}
        self.alone: set[Path] = set()  # records that were asked for by name
        self.seen: set[Path] = set()
        self.names: set[str] = set()
        for path in paths:
            self.add(path)

    # -- what was asked for --------------------------------------------------------------

    def add(self, path: Path) -> None:
        """One path of `--from`."""
        if is_match(path):
            self.add_match(path)
        elif path.is_dir():
            self.add_folder(path)
        elif path.exists():
            self.alone.add(path)
            self.add_record(path, self.free(path.stem))
        else:
            raise self.wrong("nowhere", path=path)

    def add_match(self, folder: Path) -> None:
        """The folder of a match."""
        self.check_new(folder)
        try:
            match = KeptMatch(folder)
        except NoMoves:
            raise self.wrong("old", path=folder) from None
        if match.game is not self.game:
            raise self.wrong("other", path=folder, found=match.game.id, game=self.game.id)
        self.matches[self.free(folder.resolve().name)] = match

    def add_folder(self, folder: Path) -> None:
        """A folder of records."""
        found = sorted(folder.glob("*.json"))
        if not found:
            raise self.wrong("empty", path=folder)
        name = self.free(folder.resolve().name)
        for path in found:
            self.add_record(path, f"{name}/{path.stem}")

    def add_record(self, path: Path, name: str) -> None:
        """The file of a record."""
        self.check_new(path)
        self.records[name] = path

    def check_new(self, path: Path) -> None:
        """The same games twice would count twice."""
        if path.resolve() in self.seen:
            raise self.wrong("twice", path=path)
        self.seen.add(path.resolve())

    def free(self, name: str) -> str:
        """A name that nothing else has: of several folders with one name, the others a number."""
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        found = next(free for free in names if free not in self.names)
        self.names.add(found)
        return found

    def wrong(self, problem: str, **params: object) -> ValueError:
        """What is wrong, in words."""
        return ValueError(self.errors[problem].format(**params))

    # -- the games -----------------------------------------------------------------------

    def games(self) -> Iterator[Finished]:
        """All finished games; those that are left out are counted."""
        played = False
        for found in (self.of_matches(), self.of_records()):
            for game in found:
                played = True
                yield game
        if not played:
            raise self.wrong("nothing", game=self.game.id)

    def of_matches(self) -> Iterator[Finished]:
        """The games of the matches, but those lost by rule: nobody knows how they would end."""
        for name, match in self.matches.items():
            for game in match.games():
                ranks, scores = game.played.ranks, game.played.scores
                if scores is None:
                    self.skipped[BY_RULE] += 1
                    continue
                id, bots = f"{name}/{game.deal}/{game.rotation}", list(map(label_of, game.bots))
                yield Finished(id, bots, ranks, scores, game.replay())

    def of_records(self) -> Iterator[Finished]:
        """The games of the records; what is wrong with one is said with its file."""
        for name, path in self.records.items():
            try:
                record = read_record(path)
                if record.game != self.game.id:
                    self.leave_out(path, record.game)
                elif record.outcome is None:
                    self.skipped[UNFINISHED] += 1
                else:
                    yield of_record(record, self.game, name)
            except BadRecord as error:
                raise ValueError(f"{path}: {error}") from None

    def leave_out(self, path: Path, found: str) -> None:
        """A record of another game: left out of a folder, refused if it was asked for by name."""
        if path in self.alone:
            raise self.wrong("other", path=path, found=found, game=self.game.id)
        self.skipped[OTHER] += 1
