"""Time at a table: whose runs, when something must happen by itself, and what happens then."""

from pioche.core.state import CLOCK
from pioche.tables.entries import Closed, Entry, Played, TimeRanOut
from pioche.tables.messages import Times
from pioche.tables.seat import Seat
from pioche.tables.table import BOTS_PAUSE, Table

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
OPEN_TIMEOUT = 3 * DAY  # a table that nobody starts
IDLE_TIMEOUT = 60 * DAY  # a game that nobody plays on
BOT_GRACE = 15_000  # a bot that has not moved by then is asked again, by any worker
COVER_AFTER = 15 * MINUTE  # at a table without a clock
AWAY_LONG = 7 * DAY  # who has been away for so long need not agree to the end of a game


def find_due_time(table: Table, keep: int) -> int:
    """When something must happen by itself, at the latest; `keep`: how long the finished stay."""
    if table.phase == "open":
        return table.active_at + OPEN_TIMEOUT
    if table.phase == "over":
        return table.active_at + keep
    return min([table.active_at + IDLE_TIMEOUT, *find_deadlines(table)])


def find_deadlines(table: Table) -> list[int]:
    """Of the game's own clock, of the seats whose time runs, and of bots that have to move."""
    # Bots among themselves play only while somebody looks, whose worker asks them.
    found = [table.at + BOT_GRACE] if table.has_people and table.bots_to_act() else []
    strikes = find_strike_time(table)
    if strikes is not None and not is_clock_paused(table, strikes):
        found.append(strikes)
    return found + [time for time, _ in find_flag_falls(table)]


def find_strike_time(table: Table) -> int | None:
    """When the game's own clock strikes, if it has a move: in a race, or after an agreed time."""
    if table.phase != "running" or table.state is None or not table.state.legal(CLOCK):
        return None
    since = table.started_at if table.race_since is None else table.race_since
    return since + table.paused + 1000 * table.game.clock_seconds(table.state)


def is_clock_paused(table: Table, strikes: int) -> bool:
    """Whether bots have to move before the game's own clock can strike.

    They stand still while nobody looks, and so does the clock, from a moment after their last
    move on. Only the log says so, so that all workers agree.
    """
    return strikes > table.at + BOTS_PAUSE and table.is_for_bots_alone()


def find_flag_falls(table: Table) -> list[tuple[int, int]]:
    """When the time of each person whose turn it is runs out, the first first."""
    if table.settings.clock is None or table.race_since is not None:
        return []
    return sorted(
        (seat.turn_since + seat.bank, number)
        for number, seat in enumerate(table.seats)
        if seat.turn_since is not None and not seat.level
    )


def tick(table: Table, now: int, tidy_time: int | None = None) -> Entry | None:
    """What has to happen by itself by now, if anything.

    `tidy_time`: up to when a table may have been forgotten, where that is not now.
    """
    return (
        check_game_clock(table, now)
        or check_time_banks(table, now)
        or check_idle(table, now, now if tidy_time is None else tidy_time)
    )


def check_game_clock(table: Table, now: int) -> Entry | None:
    """The game's own clock strikes."""
    strikes = find_strike_time(table)
    if strikes is None or now < strikes or is_clock_paused(table, strikes):
        return None
    assert table.state is not None
    return Played(at=now, seat=CLOCK, move=table.game.text(table.state.legal(CLOCK)[0]))


def check_time_banks(table: Table, now: int) -> Entry | None:
    """Somebody's time has run out."""
    if table.phase != "running":
        return None
    return next(
        (TimeRanOut(at=now, seat=seat) for time, seat in find_flag_falls(table) if time <= now),
        None,
    )


def check_idle(table: Table, now: int, tidy_time: int) -> Entry | None:
    """Nobody came for a long time."""
    patience = {"open": OPEN_TIMEOUT, "running": IDLE_TIMEOUT}.get(table.phase)
    return (
        Closed(at=now) if patience is not None and tidy_time >= table.active_at + patience else None
    )


def build_times(table: Table) -> Times:
    """The clocks as they stood at the last entry."""
    at, strikes = table.at, find_strike_time(table)
    until = None if strikes is None else max(0, strikes - at)
    race, game = (until, None) if table.game.real_time else (None, until)
    if table.settings.clock is None or table.phase != "running":
        return Times(at, race=race, game=game)
    banks = tuple(compute_time_left(seat, at) for seat in table.seats)
    return Times(at, banks, tuple(seat for _, seat in find_flag_falls(table)), race, game)


def is_timed(table: Table) -> bool:
    """Whether any time runs at a table."""
    return table.settings.clock is not None or find_strike_time(table) is not None


def compute_time_left(seat: Seat, at: int) -> int:
    """What is left of a bank, which stands still while a bot plays."""
    ran = 0 if seat.turn_since is None or seat.level else at - seat.turn_since
    return max(0, seat.bank - ran)
