"""The server's time: set once by the wall clock, then it runs by the monotonic clock.

A wall clock may be set at any moment, by a person or by another machine. While a process
lives, races and the clocks of players don't feel it. What would be destroyed by a wrong clock
waits: as long as the time is in doubt, nothing is closed, removed or forgotten for its age.
Doubt ends when both clocks agree again, when they have run evenly for a day, or when whoever
runs the server says that the clock is right (`pioche serve --confirm-clock`).
"""

import logging
import sys
import time

from pioche.tables.clock import DAY, MINUTE

log = logging.getLogger(__name__)

JUMP = 2 * MINUTE  # the clocks are further apart than that only if the wall clock was set
LEAP = 2 * DAY  # from the last time that a server was seen to a start that makes us doubt
CONFIRMED_AFTER = DAY  # of both clocks running evenly
SLEW = 5  # milliseconds a second at most, by which we follow the wall clock

# Both of these go on while the machine sleeps, which time.monotonic() may not do.
SLEEPLESS_CLOCKS = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC"}
SLEEPLESS_CLOCK: int | None = getattr(time, SLEEPLESS_CLOCKS.get(sys.platform, ""), None)


def read_wall_clock() -> int:
    """The time as the machine says it, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def read_monotonic_clock() -> int:
    """Milliseconds since some moment; nobody can set them."""
    if SLEEPLESS_CLOCK is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(SLEEPLESS_CLOCK) // 1_000_000


def find_leap(started: int, note: int) -> int:
    """By how much a start is later than what was noted last, if that makes us doubt it; else 0.

    Where the clock had been set by then, and nobody has said that it is right, even a start
    some minutes later is doubted: it may have begun with the wrong time.
    """
    leap = started - abs(note)
    return leap if note and leap > (LEAP if note > 0 else JUMP) else 0


class SteadyClock:
    """The time of one process, and whether it can be trusted."""

    def __init__(self) -> None:
        self.offset = read_wall_clock() - read_monotonic_clock()
        self.started = self.checked = self.now()
        self.leap = 0  # from the last time that was seen to our start, while that is in doubt
        self.jump = 0  # by how much the wall clock is ahead since somebody set it
        self.jumped_at: int | None = None  # when that was, while it is in doubt

    def now(self) -> int:
        """The time, in milliseconds since 1970. It never jumps."""
        return read_monotonic_clock() + self.offset

    @property
    def is_trusted(self) -> bool:
        """Whether what is old by this clock is old."""
        return self.leap == 0 and self.jumped_at is None

    def find_tidy_time(self) -> int:
        """What was due by then may be closed or removed: 0, so nothing, while in doubt."""
        return min(self.now(), read_wall_clock()) if self.is_trusted else 0

    def find_shift(self, at: int) -> int:
        """How far to turn back the time at a table whose last entry is from before a leap."""
        return -self.leap if at < self.started else 0

    @property
    def note(self) -> int:
        """What the next start should know of now: the time, negative once the clock was set.

        0 where it should know what it knows already: a time that may be wrong tells it nothing.
        """
        if self.leap:
            return 0
        return read_wall_clock() if self.jumped_at is None else -self.now()

    def compare_start(self, note: int, confirmed: bool) -> None:
        """Doubt a start that is much later than the time that was last seen, if any was."""
        self.leap = 0 if confirmed else find_leap(self.started, note)

    def log_leap(self, held: int) -> None:
        """Say that we doubt our start; loudly if tables wait to be closed or removed."""
        log.log(
            logging.WARNING if held else logging.INFO,
            "the clock is far ahead of the last time that this database was in use: nothing is"
            " closed or removed for its age until the server has run for a day; if the clock is"
            " right, start with --confirm-clock",
            extra={"days": round(self.leap / DAY, 1), "tables": held},
        )

    def check(self) -> None:
        """Compare both clocks; about once a second."""
        now = self.now()
        ahead = read_wall_clock() - now
        self.watch_wall_clock(now, ahead)
        if abs(ahead) <= JUMP:
            self.follow_wall_clock(now, ahead)
        self.checked = now
        self.end_doubt(now)

    def watch_wall_clock(self, now: int, ahead: int) -> None:
        """See whether somebody has set the wall clock."""
        if abs(ahead - self.jump) <= JUMP:
            return
        agrees = abs(ahead) <= JUMP
        self.jump, self.jumped_at = (0, None) if agrees else (ahead, now)
        if agrees:
            log.warning("the wall clock was set back to the time that we count")
            return
        log.warning(
            "the wall clock was set: games go on by the time that we count, and nothing is closed"
            " or removed for its age until both agree or a day has passed; if the new time is"
            " right, start the server again with --confirm-clock",
            extra={"seconds": ahead // 1000},
        )

    def follow_wall_clock(self, now: int, ahead: int) -> None:
        """Even out small differences, so slowly that no race notices."""
        most = max(0, now - self.checked) * SLEW // 1000
        self.offset += max(-most, min(most, ahead))

    def end_doubt(self, now: int) -> None:
        """Believe clocks that have run evenly for long enough."""
        if self.leap and now >= self.started + CONFIRMED_AFTER:
            self.leap = 0
            log.info("the clock has run for a day: it is trusted")
        if self.jumped_at is not None and now >= self.jumped_at + CONFIRMED_AFTER:
            self.jumped_at = None
            log.info("the wall clock has run evenly for a day: it is trusted")
