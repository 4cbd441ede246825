"""Shares and their 95 % intervals, where games come in blocks that share a deal."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


@dataclass
class Share:
    """A share of something, summed up block by block: so much won of so much played.

    The games of a block depend on each other, so the block is the unit that varies. To the
    blocks played the interval adds two that were not, of the usual size, one all won and one
    all lost. That keeps it honest where every block came out the same or there are few, and
    is forgotten when there are many.
    """

    most: float = 1.0  # the share of somebody who wins everything
    blocks: int = 0
    won: float = 0.0
    played: float = 0.0
    won_won: float = 0.0
    won_played: float = 0.0
    played_played: float = 0.0

    def add(self, won: float, played: float) -> None:
        self.blocks += 1
        self.won += won
        self.played += played
        self.won_won += won * won
        self.won_played += won * played
        self.played_played += played * played

    @property
    def mean(self) -> float:
        """What was won of what was played."""
        return self.won / self.played if self.played else 0.0

    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 % confidence."""
        if not self.blocks:
            return 0.0, self.most
        size = self.played / self.blocks
        padded = Share(**vars(self))
        padded.add(size * self.most, size)
        padded.add(0.0, size)
        centre, half = padded.mean, student_factor(padded.blocks - 1) * padded.standard_error()
        return max(0.0, centre - half), min(self.most, centre + half)

    def standard_error(self) -> float:
        """The standard error of the mean, as that of a ratio between sums over blocks."""
        p, n = self.mean, self.blocks
        squares = self.won_won - 2 * p * self.won_played + p * p * self.played_played
        return sqrt(max(0.0, squares) * n / (n - 1)) / self.played


def student_factor(freedom: int) -> float:
    """How many deviations hold 95 % of Student's distribution; to 1 % from 3 degrees on.

    >>> round(student_factor(10), 2), round(student_factor(1000), 2)
    (2.23, 1.96)
    """
    z, v = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / v + second / v**2 + third / v**3 + fourth / v**4
