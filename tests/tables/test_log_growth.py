"""A log grows by what happens, and not by what people say again and again."""

import random
from dataclasses import asdict
from typing import Any

import msgspec
import pytest
from table_helpers import CODE, PEOPLE, SECRET, Played, set_up, started

from pioche.catalog import games
from pioche.tables import clock
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import judge
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import MAX_OTHER_ENTRIES, Table

ADA, BEA, CEM, DUA = PEOPLE
KEEP = 365 * clock.DAY


def ask_again(table: Played, who: Any, command: c.Command) -> e.Entry | None:
    """What a command becomes on a table as it is."""
    return judge(table.table, command, who, table.now)


# -- what changes nothing ----------------------------------------------------------------


def test_to_be_ready_twice_is_one_entry() -> None:
    table = set_up("no-thanks")
    assert ask_again(table, ADA, c.Ready(id="x", ready=False)) is None
    table.ask(ADA, c.Ready)
    assert ask_again(table, ADA, c.Ready(id="y")) is None
    assert ask_again(table, ADA, c.Ready(id="z", ready=False)) is not None


def test_the_same_name_and_avatar_are_no_entry() -> None:
    table = set_up("no-thanks")
    assert ask_again(table, ADA, c.Rename(id="x")) is None
    other = type(ADA)(ADA.id, ADA.name, "owl")
    assert ask_again(table, other, c.Rename(id="y")) is not None


def test_who_shares_a_name_with_somebody_keeps_the_number_behind_it() -> None:
    table, namesake = set_up("no-thanks"), type(BEA)(BEA.id, ADA.name)
    table.ask(namesake, c.Sit)
    assert table.table.seats[1].name == "Ada 2"
    assert ask_again(table, namesake, c.Rename(id="x")) is None


def test_equal_settings_are_no_entry() -> None:
    table = set_up("no-thanks")
    same = Settings("no-thanks", 3)
    assert ask_again(table, ADA, c.ChangeSettings(id="x", settings=same)) is None
    other = msgspec.structs.replace(same, listed=True)
    assert ask_again(table, ADA, c.ChangeSettings(id="y", settings=other)) is not None


def test_a_bot_of_the_level_it_has_is_no_entry() -> None:
    table = set_up("no-thanks")
    table.ask(ADA, c.AddBot, level="novice", seat=1)
    assert ask_again(table, ADA, c.AddBot(id="x", level="novice", seat=1)) is None
    assert ask_again(table, ADA, c.AddBot(id="y", level="expert", seat=1)) is not None
    assert ask_again(table, ADA, c.AddBot(id="z", level="novice")) is not None  # one more


def test_to_leave_twice_is_one_entry() -> None:
    table = started("no-thanks")
    table.ask(ADA, c.Leave)
    assert ask_again(table, ADA, c.Leave(id="x")) is None


def test_to_ask_for_the_end_twice_is_one_entry_until_a_move_takes_it_back() -> None:
    table = started("no-thanks")
    table.ask(ADA, c.Abandon)
    assert ask_again(table, ADA, c.Abandon(id="x")) is None
    table.ask(ADA, c.Play, move="take")
    assert ask_again(table, ADA, c.Abandon(id="y")) is not None


def test_what_does_not_hold_is_refused_even_if_it_would_change_nothing() -> None:
    table = set_up("no-thanks")
    table.ask(BEA, c.Sit)
    assert table.denied(BEA, c.ChangeSettings, settings=Settings("no-thanks", 3)) == "not-host"
    assert table.denied(CEM, c.Ready, ready=False) == "not-seated"


# -- a log that is full ------------------------------------------------------------------


def fill(table: Played) -> None:
    """Chat until the log is full."""
    while not table.table.is_log_full:
        table.table.apply_entry(e.Said(at=table.now, by=ADA.id, seat=0, name="Ada", text="Hm"))


def test_only_what_is_no_move_fills_a_log() -> None:
    table, chance = started("no-thanks"), random.Random(1)
    others = table.table.other_entries
    assert others == len(table.log) == 4
    while table.table.phase == "running":
        table.move(chance)
    assert table.table.other_entries == others < table.table.seq


def test_at_a_table_whose_log_is_full_one_may_play_and_leave_but_nothing_else() -> None:
    table = started("no-thanks")
    fill(table)
    assert table.table.other_entries == MAX_OTHER_ENTRIES
    assert table.denied(ADA, c.Say, text="Hm") == "log-full"
    assert table.denied(ADA, c.Emote, emote="wow") == "log-full"
    table.ask(ADA, c.Play, move="take")
    table.ask(BEA, c.Leave)
    assert table.denied(BEA, c.Return) == "log-full"
    table.ask(ADA, c.Abandon)
    table.ask(CEM, c.Abandon)
    assert table.table.phase == "over"
    assert table.ask(ADA, c.Rematch)


def test_an_open_table_whose_log_is_full_empties_and_closes() -> None:
    table = set_up("no-thanks", 4)
    table.ask(BEA, c.Sit)
    table.ask(CEM, c.Sit)
    fill(table)
    at_once: list[tuple[Any, type[c.CommandBase], dict[str, Any]]] = [
        (ADA, c.Ready, {}),
        (ADA, c.Start, {}),
        (ADA, c.AddBot, {"level": "novice"}),
        (DUA, c.Sit, {}),
    ]
    for who, kind, fields in at_once:
        assert table.denied(who, kind, **fields) == "log-full"
    table.ask(CEM, c.Leave)
    table.ask(BEA, c.Leave)
    table.ask(ADA, c.Leave)
    assert table.table.phase == "over"


def test_what_ends_by_itself_ends_at_a_full_table_too() -> None:
    table = started("no-thanks", clock=Clock(60))
    fill(table)
    assert type(clock.tick(table.table, table.now + 60_000)) is e.TimeRanOut


# -- how long a table lives --------------------------------------------------------------


def due(table: Played) -> int:
    return clock.find_due_time(table.table, KEEP)


def test_talk_and_settings_do_not_renew_the_life_of_an_open_table() -> None:
    table = set_up("no-thanks")
    closes = due(table)
    table.now += clock.DAY
    table.ask(ADA, c.Ready)
    table.ask(ADA, c.Say, text="Hm")
    table.ask(ADA, c.AddBot, level="novice")
    table.ask(ADA, c.ChangeSettings, settings=Settings("no-thanks", 4))
    assert due(table) == closes
    table.ask(BEA, c.Sit)
    assert due(table) == closes + clock.DAY
    table.now += clock.OPEN_TIMEOUT - 1
    table.ask(ADA, c.Emote, emote="wow")
    assert clock.tick(table.table, table.now) is None
    assert type(clock.tick(table.table, table.now + 1)) is e.Closed


def test_only_moves_and_those_who_come_back_renew_the_life_of_a_game() -> None:
    table = started("no-thanks")
    closes = due(table)
    table.now += clock.DAY
    table.ask(ADA, c.Say, text="Hm")
    table.ask(BEA, c.Abandon)
    assert due(table) == closes
    table.ask(ADA, c.Play, move="take")
    assert due(table) == closes + clock.DAY
    table.now += clock.DAY
    table.ask(BEA, c.Leave)
    table.ask(BEA, c.Return)
    assert due(table) == closes + 2 * clock.DAY


def test_a_finished_table_is_kept_from_its_end_on_however_long_people_chat() -> None:
    table, chance = started("no-thanks"), random.Random(1)
    while table.table.phase == "running":
        table.now += 1000
        table.move(chance)
    assert due(table) == table.now + KEEP
    gone = due(table)
    table.now += clock.DAY
    table.ask(ADA, c.Say, text="Hm")
    table.ask(ADA, c.Rematch)
    assert due(table) == gone


# -- copies ------------------------------------------------------------------------------


def whole(table: Table) -> dict[str, Any]:
    """All that a table is made of, to compare."""
    parts = dict(vars(table))
    parts["rng"] = (table.rng.secret, table.rng.used)
    parts["seats"] = [asdict(seat) for seat in table.seats]
    parts["state"] = None if table.state is None else table.state.dump()
    return parts


@pytest.mark.parametrize("game", games)
def test_a_clone_stays_as_it_is_and_goes_on_like_the_table(game: str) -> None:
    table, chance = started(game, clock=Clock(600, 5)), random.Random(7)
    clones: list[tuple[int, Table]] = []
    for number in range(60):
        clones.append((len(table.log), table.table.clone()))
        table.now += 100
        if number % 10 == 2:
            table.ask(ADA, c.Say, text=f"{number}")
        elif table.table.phase == "over":
            continue
        elif number % 10 == 3:
            table.ask(BEA, c.Leave)
        elif number % 10 == 6:
            table.ask(BEA, c.Return)
        else:
            table.move(chance)
    for seq, clone in clones[::7]:
        assert whole(clone) == whole(Table.from_log(CODE, SECRET, table.log[:seq]))
        for entry in table.log[seq:]:
            clone.apply_entry(entry)
        assert whole(clone) == whole(table.table)
