"""Clocks in the hands of a test: the wall clock and the monotonic clock of this process."""

import pytest

from pioche.server.tables import steady_clock


class HandClock:
    """The real clocks, but for what the test adds to them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed = 0  # milliseconds that have gone by, as the test says
        self.set_by = 0  # milliseconds by which somebody has set the wall clock
        self.wall, self.monotonic = (
            steady_clock.read_wall_clock,
            steady_clock.read_monotonic_clock,
        )
        monkeypatch.setattr(steady_clock, "read_wall_clock", self.read_wall_clock)
        monkeypatch.setattr(steady_clock, "read_monotonic_clock", self.read_monotonic_clock)

    def read_wall_clock(self) -> int:
        """As the machine says it."""
        return self.wall() + self.passed + self.set_by

    def read_monotonic_clock(self) -> int:
        """As nobody can set it."""
        return self.monotonic() + self.passed


class StillClock(HandClock):
    """Clocks that stand still but for what the test adds to them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        super().__init__(monkeypatch)
        self.wall = lambda: at
        self.monotonic = lambda: 1_000_000
