"""The server's time goes its own way when somebody sets the wall clock."""

import logging

import pytest
from hand_clock import StillClock

from pioche.server.tables import steady_clock
from pioche.server.tables.steady_clock import CONFIRMED_AFTER, JUMP, LEAP, SLEW, SteadyClock
from pioche.tables.clock import DAY, MINUTE

NOW = 1_700_000_000_000
SECOND = 1000


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    return StillClock(monkeypatch, NOW)


def run(hands: StillClock, clock: SteadyClock, milliseconds: int, step: int = SECOND) -> None:
    """Let time go by; the clock is checked now and then, as the server does."""
    for _ in range(milliseconds // step):
        hands.passed += step
        clock.check()


def test_it_begins_with_the_wall_clock_and_runs_on(hands: StillClock) -> None:
    clock = SteadyClock()
    assert clock.now() == NOW
    run(hands, clock, MINUTE)
    assert clock.now() == clock.find_tidy_time() == NOW + MINUTE


@pytest.mark.parametrize("jump", [366 * DAY, -10 * MINUTE, -366 * DAY, 3 * MINUTE])
def test_a_wall_clock_that_is_set_changes_nothing(
    hands: StillClock, jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    clock = SteadyClock()
    hands.set_by = jump
    run(hands, clock, MINUTE)
    assert clock.now() == NOW + MINUTE
    assert not clock.is_trusted
    assert clock.find_tidy_time() == 0
    assert len(caplog.records) == 1  # and not one a second
    assert "the wall clock was set" in caplog.text
    assert abs(getattr(caplog.records[0], "seconds", 0) - jump // 1000) <= 1


def test_doubt_ends_when_the_clocks_agree_again(hands: StillClock) -> None:
    clock = SteadyClock()
    hands.set_by = 366 * DAY
    run(hands, clock, MINUTE)
    hands.set_by = 0
    run(hands, clock, SECOND)
    assert clock.is_trusted
    assert clock.find_tidy_time() == clock.now() == NOW + MINUTE + SECOND


@pytest.mark.parametrize("jump", [366 * DAY, -366 * DAY])
def test_doubt_ends_after_a_day_and_then_both_clocks_must_say_that_something_is_old(
    hands: StillClock, jump: int
) -> None:
    clock = SteadyClock()
    hands.set_by = jump
    run(hands, clock, SECOND)
    run(hands, clock, CONFIRMED_AFTER - MINUTE, MINUTE)
    assert not clock.is_trusted
    run(hands, clock, MINUTE, MINUTE)
    assert clock.is_trusted
    assert clock.find_tidy_time() == NOW + hands.passed + min(0, jump)


def test_every_new_jump_begins_the_day_anew(hands: StillClock) -> None:
    clock = SteadyClock()
    for jump in (366 * DAY, 300 * DAY, 366 * DAY):
        hands.set_by = jump
        run(hands, clock, CONFIRMED_AFTER - MINUTE, MINUTE)
        assert not clock.is_trusted


def test_small_differences_are_evened_out_slowly(hands: StillClock) -> None:
    clock = SteadyClock()
    hands.set_by = SECOND
    run(hands, clock, 10 * SECOND)
    assert clock.now() == NOW + 10 * SECOND + 10 * SLEW
    assert clock.is_trusted
    run(hands, clock, 5 * MINUTE)
    assert clock.now() == NOW + hands.passed + SECOND
    hands.set_by = -JUMP
    before = clock.now()
    run(hands, clock, SECOND)
    assert clock.now() > before  # it never goes back


def test_a_start_long_after_the_last_time_seen_is_in_doubt_for_a_day(hands: StillClock) -> None:
    clock = SteadyClock()
    clock.compare_start(NOW - LEAP - 1, confirmed=False)
    run(hands, clock, CONFIRMED_AFTER - MINUTE, MINUTE)
    assert clock.find_tidy_time() == 0
    run(hands, clock, MINUTE, MINUTE)
    assert clock.find_tidy_time() == clock.now()


@pytest.mark.parametrize(
    ("seen", "confirmed"),
    [(NOW - LEAP, False), (NOW - 366 * DAY, True), (0, False), (NOW + 366 * DAY, False)],
)
def test_other_starts_are_not(hands: StillClock, seen: int, confirmed: bool) -> None:
    clock = SteadyClock()
    clock.compare_start(seen, confirmed)
    assert clock.is_trusted


@pytest.mark.parametrize(("held", "level"), [(0, logging.INFO), (3, logging.WARNING)])
def test_a_doubtful_start_is_a_warning_only_where_something_waits_for_it(
    hands: StillClock, held: int, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A club that meets once a week is not to be alarmed every time."""
    caplog.set_level(logging.INFO)
    clock = SteadyClock()
    clock.compare_start(NOW - 7 * DAY, confirmed=False)
    clock.log_leap(held)
    (record,) = caplog.records
    assert (record.levelno, vars(record)["days"], vars(record)["tables"]) == (level, 7, held)
    assert "--confirm-clock" in record.message


def test_the_real_clocks_run() -> None:
    clock = SteadyClock()
    assert abs(clock.now() - steady_clock.read_wall_clock()) < MINUTE
    assert steady_clock.read_monotonic_clock() >= 0
