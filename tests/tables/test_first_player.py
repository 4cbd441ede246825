"""A table may choose who begins: the chosen player does, and nobody gets other neighbours."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_helpers import CODE, PEOPLE, SECRET, Played, Someone, going_on, midgame, set_up

import pioche
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.first_player import has_first_player
from pioche.tables.judge import CommandRefused
from pioche.tables.opening import open_rematch, open_table
from pioche.tables.settings import Clock, Settings
from pioche.tables.table import Table

ADA, BEA, CEM, DUA = PEOPLE
TURN_BASED = [game.id for game in pioche.games.values() if has_first_player(game)]
REAL_TIME = [id for id in pioche.games if id not in TURN_BASED]
COUNTS = [(game, count) for game in TURN_BASED for count in pioche.games[game].players]


def with_bots(game: str, players: int, first: int | None, secret: bytes = SECRET) -> Played:
    """A table of Ada and bots that has begun."""
    table = Played(Table(CODE, secret))
    chosen = Settings(game, players, first=first)
    table.add(open_table(chosen, ADA, table.now, ["novice"] * (players - 1)))
    table.ask(ADA, c.Start)
    return table


def beginner(table: Played) -> str:
    """The name of the one player who may act."""
    assert table.table.state is not None
    (seat,) = table.table.state.actors()
    return str(table.table.seats[seat].name)


def names(table: Played) -> list[str | None]:
    return [seat.name for seat in table.table.seats]


def choose(table: Played, first: int | None) -> e.Entry:
    """Ada chooses who begins."""
    return table.ask(ADA, c.ChangeSettings, settings=table.table.settings.with_first(first))


def as_rotated(names: list[str | None]) -> list[str | None]:
    """The same circle of players, told from the first in the alphabet on."""
    start = names.index(min(str(name) for name in names))
    return [*names[start:], *names[:start]]


@pytest.mark.parametrize(("game", "players"), COUNTS)
@settings(max_examples=5, deadline=None)
@given(secret=st.binary(min_size=32, max_size=32))
def test_whoever_is_chosen_begins_and_all_keep_their_neighbours(
    game: str, players: int, secret: bytes
) -> None:
    drawn = with_bots(game, players, None, secret)
    for first in range(players):
        table = with_bots(game, players, first, secret)
        assert beginner(table) == drawn.table.seats[first].name
        assert as_rotated(names(table)) == as_rotated(names(drawn))


@pytest.mark.parametrize("game", TURN_BASED)
@settings(max_examples=10, deadline=None)
@given(secret=st.binary(min_size=32, max_size=32), data=st.data())
def test_a_choice_changes_no_card_and_no_shuffle(
    game: str, secret: bytes, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(pioche.games[game].players))
    first = data.draw(st.integers(0, players - 1))
    drawn, chosen = with_bots(game, players, None, secret), with_bots(game, players, first, secret)
    assert drawn.table.state is not None and chosen.table.state is not None
    assert chosen.table.state.dump() == drawn.table.state.dump()
    assert chosen.table.commitment == drawn.table.commitment
    assert chosen.table.rng.used == drawn.table.rng.used


@pytest.mark.parametrize("game", TURN_BASED)
@pytest.mark.parametrize("options", ["lowest", "highest"])
def test_the_chosen_one_begins_whatever_the_options(game: str, options: str) -> None:
    found: dict[str, bool | int] = {}
    for name, option in pioche.games[game].options.items():
        values = option.choices or (option.low, option.high)
        value = values[0 if options == "lowest" else -1]
        assert value is not None
        found[name] = value
    players = pioche.games[game].players[-1]
    table = Played(Table(CODE, SECRET))
    chosen = Settings(game, players, found, first=players - 1)
    table.add(open_table(chosen, ADA, 1, ["novice"] * (players - 1)))
    last = names(table)[-1]
    table.ask(ADA, c.Start)
    assert beginner(table) == last


@pytest.mark.parametrize("game", TURN_BASED)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_free_seats_that_are_taken_away_do_not_matter(game: str, data: st.DataObject) -> None:
    least, most = pioche.games[game].players[0], pioche.games[game].players[-1]
    taken = data.draw(st.sets(st.integers(1, most - 1), min_size=least - 1))
    table = set_up(game, most)
    for seat in sorted(taken):
        table.ask(ADA, c.AddBot, level="novice", seat=seat)
    first = data.draw(st.sampled_from(sorted({0, *taken})))
    before = [name for name in names(table) if name is not None]
    begins = names(table)[first]
    choose(table, first)
    table.ask(ADA, c.Start)
    assert beginner(table) == begins
    assert as_rotated(names(table)) == as_rotated([*before])
    number = table.table.settings.first
    assert number is not None and names(table)[number] == begins  # counted as they sit now


def test_the_log_gives_the_table_again_and_the_record_holds() -> None:
    table = set_up("no-thanks", 3)
    table.ask(BEA, c.Sit)
    table.ask(CEM, c.Sit)
    choose(table, 1)
    table.ask(ADA, c.Start)
    assert beginner(table) == "Bea"
    chance = random.Random(3)
    while table.table.phase == "running":
        table.move(chance)
    again = Table.from_log(CODE, SECRET, table.log)
    assert (again.seats, again.settings) == (table.table.seats, table.table.settings)
    record = again.build_record()
    assert record.verify(again.game).is_over()
    assert record.players[record.moves[0].seat]["name"] == "Bea"


def test_whoever_gets_up_or_is_removed_begins_no_more_and_passes_it_on_to_nobody() -> None:
    table = set_up("gap", 4)
    table.ask(BEA, c.Sit, seat=1)
    choose(table, 1)
    table.ask(BEA, c.Leave)
    assert table.table.settings.first is None
    table.ask(CEM, c.Sit, seat=1)
    assert table.table.settings.first is None
    choose(table, 1)
    table.ask(ADA, c.Remove, seat=1)
    assert table.table.settings.first is None
    table.ask(ADA, c.AddBot, level="novice", seat=2)
    choose(table, 2)
    table.ask(ADA, c.Remove, seat=2)
    assert table.table.settings.first is None


def test_whoever_else_comes_and_goes_does_not_touch_the_choice() -> None:
    table = set_up("gap", 4)
    table.ask(BEA, c.Sit, seat=1)
    table.ask(ADA, c.AddBot, level="novice", seat=2)
    choose(table, 2)
    table.ask(ADA, c.AddBot, level="master", seat=2)  # the same bot, only better
    table.ask(BEA, c.Leave)
    table.ask(CEM, c.Sit, seat=3)
    table.ask(Someone(CEM.id, "Zoé"), c.Rename)
    assert table.table.settings.first == 2


def test_a_host_who_was_to_begin_and_leaves_is_forgotten_too() -> None:
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    choose(table, 0)
    table.ask(ADA, c.Leave)
    assert (table.table.host, table.table.settings.first) == (BEA.id, None)


def test_who_is_ready_stays_so_when_only_the_one_to_begin_changes() -> None:
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    table.ask(BEA, c.Ready)
    choose(table, 1)
    assert table.table.seats[1].ready
    choose(table, None)
    assert table.table.seats[1].ready
    table.ask(ADA, c.ChangeSettings, settings=Settings("gap", 3, clock=Clock(60), first=1))
    assert not table.table.seats[1].ready  # for this clock nobody has said so


def test_only_the_host_chooses_and_only_before_the_start() -> None:
    table = set_up("gap", 3)
    table.ask(BEA, c.Sit)
    mine = Settings("gap", 3, first=1)
    assert table.denied(BEA, c.ChangeSettings, settings=mine) == "not-host"
    table.ask(ADA, c.Start)
    assert table.denied(ADA, c.ChangeSettings, settings=mine) == "not-open"


def test_a_seat_that_nobody_has_can_not_begin() -> None:
    table = set_up("gap", 3)
    assert table.denied(ADA, c.ChangeSettings, settings=Settings("gap", 3, first=2)) == "seat-free"
    with pytest.raises(CommandRefused, match="seat-free"):
        open_table(Settings("gap", 3, first=1), ADA, 1)
    with pytest.raises(CommandRefused, match="seat-free"):
        open_table(Settings("gap", 3, first=2), ADA, 1, ["novice", "novice"], sits=False)


def test_a_seat_beyond_the_last_can_not_begin() -> None:
    table = set_up("gap", 4)
    with pytest.raises(CommandRefused) as caught:
        table.ask(ADA, c.ChangeSettings, settings=Settings("gap", 4, first=4))
    assert caught.value.code == "bad-settings"
    assert caught.value.params["problem"] == "first: there is no seat 4; they are 0 to 3"


@pytest.mark.parametrize("game", REAL_TIME)
def test_where_all_play_at_once_nobody_begins(game: str) -> None:
    problem = Settings(game, 3, first=0).find_problem()
    assert problem == f"first: in {game} all play at once, nobody begins"
    assert (
        set_up(game).denied(ADA, c.ChangeSettings, settings=Settings(game, 3, first=0))
        == "bad-settings"
    )


def test_a_game_that_goes_on_from_a_position_has_begun_already() -> None:
    table = going_on(midgame("gap", 1, 10), 1)
    assert (
        table.denied(ADA, c.ChangeSettings, settings=Settings("gap", 3, first=0)) == "from-position"
    )


def test_a_rematch_draws_lots_again() -> None:
    table = with_bots("no-thanks", 4, 2)
    table.add(e.Closed(at=table.now))
    entry = open_rematch(table.table, ADA, table.now)
    assert entry.settings == Settings("no-thanks", 4)


def test_settings_of_old_logs_draw_lots() -> None:
    line = b'{"type":"settled","at":5,"settings":{"game":"gap","seats":3,"options":{}}}'
    entry = e.decode_entry(line)
    assert isinstance(entry, e.SettingsChanged)
    assert entry.settings.first is None
