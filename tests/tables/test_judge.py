"""What people may do at a table, and when."""

import pytest
from table_helpers import CODE, PEOPLE, SECRET, Played, Someone, set_up, started

from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.clock import COVER_AFTER
from pioche.tables.judge import CommandRefused
from pioche.tables.opening import open_rematch, open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table

ADA, BEA, CEM, DUA = PEOPLE
STRANGER = Someone("stranger", "Zed")


def test_people_sit_where_they_like_or_at_the_first_free_seat() -> None:
    table = set_up("gap", 4)
    table.ask(BEA, c.Sit, seat=2)
    table.ask(CEM, c.Sit)
    assert [seat.name for seat in table.table.seats] == ["Ada", "Cem", "Bea", None]
    assert table.denied(DUA, c.Sit, seat=2) == "seat-taken"
    assert table.denied(DUA, c.Sit, seat=7) == "no-such-seat"
    assert table.denied(BEA, c.Sit) == "already-seated"


def test_a_full_table_says_so() -> None:
    table = set_up("gap", 2)
    table.ask(BEA, c.Sit)
    assert table.denied(CEM, c.Sit) == "table-full"


def test_two_people_of_one_name_can_be_told_apart() -> None:
    table = set_up("gap", 3)
    table.ask(Someone("other", "Ada"), c.Sit)
    assert table.table.seats[1].name == "Ada 2"


def test_only_the_host_seats_bots_removes_changes_and_starts() -> None:
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    assert table.denied(BEA, c.AddBot, level="novice") == "not-host"
    assert table.denied(BEA, c.Remove, seat=0) == "not-host"
    assert table.denied(BEA, c.ChangeSettings, settings=Settings("gap", 2)) == "not-host"
    assert table.denied(BEA, c.Start) == "not-host"
    table.ask(ADA, c.AddBot, level="novice")
    assert table.table.seats[2].bot == "novice"
    name = table.table.seats[2].name
    table.ask(ADA, c.AddBot, level="master", seat=2)
    assert (table.table.seats[2].bot, table.table.seats[2].name) == ("master", name)
    assert table.denied(ADA, c.AddBot, level="novice", seat=1) == "seat-taken"
    table.ask(ADA, c.Remove, seat=2)
    assert table.denied(ADA, c.Remove, seat=2) == "seat-free"


def test_bots_have_names_of_their_own_even_where_a_person_has_one() -> None:
    table = set_up("code", 8)
    for _ in range(7):
        table.ask(ADA, c.AddBot, level="novice")
    names = [seat.name for seat in table.table.seats]
    assert len(set(names)) == 8


def test_settings_must_be_good_and_cost_nobody_the_seat() -> None:
    table = set_up("gap", 4)
    table.ask(BEA, c.Sit, seat=3)
    assert table.denied(ADA, c.ChangeSettings, settings=Settings("chess", 2)) == "bad-settings"
    assert table.denied(ADA, c.ChangeSettings, settings=Settings("gap", 7)) == "bad-settings"
    too_high = Settings("gap", 4, {"target": 100_000})
    assert table.denied(ADA, c.ChangeSettings, settings=too_high) == "bad-settings"
    assert table.denied(ADA, c.ChangeSettings, settings=Settings("gap", 3)) == "seats-in-use"
    table.ask(BEA, c.Ready)
    table.ask(ADA, c.ChangeSettings, settings=Settings("no-thanks", 5))
    assert [seat.name for seat in table.table.seats] == ["Ada", None, None, "Bea", None]
    assert not table.table.seats[3].ready  # for these settings nobody has said so


def test_before_the_start_one_may_appear_with_another_name() -> None:
    table = set_up("gap", 4)
    table.ask(BEA, c.Sit)
    entry = table.ask(Someone(BEA.id, "Zoé", "owl"), c.Rename)
    assert isinstance(entry, e.Renamed)
    assert (entry.before, entry.name) == ("Bea", "Zoé")
    assert (table.table.seats[1].name, table.table.seats[1].avatar) == ("Zoé", "owl")
    table.ask(Someone(BEA.id, "Ada"), c.Rename)
    assert table.table.seats[1].name == "Ada 2"  # nobody is called like somebody else there
    assert table.denied(CEM, c.Rename) == "not-seated"
    table.ask(ADA, c.Start)
    assert table.denied(BEA, c.Rename) == "not-open"


def test_a_start_needs_enough_players_and_takes_free_seats_away() -> None:
    table = set_up("no-thanks", 6)
    table.ask(BEA, c.Sit, seat=3)
    assert table.denied(ADA, c.Start) == "too-few"
    table.ask(CEM, c.Sit, seat=5)
    table.ask(ADA, c.Start)
    assert [seat.name for seat in table.table.seats] == ["Ada", "Bea", "Cem"]
    assert table.table.settings.seats == 3
    assert table.table.phase == "running"
    assert table.denied(ADA, c.Start) == "not-open"
    assert table.denied(DUA, c.Sit) == "not-open"


def test_who_hosts_and_leaves_passes_it_on_and_the_last_closes_the_table() -> None:
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    table.ask(ADA, c.Leave)
    assert table.table.host == BEA.id
    table.ask(BEA, c.Leave)
    assert table.table.phase == "over"
    assert table.table.abandoned
    assert table.denied(ADA, c.Sit) == "already-over"


def test_nobody_plays_for_a_seat_that_is_not_theirs() -> None:
    table = started("no-thanks")
    assert table.denied(STRANGER, c.Play, move="take") == "not-seated"
    assert table.denied(BEA, c.Play, move="take") == "not-your-turn"
    assert table.denied(ADA, c.Play, move="fly") == "bad-move"
    table.ask(ADA, c.Play, move="take")


def test_a_refusal_of_the_rules_names_its_clause() -> None:
    table = started("no-thanks")
    with pytest.raises(CommandRefused) as caught:
        table.ask(BEA, c.Play, move="take")
    assert caught.value.clause is not None
    assert caught.value.clause.startswith("NT-")


def test_who_leaves_in_the_game_is_played_on_for_and_may_come_back() -> None:
    table = started("no-thanks")
    table.ask(ADA, c.Leave)
    seat = table.table.seats[0]
    assert (seat.away, seat.level, table.table.bots_to_act()) == ("left", "regular", [0])
    assert table.denied(ADA, c.Play, move="take") == "away"
    assert table.denied(BEA, c.Return) == "not-away"
    table.ask(ADA, c.Return)
    assert table.table.bots_to_act() == []
    table.ask(ADA, c.Play, move="take")


def test_a_bot_may_be_asked_for_after_a_long_wait_at_a_table_without_a_clock() -> None:
    table = started("no-thanks")
    assert table.denied(BEA, c.Cover, seat=0) == "not-waiting"
    table.now += COVER_AFTER
    assert table.denied(BEA, c.Cover, seat=2) == "not-waiting"  # nobody waits for Cem
    assert table.denied(STRANGER, c.Cover, seat=0) == "not-seated"
    table.ask(BEA, c.Cover, seat=0)
    assert table.table.seats[0].away == "covered"


def test_a_game_is_abandoned_when_all_who_still_play_ask_for_it() -> None:
    table = started("no-thanks")
    table.ask(ADA, c.Abandon)
    table.ask(BEA, c.Abandon)
    assert table.table.phase == "running"
    table.ask(CEM, c.Abandon)
    assert table.table.phase == "over"
    assert table.table.abandoned
    record = table.table.build_record()
    assert record.outcome is None
    record.verify(table.table.game)


def test_who_plays_on_has_changed_their_mind_about_ending() -> None:
    table = started("no-thanks")
    table.ask(ADA, c.Abandon)
    table.ask(ADA, c.Play, move="take")
    assert not table.table.seats[0].wants_end


def test_only_those_at_the_table_speak() -> None:
    table = started("no-thanks")
    table.ask(BEA, c.Say, text="Hello")
    table.ask(CEM, c.Emote, emote="wow")
    assert table.denied(STRANGER, c.Say, text="Psst") == "not-seated"
    said = [(line.name, line.text, line.emote) for line in table.table.chat]
    assert said == [("Bea", "Hello", None), ("Cem", None, "wow")]


def test_a_host_who_does_not_sit_may_watch_bots_speak_and_end_it() -> None:
    watched = Table(CODE, SECRET)
    watched.apply_entry(open_table(Settings("gap", 2), ADA, 1, ["novice", "novice"], sits=False))
    table = Played(watched)
    table.ask(ADA, c.Start)
    table.ask(ADA, c.Say, text="Go!")
    assert table.denied(ADA, c.Play, move="pass") == "not-seated"
    table.ask(ADA, c.Abandon)
    assert watched.phase == "over"


def test_a_rematch_has_the_same_people_each_a_seat_further() -> None:
    table = started("no-thanks", 4)
    assert table.denied(ADA, c.Rematch) == "not-over"
    table.add(e.Closed(at=table.now))
    assert table.denied(STRANGER, c.Rematch) == "not-seated"
    entry = open_rematch(table.table, BEA, table.now)
    new = Table.from_log("x" * 12, SECRET, [entry])
    assert [seat.name for seat in new.seats] == ["Bea", "Cem", "Dua", "Ada"]
    assert (new.host, new.settings) == (BEA.id, table.table.settings)
    table.add(e.RematchCreated(at=table.now, table="x" * 12))
    assert table.denied(CEM, c.Rematch) == "followed"


def test_a_table_set_up_with_bots_is_full_at_some_point() -> None:
    with pytest.raises(CommandRefused, match="table-full"):
        open_table(Settings("gap", 2), ADA, 1, ["novice", "novice"])
    with pytest.raises(CommandRefused, match="bad-settings"):
        open_table(Settings("gap", 9), ADA, 1)


def test_a_clock_is_part_of_the_settings() -> None:
    table = started("no-thanks", clock=Clock(60, 5))
    assert [seat.bank for seat in table.table.seats] == [60_000] * 3
