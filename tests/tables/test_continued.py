"""Tables that begin from a position hold what all tables hold."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_helpers import CODE, PEOPLE, SECRET, START, Played, going_on, midgame
from test_table import EVERYBODY, GAMES, Witness, play_on, telling, whole

import pioche
from pioche.core.rng import Rng
from pioche.core.state import CHANCE
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import CommandRefused
from pioche.tables.opening import open_from_state, open_rematch
from pioche.tables.settings import Settings
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

ADA = PEOPLE[0]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), before=st.integers(0, 60), moves=st.integers(0, 80))
def test_the_log_gives_the_table_again(game: str, seed: int, before: int, moves: int) -> None:
    table = going_on(midgame(game, seed, before), seed % 3)
    table.ask(ADA, c.Start)
    play_on(table, moves, random.Random(seed))
    assert telling(Table.from_log(CODE, SECRET, table.log)) == telling(table.table)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 60), seat=st.sampled_from([None, 0, 1, 2]))
def test_positions_that_differ_in_what_a_seat_cannot_know_send_it_equal_bytes(
    game: str, seed: int, moves: int, seat: int | None
) -> None:
    """The position itself is drawn anew behind the seat's back."""
    state = midgame(game, seed, moves)
    other = state.resample(0 if seat is None else seat, Rng(seed))
    if other.view(seat) != state.view(seat):  # somebody who watches sees less, but not always
        assert seat is None
        return
    sent = []
    for each in (state, other):
        table = going_on(each)
        witness = Witness(table.table)
        table.watch = witness.see
        table.ask(ADA, c.Say, text="Hm")
        table.ask(ADA, c.Start)
        table.ask(ADA, c.Emote, emote="wow")
        first = [] if seat is None else [whole(witness.eyes, seat)]
        sent.append([*first, *(lines[seat] for lines in witness.sent)])
    assert sent[0] == sent[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_to_its_end_and_its_record_holds(game: str) -> None:
    state, chance = midgame(game, 3, 20), random.Random(7)
    table = going_on(state, 1)
    table.ask(ADA, c.Start)
    while table.table.phase == "running":
        table.now += 500
        table.move(chance)
    record = table.table.build_record()
    assert record.start == state.dump()
    assert record.verify(table.table.game).is_over()
    assert [player["name"] for player in record.players] == ["Blaise", "Ada", "Chloé"]
    assert record.players[0]["bot"] == record.players[2]["bot"] == "novice"


@pytest.mark.parametrize("game", GAMES)
def test_who_is_there_at_the_start_is_told_what_lies_there(game: str) -> None:
    """No shuffle need be due: the start itself brings the view."""
    state = midgame(game, 5, 9)
    table = going_on(state)
    witness = Witness(table.table)
    table.watch = witness.see
    table.ask(ADA, c.Start)
    for seat in EVERYBODY:
        update = msgspec.json.decode(witness.sent[-1][seat])
        assert update["news"] == {"type": "started"}
        seen = msgspec.json.decode(msgspec.json.encode(state.view(seat)))
        assert update["view"] == seen
        assert "events" not in update


def test_the_position_is_told_to_nobody() -> None:
    state = midgame("gap", 2, 10)
    table = going_on(state)
    entry = table.log[0]
    assert isinstance(entry, e.Opened) and entry.start == state.dump()
    lines = [
        msgspec.json.encode(update)
        for update in TableViews(table.table).build_updates(entry, [], EVERYBODY).values()
    ]
    for line in lines:
        assert b'"start"' not in line and b"draw" not in line and b"hands" not in line


def test_a_shuffle_that_is_due_there_comes_from_the_new_table() -> None:
    state = pioche.games["gap"].new(3)
    table = going_on(state)
    steps = []
    table.watch = lambda entry, made: steps.extend(made)
    table.ask(ADA, c.Start)
    assert [step.who for step in steps] == [CHANCE]
    assert table.table.rng.used > 0


def test_the_log_of_a_table_from_before_there_were_positions_is_read() -> None:
    line = b'{"type":"opened","at":1,"by":"p","settings":{"game":"gap","seats":3}}'
    entry = e.decode_entry(line)
    assert isinstance(entry, e.Opened) and entry.start is None
    assert b"start" not in e.encode_entry(entry)


# -- what is refused ---------------------------------------------------------------------


def code(error: pytest.ExceptionInfo[CommandRefused]) -> str:
    return error.value.code


def test_where_the_game_is_over_nobody_can_go_on() -> None:
    state = pioche.games["no-thanks"].new(3)
    state.playout(Rng(1))
    with pytest.raises(CommandRefused) as denied:
        open_from_state(state, ADA, 0, "novice", START)
    assert code(denied) == "over-there"


def test_one_needs_a_seat_of_that_game() -> None:
    with pytest.raises(CommandRefused) as denied:
        open_from_state(midgame("gap", 1, 1), ADA, 3, "novice", START)
    assert (code(denied), denied.value.params) == ("no-such-seat", {"seats": 3})


def test_settings_and_seats_stay_as_they_are() -> None:
    table = going_on(midgame("gap", 1, 4))
    assert table.denied(ADA, c.ChangeSettings, settings=Settings("gap", 3)) == "from-position"
    table.ask(ADA, c.Remove, seat=2)
    assert table.denied(ADA, c.Start) == "from-position"
    table.ask(PEOPLE[1], c.Sit)
    table.ask(ADA, c.Start)
    assert [seat.name for seat in table.table.seats] == ["Ada", "Blaise", "Bea"]


def test_the_rematch_is_a_new_game() -> None:
    table = going_on(midgame("no-thanks", 1, 4))
    table.ask(ADA, c.Start)
    table.ask(ADA, c.Abandon)
    assert table.table.phase == "over"
    entry = open_rematch(table.table, ADA, table.now)
    assert entry.start is None
    again = Played(Table(CODE, SECRET))
    again.add(entry)
    again.ask(ADA, c.Start)
    state = again.table.state
    assert state is not None and state.dump()["round"] == 1
