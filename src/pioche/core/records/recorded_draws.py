"""The draws behind the shuffles of a record: noted while playing, given again in a replay."""

from collections.abc import Sequence

from pioche.core.records.seals import BadRecord
from pioche.core.rng import Generator


class RecordedDraws(Generator):
    """A generator that passes on what another gives and notes it, shuffle by shuffle."""

    def __init__(self, source: Generator) -> None:
        self.source = source
        self.draws: list[list[int]] = []

    def begin_shuffle(self) -> None:
        """A new shuffle begins."""
        self.draws.append([])

    def below(self, n: int) -> int:
        """The source's draw, noted."""
        drawn = int(self.source.below(n))
        self.draws[-1].append(drawn)
        return drawn


class ReplayedDraws(Generator):
    """A generator that gives noted draws again."""

    def __init__(self, draws: Sequence[Sequence[int]]) -> None:
        self.draws = draws
        self.shuffle_number = -1
        self.next = 0

    def begin_shuffle(self) -> None:
        """A new shuffle begins; the one before must be used up."""
        self.check_shuffle()
        self.shuffle_number += 1
        self.next = 0
        if self.shuffle_number == len(self.draws):
            raise BadRecord("shuffles.draws", f"there are only {len(self.draws)} shuffles")

    def below(self, n: int) -> int:
        place = f"shuffles.draws[{self.shuffle_number}]"
        draws = self.draws[self.shuffle_number]
        if self.next == len(draws):
            raise BadRecord(place, f"there are only {len(draws)} draws")
        drawn = draws[self.next]
        if not 0 <= drawn < n:
            raise BadRecord(f"{place}[{self.next}]", f"{drawn} is not a draw from 0 to {n - 1}")
        self.next += 1
        return drawn

    def check_shuffle(self) -> None:
        """The current shuffle has no draw left."""
        if self.shuffle_number >= 0 and self.next < len(self.draws[self.shuffle_number]):
            raise BadRecord(f"shuffles.draws[{self.shuffle_number}]", "has draws left over")

    def check_used_up(self) -> None:
        """No draw and no shuffle is left."""
        self.check_shuffle()
        if self.shuffle_number + 1 < len(self.draws):
            raise BadRecord("shuffles.draws", f"only {self.shuffle_number + 1} shuffles are needed")
