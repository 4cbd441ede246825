"""Time at a table."""

from table_helpers import CODE, PEOPLE, SECRET, START, set_up, started
from table_helpers import Played as Sat

from pioche.core.state import CLOCK
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import (
    BOT_GRACE,
    BOTS_PAUSE,
    DAY,
    IDLE_TIMEOUT,
    MINUTE,
    OPEN_TIMEOUT,
    build_times,
    find_due_time,
    tick,
)
from pioche.tables.judge import judge_bot, make_bot_move_id
from pioche.tables.opening import open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table

ADA, BEA, CEM, _ = PEOPLE
KEEP = 365 * DAY


def test_time_runs_for_who_is_to_move_and_every_turn_adds_the_increment() -> None:
    table = started("no-thanks", clock=Clock(60, 5))
    table.now += 10_000
    table.ask(ADA, c.Play, move="pass")
    assert build_times(table.table).banks == (55_000, 60_000, 60_000)
    assert build_times(table.table).running == (1,)
    table.now += 20_000
    table.ask(CEM, c.Say, text="Well?")  # time runs on while others talk
    assert build_times(table.table).banks == (55_000, 40_000, 60_000)


def test_several_steps_of_one_turn_are_one_turn() -> None:
    """Ada takes the card and is to move again: no increment in between."""
    table = started("no-thanks", clock=Clock(60, 5))
    table.now += 10_000
    table.ask(ADA, c.Play, move="take")
    assert table.table.state is not None
    assert table.table.state.actors() == (0,)
    assert build_times(table.table).banks == (50_000, 60_000, 60_000)
    table.now += 10_000
    table.ask(ADA, c.Play, move="pass")
    assert build_times(table.table).banks == (45_000, 60_000, 60_000)


def test_who_runs_out_of_time_is_played_on_for_and_comes_back_with_a_little() -> None:
    table = started("no-thanks", clock=Clock(60, 5))
    assert find_due_time(table.table, KEEP) == START + 60_000
    assert tick(table.table, START + 59_999) is None
    entry = tick(table.table, START + 60_000)
    assert isinstance(entry, e.TimeRanOut)
    assert entry.seat == 0
    table.now = START + 60_000
    table.add(entry)
    assert table.table.bots_to_act() == [0]
    assert find_due_time(table.table, KEEP) == table.now + BOT_GRACE
    table.now += 1_000
    table.add(judge_bot(table.table, 0, "take", make_bot_move_id(table.table, 0), table.now))
    table.ask(ADA, c.Return)
    assert table.table.seats[0].bank == 30_000
    assert find_due_time(table.table, KEEP) == table.now + 30_000


def test_nobody_gains_time_by_leaving_and_coming_back() -> None:
    table = started("no-thanks", clock=Clock(60, 5))
    for _ in range(2):
        table.now += 25_000
        table.ask(ADA, c.Leave)
        table.ask(ADA, c.Return)
    assert table.table.seats[0].bank == 10_000
    assert find_due_time(table.table, KEEP) == table.now + 10_000


def test_a_bank_stands_still_while_a_bot_plays() -> None:
    table = started("no-thanks", clock=Clock(60, 5))
    table.now += 10_000
    table.ask(ADA, c.Leave)
    table.now += 10_000
    table.ask(BEA, c.Say, text="Where is she?")
    assert build_times(table.table).banks == (50_000, 60_000, 60_000)
    assert build_times(table.table).running == ()


def test_a_bot_or_a_stand_in_has_no_clock() -> None:
    table = set_up("no-thanks", 3, Clock(60))
    table.ask(ADA, c.AddBot, level="novice")
    table.ask(ADA, c.AddBot, level="novice")
    table.ask(ADA, c.Start)
    table.ask(ADA, c.Play, move="pass")
    table.now += 10**7
    assert tick(table.table, table.now) is None


def test_a_table_without_a_clock_may_last_for_weeks_but_not_for_ever() -> None:
    table = started("no-thanks")
    assert tick(table.table, START + 50 * DAY) is None
    assert find_due_time(table.table, KEEP) == START + IDLE_TIMEOUT
    closing = tick(table.table, START + IDLE_TIMEOUT)
    assert isinstance(closing, e.Closed)
    table.add(closing)
    assert (table.table.phase, table.table.abandoned) == ("over", True)
    assert find_due_time(table.table, KEEP) == START + IDLE_TIMEOUT + KEEP


def test_a_table_that_nobody_starts_is_closed() -> None:
    table = set_up("gap")
    assert find_due_time(table.table, KEEP) == START + OPEN_TIMEOUT
    assert isinstance(tick(table.table, START + OPEN_TIMEOUT), e.Closed)


def test_a_race_ends_by_its_own_clock_RJV_12() -> None:
    table = started("rouge-jaune-vert", round_seconds=60)
    assert build_times(table.table).race == 60_000
    table.now += 45_000
    table.ask(ADA, c.Play, move="grab 3")
    assert build_times(table.table).race == 15_000
    assert tick(table.table, START + 59_999) is None
    entry = tick(table.table, START + 60_000)
    assert isinstance(entry, e.Played)
    assert (entry.seat, entry.move) == (CLOCK, "time")
    table.add(entry)
    assert build_times(table.table).race is None
    assert table.table.state is not None
    assert table.table.state.dump()["phase"] == "points"


def test_no_bank_runs_in_a_race_and_it_does_while_points_are_chosen() -> None:
    table = started("rouge-jaune-vert", clock=Clock(20), round_seconds=60)
    assert find_due_time(table.table, KEEP) == START + 60_000
    table.now = START + 60_000
    entry = tick(table.table, table.now)
    assert entry is not None
    table.add(entry)
    assert build_times(table.table).banks == (20_000, 20_000, 20_000)
    assert find_due_time(table.table, KEEP) == table.now + 20_000


def test_the_clock_of_every_race_starts_anew() -> None:
    table = started("rouge-jaune-vert", round_seconds=60)
    for race in range(1, 6):
        table.now += 60_000
        entry = tick(table.table, table.now)
        assert entry is not None
        table.add(entry)
        while table.table.race_since is None and table.table.phase == "running":
            state = table.table.state
            assert state is not None
            (seat,) = state.actors()
            table.now += 1_000
            table.ask(PEOPLE[seat], c.Play, move=state.game.text(state.legal(seat)[0]))
        if race < 5:
            assert table.table.race_since == table.now
    assert table.table.phase == "over"


def test_time_never_runs_backwards() -> None:
    table = started("no-thanks", clock=Clock(60))
    table.now -= 30_000  # another machine's clock is late
    table.ask(ADA, c.Play, move="pass")
    assert table.table.at == START
    assert build_times(table.table).banks == (60_000, 60_000, 60_000)


def minutes_left(table: Sat) -> float | None:
    left = build_times(table.table).game
    return None if left is None else left / MINUTE


def test_an_agreed_time_runs_from_the_first_deal_on() -> None:
    """GAP-4"""
    table = started("gap", minutes=5)
    assert find_due_time(table.table, KEEP) == START + 5 * MINUTE
    assert minutes_left(table) == 5
    assert build_times(table.table).race is None
    table.now += MINUTE
    play_any(table)
    assert minutes_left(table) == 4
    assert tick(table.table, START + 5 * MINUTE - 1) is None


def test_when_the_time_is_up_the_round_being_played_is_the_last() -> None:
    """GAP-4"""
    table = started("gap", minutes=5)
    table.now += 5 * MINUTE
    entry = tick(table.table, table.now)
    assert entry == e.Played(at=table.now, seat=CLOCK, move="time")
    table.add(entry)
    state = table.table.state
    assert state is not None and state.dump()["last"] == 1
    assert minutes_left(table) is None
    assert tick(table.table, table.now) is None
    assert find_due_time(table.table, KEEP) == table.now + IDLE_TIMEOUT
    while table.table.phase == "running":
        play_any(table)
    assert state.dump()["round"] >= 1
    assert table.table.build_record().moves[0].text == "time"
    table.table.build_record().verify(table.table.game)


def test_an_agreed_time_and_the_banks_of_seats_run_side_by_side() -> None:
    """GAP-4"""
    table = started("gap", clock=Clock(600, 0), minutes=5)
    (first,) = table.table.state.actors() if table.table.state else ()
    table.now += 5 * MINUTE
    entry = tick(table.table, table.now)
    assert isinstance(entry, e.Played)
    table.add(entry)
    assert build_times(table.table).running == (first,)
    assert build_times(table.table).banks == tuple(
        300_000 if seat == first else 600_000 for seat in range(3)
    )


def play_any(table: Sat) -> None:
    """The first legal move of whoever has one."""
    state = table.table.state
    assert state is not None
    seat = state.actors()[0]
    move = state.game.text(state.legal(seat)[0])
    table.ask(PEOPLE[seat], c.Play, move=move)


def bots_alone(game: str, **options: int) -> Sat:
    """A running table of two bots, where no person plays."""
    table = Sat(Table(CODE, SECRET))
    bots = ("regular", "regular")
    table.add(open_table(Settings(game, 2, options), ADA, START, bots=bots, sits=False))
    table.ask(ADA, c.Start)
    return table


def play_bot(table: Sat) -> None:
    """The first bot that may act makes its first legal move."""
    state = table.table.state
    assert state is not None
    seat = table.table.bots_to_act()[0]
    id = make_bot_move_id(table.table, seat)
    table.add(judge_bot(table.table, seat, state.game.text(state.legal(seat)[0]), id, table.now))


def test_the_clock_of_a_race_waits_for_bots_who_stand_still_as_nobody_looks() -> None:
    table = bots_alone("rouge-jaune-vert", round_seconds=60)
    assert find_due_time(table.table, KEEP) == START + IDLE_TIMEOUT
    table.now = START + 30 * MINUTE  # then somebody comes, and the bots play on
    assert tick(table.table, table.now) is None
    play_bot(table)
    left = build_times(table.table).race
    assert left == 60_000 - BOTS_PAUSE
    while left > BOTS_PAUSE:
        assert find_due_time(table.table, KEEP) == table.table.active_at + IDLE_TIMEOUT
        table.now += BOTS_PAUSE
        play_bot(table)
        left -= BOTS_PAUSE
    assert build_times(table.table).race == left
    assert find_due_time(table.table, KEEP) == table.now + left
    assert isinstance(tick(table.table, table.now + left), e.Played)


def test_an_agreed_time_stands_still_with_the_bots_too() -> None:
    table = bots_alone("gap", minutes=5)
    table.now += 60 * MINUTE
    assert tick(table.table, table.now) is None
    play_bot(table)
    assert build_times(table.table).game == 5 * MINUTE - BOTS_PAUSE


def test_the_clock_of_a_race_does_not_wait_for_bots_that_play_with_people() -> None:
    table = set_up("rouge-jaune-vert", round_seconds=60)
    table.ask(ADA, c.AddBot, seat=1, level="regular")
    table.ask(ADA, c.Start)
    assert find_due_time(table.table, KEEP) == START + BOT_GRACE
    assert isinstance(tick(table.table, START + MINUTE), e.Played)
