"""Rules of a table that nobody can use against somebody else (docs/server.md, "Manners")."""

import random
import re
from pathlib import Path

import pytest
from table_helpers import PEOPLE, SECRET, START, Played, Someone, set_up, started

from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import AWAY_LONG, COVER_AFTER, DAY, tick
from pioche.tables.judge import CommandRefused, judge, judge_bot, make_bot_move_id
from pioche.tables.opening import open_rematch, open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table

ADA, BEA, CEM, DUA = PEOPLE


def duel(clock: Clock | None = None) -> Played:
    """Two people at Gap, of whom Ada is to move."""
    table = started("gap", 2, clock)
    while table.table.state is not None and table.table.state.actors() != (0,):
        table.move(random.Random(1))
    return table


def play_any(table: Played, who: Someone) -> None:
    """The first legal move of somebody."""
    state, seat = table.table.state, table.table.seat_of(who.id)
    assert state is not None and seat is not None
    table.ask(who, c.Play, move=state.game.text(state.legal(seat)[0]))


def play_bot(table: Played, seat: int) -> None:
    """A move of the bot that plays for a seat."""
    state = table.table.state
    assert state is not None
    move = state.game.text(state.legal(seat)[0])
    id = make_bot_move_id(table.table, seat)
    table.add(judge_bot(table.table, seat, move, id, table.now))


# -- M-1: with a clock, the clock decides ------------------------------------------------


def test_with_a_clock_nobody_may_cover_anybody() -> None:
    """M-1"""
    table = duel(Clock(24 * 3600))
    table.now += COVER_AFTER
    assert table.denied(BEA, c.Cover, seat=0) == "clock-decides"
    table.now += 8 * 3_600_000
    assert table.denied(BEA, c.Cover, seat=0) == "clock-decides"
    assert table.table.seats[0].away is None


def test_without_a_clock_a_table_waits_a_quarter_of_an_hour() -> None:
    """M-1"""
    table = duel()
    table.now += COVER_AFTER - 1
    assert table.denied(BEA, c.Cover, seat=0) == "not-waiting"
    table.now += 1
    table.ask(BEA, c.Cover, seat=0)
    assert table.table.seats[0].away == "covered"


def test_to_leave_and_come_back_before_the_bot_moves_gains_no_time() -> None:
    """M-1"""
    table = duel(Clock(60))
    for _ in range(10):
        table.now += 1000
        table.ask(ADA, c.Leave)
        table.now += 2000
        table.ask(ADA, c.Return)
    assert table.table.seats[0].bank == 30_000


def test_who_comes_back_after_the_bot_has_moved_is_not_charged_for_it() -> None:
    """M-1"""
    table = duel(Clock(60))
    table.now += 1000
    table.ask(ADA, c.Leave)
    while table.table.seats[0].moves == table.table.seats[0].moves_when_left:
        play_bot(table, 0)
    table.now += 200_000
    table.ask(ADA, c.Return)
    assert table.table.seats[0].bank >= 59_000


def test_a_full_log_takes_nobody_the_seat_for_good() -> None:
    """M-1"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    while not table.table.is_log_full:
        table.table.apply_entry(e.Emoted(at=table.now, by=BEA.id, seat=1, name="Bea", emote="wow"))
    assert table.denied(ADA, c.Return) == "log-full"
    while table.table.seats[0].moves == table.table.seats[0].moves_when_left:
        play_bot(table, 0)
    table.ask(ADA, c.Return)
    assert table.table.seats[0].away is None
    table.ask(ADA, c.Leave)
    assert table.denied(ADA, c.Return) == "log-full"  # once for each move of the bot


# -- M-2: who has to agree to end a game -------------------------------------------------


def test_who_was_covered_has_to_agree_to_the_end() -> None:
    """M-2"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"
    table.ask(ADA, c.Abandon)  # also without taking the seat back
    assert (table.table.phase, table.table.abandoned) == ("over", True)


def test_whose_flag_fell_has_to_agree_to_the_end() -> None:
    """M-2"""
    table = duel(Clock(60))
    table.now += 60_000
    fallen = tick(table.table, table.now)
    assert isinstance(fallen, e.TimeRanOut)
    table.add(fallen)
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"


def test_who_has_been_away_for_a_week_need_not_be_asked() -> None:
    """M-2"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    table.now += AWAY_LONG - 1
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"
    table.ask(BEA, c.Say, text="Anybody?")
    table.now += 1
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "over"
    assert AWAY_LONG == 7 * DAY


def test_who_came_back_in_between_has_to_be_asked_again() -> None:
    """M-2"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    table.now += AWAY_LONG
    table.ask(ADA, c.Return)
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"


def test_who_leaves_hands_the_decision_to_those_who_stay() -> None:
    """M-2"""
    table = started("no-thanks")
    table.ask(CEM, c.Leave)
    table.ask(ADA, c.Abandon)
    assert table.table.phase == "running"
    table.ask(BEA, c.Abandon)
    assert (table.table.phase, table.table.abandoned) == ("over", True)


def test_who_was_covered_may_leave_the_decision_to_those_who_stay() -> None:
    """M-2"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"
    table.ask(ADA, c.Leave)
    assert table.table.phase == "running"  # it only hands the decision on
    table.ask(BEA, c.Abandon)
    assert table.table.abandoned


def test_somebody_alone_with_bots_may_end_the_game() -> None:
    """M-2"""
    table = set_up("no-thanks")
    for _ in range(2):
        table.ask(ADA, c.AddBot, level="novice")
    table.ask(ADA, c.Start)
    table.ask(ADA, c.Abandon)
    assert table.table.phase == "over"


# -- M-3: a wish to end lapses when anything happens -------------------------------------


def test_a_flag_that_falls_ends_no_game_for_which_others_have_asked() -> None:
    """M-3"""
    table = duel(Clock(60))
    table.ask(BEA, c.Abandon)
    table.now += 60_000
    fallen = tick(table.table, table.now)
    assert isinstance(fallen, e.TimeRanOut)
    table.add(fallen)
    assert table.table.phase == "running"
    assert not table.table.seats[1].wants_end


def test_a_player_who_leaves_ends_no_game_for_which_others_have_asked() -> None:
    """M-3"""
    table = started("no-thanks")
    table.ask(ADA, c.Abandon)
    table.ask(BEA, c.Abandon)
    table.ask(CEM, c.Leave)
    assert table.table.phase == "running"
    assert not any(seat.wants_end for seat in table.table.seats)


def test_a_move_of_anybody_lets_all_wishes_lapse() -> None:
    """M-3: else the other could accept an old wish when the game has turned."""
    table = duel()
    table.ask(BEA, c.Abandon)
    play_any(table, ADA)
    assert not table.table.seats[1].wants_end
    assert table.table.info_changed_seq == table.table.seq  # so that all are told
    table.ask(ADA, c.Abandon)
    assert table.table.phase == "running"


def test_a_move_of_a_bot_and_who_comes_back_let_all_wishes_lapse() -> None:
    """M-3"""
    table = duel()
    table.now += COVER_AFTER
    table.ask(BEA, c.Cover, seat=0)
    table.ask(BEA, c.Abandon)
    play_bot(table, 0)
    assert not table.table.seats[1].wants_end
    table.ask(BEA, c.Abandon)
    table.ask(ADA, c.Return)
    assert not table.table.seats[1].wants_end


def test_to_talk_lets_no_wish_lapse() -> None:
    """M-3"""
    table = duel()
    table.ask(BEA, c.Abandon)
    table.ask(BEA, c.Say, text="Shall we stop?")
    table.ask(ADA, c.Emote, emote="think")
    assert table.table.seats[1].wants_end
    table.ask(ADA, c.Abandon)
    assert table.table.phase == "over"


# -- M-4: nobody is started into a game --------------------------------------------------


def rematch_of(table: Played, host: Someone) -> Played:
    """The rematch that somebody asks for."""
    table.add(e.Closed(at=table.now))
    again = Played(Table("x" * 12, SECRET), now=table.now)
    again.add(open_rematch(table.table, host, table.now))
    return again


def test_a_rematch_waits_until_all_have_accepted() -> None:
    """M-4"""
    again = rematch_of(started("no-thanks"), BEA)
    assert [seat.name for seat in again.table.seats] == ["Bea", "Cem", "Ada"]
    assert [seat.ready for seat in again.table.seats] == [True, False, False]  # Bea has asked
    with pytest.raises(CommandRefused) as caught:
        again.ask(BEA, c.Start)
    assert caught.value.code == "not-accepted"
    assert caught.value.params == {"names": "Cem, Ada"}
    again.ask(CEM, c.Ready)
    assert again.denied(BEA, c.Start) == "not-accepted"
    again.ask(ADA, c.Ready)
    again.ask(BEA, c.Start)
    assert again.table.phase == "running"


def test_who_does_not_accept_a_rematch_can_be_left_out() -> None:
    """M-4"""
    again = rematch_of(started("no-thanks", 4), ADA)
    for person in (BEA, CEM):
        again.ask(person, c.Ready)
    assert again.denied(ADA, c.Start) == "not-accepted"
    seat = again.table.seat_of(DUA.id)
    again.ask(ADA, c.Remove, seat=seat)
    again.ask(ADA, c.Start)
    assert [seat.name for seat in again.table.seats] == ["Bea", "Cem", "Ada"]


def test_who_has_accepted_a_rematch_has_not_accepted_other_settings() -> None:
    """M-4"""
    again = rematch_of(started("no-thanks"), ADA)
    again.ask(BEA, c.Ready)
    again.ask(CEM, c.Ready)
    again.ask(ADA, c.ChangeSettings, settings=Settings("no-thanks", 3, clock=Clock(5)))
    assert again.denied(ADA, c.Start) == "not-accepted"


def test_bots_and_those_who_sat_down_themselves_have_accepted() -> None:
    """M-4"""
    table = set_up("no-thanks", 4)
    table.ask(BEA, c.Sit)
    table.ask(ADA, c.AddBot, level="novice")
    table.ask(ADA, c.Start)  # nobody here is ready, but all have sat down
    again = rematch_of(table, ADA)
    assert again.denied(ADA, c.Start) == "not-accepted"
    again.ask(BEA, c.Leave)
    again.ask(BEA, c.Sit)
    again.ask(ADA, c.Start)
    assert again.table.phase == "running"


def test_nobody_is_started_into_other_settings_than_they_sat_down_for() -> None:
    """M-4"""
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    table.ask(BEA, c.Ready)
    table.ask(ADA, c.ChangeSettings, settings=Settings("code", 3, clock=Clock(5)))
    assert [seat.build_info().awaited for seat in table.table.seats] == [False, True, False]
    assert table.denied(ADA, c.Start) == "not-accepted"
    table.ask(CEM, c.Sit)  # who comes now knows what is played
    assert table.denied(ADA, c.Start) == "not-accepted"
    table.ask(BEA, c.Ready)
    table.ask(ADA, c.Start)
    assert table.table.phase == "running"


def test_who_has_been_left_out_of_other_settings_may_come_back() -> None:
    """M-4"""
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    table.ask(ADA, c.ChangeSettings, settings=Settings("gap", 3, clock=Clock(5)))
    table.ask(ADA, c.Remove, seat=1)
    table.ask(BEA, c.Sit)
    table.ask(ADA, c.Start)
    assert table.table.phase == "running"


def test_one_accepts_only_settings_that_one_has_seen() -> None:
    """M-4"""
    table = set_up("gap", 2)
    table.ask(BEA, c.Sit)
    seen = table.table.seq
    table.ask(ADA, c.ChangeSettings, settings=Settings("gap", 2, clock=Clock(5)))
    assert table.denied(BEA, c.Ready, seq=seen) == "settings-changed"
    table.ask(BEA, c.Ready, seq=table.table.seq)
    table.ask(ADA, c.Start)


def test_who_begins_may_change_without_being_accepted() -> None:
    """M-4: it is no other game."""
    table = set_up("gap", 2)
    table.ask(BEA, c.Sit)
    settings = table.table.settings.with_first(1)
    table.ask(ADA, c.ChangeSettings, settings=settings)
    table.ask(ADA, c.Start)


def test_a_host_who_only_watched_is_not_seated_by_a_rematch_and_waits_like_all() -> None:
    """M-4"""
    table = Played(Table("y" * 12, SECRET))
    settings = Settings("gap", 2)
    table.add(open_table(settings, ADA, START, sits=False))
    table.ask(BEA, c.Sit)
    table.ask(CEM, c.Sit)
    table.ask(ADA, c.Start)
    again = rematch_of(table, ADA)
    assert again.denied(ADA, c.Start) == "not-accepted"
    again.ask(BEA, c.Ready)
    again.ask(CEM, c.Ready)
    again.ask(ADA, c.Start)
    assert again.table.phase == "running"


def test_a_table_that_never_began_has_no_rematch() -> None:
    """M-4: else one could seat the same people again and again."""
    again = rematch_of(started("no-thanks"), ADA)
    again.ask(ADA, c.Abandon)
    assert again.table.phase == "over"
    assert again.denied(ADA, c.Rematch) == "never-began"


# -- logs of earlier versions ------------------------------------------------------------


def fold(table: Played, *entries: dict[str, object]) -> Table:
    """The table after entries as an earlier version wrote them."""
    for entry in entries:
        stored = {"at": table.now, **entry}
        table.add(e.decode_entry(e.entry_encoder.encode(stored)))
    return table.table


def test_a_game_that_was_abandoned_by_earlier_rules_stays_abandoned() -> None:
    """M-2, M-3: what a log says has happened."""
    asked = [{"type": "abandon", "seat": seat} for seat in range(3)]
    assert fold(started("no-thanks"), *asked).phase == "over"
    left = {"type": "left", "seat": 2}
    assert fold(started("no-thanks"), *asked[:2], left).phase == "over"
    covered = {"type": "covered", "seat": 0}
    assert fold(started("no-thanks"), covered, asked[1], asked[2]).phase == "over"
    ran_out = {"type": "ran-out", "seat": 0}
    assert fold(started("no-thanks", clock=Clock(60)), asked[1], asked[2], ran_out).phase == "over"
    played = {"type": "played", "seat": 0, "move": "pass"}
    after_a_move = fold(started("no-thanks"), asked[1], asked[2], played, asked[0])
    assert after_a_move.phase == "over"


def test_a_cover_by_earlier_rules_and_a_rematch_that_was_started_stay() -> None:
    """M-1, M-4: what a log says has happened."""
    covered = fold(duel(Clock(24 * 3600)), {"type": "covered", "seat": 0})
    assert covered.seats[0].away == "covered"
    again = rematch_of(started("no-thanks"), ADA)
    assert fold(again, {"type": "started", "seats": [0, 1, 2]}).phase == "running"


def test_an_old_wish_to_end_still_needs_all_others() -> None:
    """M-2: asked under earlier rules, answered under these."""
    table = duel()
    fold(table, {"type": "abandon", "seat": 1})
    entry = judge(table.table, c.Abandon(id="x"), ADA, table.now)
    assert isinstance(entry, e.AskedToEnd)
    table.add(entry)
    assert table.table.phase == "over"


def test_every_clause_has_a_test() -> None:
    folder = Path(__file__).parent
    tests = "".join((folder / f"test_{name}.py").read_text() for name in ("manners", "speakers"))
    clauses = re.findall(
        r"^\| (M-\d+) \|", (folder.parents[1] / "docs/server.md").read_text(), re.M
    )
    assert len(clauses) == 5
    assert all(re.search(rf"{clause}\b", tests) for clause in clauses)
