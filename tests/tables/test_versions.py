"""Tables that began under an earlier version of the rules go on by it, to the end."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from table_helpers import CODE, PEOPLE, SECRET, Played, going_on, set_up, started

import pioche
from pioche.core.game import Game
from pioche.core.records.record import Record
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.opening import open_rematch
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

ADA = PEOPLE[0]
CHANGED = [game for game in pioche.games.values() if game.earlier_versions]


def as_it_was(log: Sequence[e.Entry]) -> list[e.Entry]:
    """A log as it was written before there was a second version: without its number."""
    first: list[e.Entry] = []
    for entry in log:
        if isinstance(entry, e.Started):
            entry = msgspec.structs.replace(entry, rules=1)
            assert b"rules" not in e.encode_entry(entry)
        first.append(e.decode_entry(e.encode_entry(entry)))
    return first


def begun_before(game: Game) -> Played:
    """A table of three whose game began under version 1."""
    fresh = started(game.id)
    table = Played(Table(CODE, SECRET), now=fresh.now)
    for entry in as_it_was(fresh.log):
        table.add(entry)
    return table


def test_there_are_games_with_earlier_versions() -> None:
    assert {game.id for game in CHANGED} >= {"perfect-numbers", "rouge-jaune-vert"}


@pytest.mark.parametrize("game", CHANGED, ids=lambda game: game.id)
def test_a_new_table_says_by_which_rules_it_began(game: Game) -> None:
    table = started(game.id)
    assert table.table.game is game
    (entry,) = [entry for entry in table.log if isinstance(entry, e.Started)]
    assert entry.rules == game.version


@pytest.mark.parametrize("game", CHANGED, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(3))
def test_a_table_begun_before_goes_on_by_its_rules(game: Game, seed: int) -> None:
    table, chance = begun_before(game), random.Random(seed)
    while table.table.phase == "running":
        table.now += 500
        table.move(chance)
        assert table.table.state is not None
        assert table.table.state.game is table.table.game is game.under(1)
    record = Record.from_json(table.table.build_record().to_json())
    assert record.rules == 1
    assert record.verify(game).is_over()
    again = Table.from_log(CODE, SECRET, table.log)
    assert again.state is not None and again.state.dump() == table.table.state.dump()
    whole = TableViews(again).build_table_message(0, ADA.id)
    assert whole.view is not None and whole.view["rules"] == 1


@pytest.mark.parametrize("game", CHANGED, ids=lambda game: game.id)
def test_a_table_only_set_up_before_begins_by_the_rules_of_today(game: Game) -> None:
    open_before = set_up(game.id)
    table = Played(Table(CODE, SECRET))
    for entry in as_it_was(open_before.log):
        table.add(entry)
    for person in PEOPLE[1:3]:
        table.ask(person, c.Sit)
    table.ask(ADA, c.Start)
    assert table.table.game is game


@pytest.mark.parametrize("game", CHANGED, ids=lambda game: game.id)
def test_a_rematch_is_played_by_the_rules_of_today(game: Game) -> None:
    table = begun_before(game)
    table.add(e.Closed(at=table.now))
    after = Played(Table(CODE, SECRET))
    after.add(open_rematch(table.table, ADA, table.now))
    for person in PEOPLE[1 : len(after.table.seats)]:
        after.ask(person, c.Ready)
    after.ask(ADA, c.Start)
    assert after.table.game is game


@pytest.mark.parametrize("game", CHANGED, ids=lambda game: game.id)
def test_a_game_continued_from_a_position_keeps_its_version(game: Game) -> None:
    before = begun_before(game)
    for _ in range(4):
        before.move(random.Random(1))
    assert before.table.state is not None
    table = going_on(before.table.state)
    table.ask(ADA, c.Start)
    assert table.table.game is game.under(1)
    assert Table.from_log(CODE, SECRET, table.log).game is game.under(1)


def test_a_version_that_is_not_known_is_named() -> None:
    game = CHANGED[0]
    with pytest.raises(ValueError, match=f"knows version 1 and 2 of {game.id}, not 9"):
        game.under(9)
