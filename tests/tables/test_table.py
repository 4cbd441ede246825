"""A table is its log: whatever was played, the log gives it again, and each sees their own."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_helpers import (
    CODE,
    PEOPLE,
    SECRET,
    NothingChanged,
    Played,
    Someone,
    set_up,
    started,
)

import pioche
from pioche.core.rng import Rng
from pioche.tables import commands as c
from pioche.tables import entries as e
from pioche.tables.judge import CommandRefused, judge
from pioche.tables.settings import Clock
from pioche.tables.table import Table
from pioche.tables.table_views import TableViews

ADA, BEA = PEOPLE[:2]
GAMES = list(pioche.games)
EVERYBODY = (None, 0, 1, 2)


def telling(table: Table) -> tuple[object, ...]:
    """All there is to know of a table."""
    eyes = TableViews(table)
    state = None if table.state is None else table.state.dump()
    wholes = [
        msgspec.json.encode(eyes.build_table_message(seat, "person0"))
        for seat in range(len(table.seats))
    ]
    return state, wholes, table.done_commands, table.seats, table.rng.used


def play_on(table: Played, moves: int, chance: random.Random) -> None:
    """Random moves with time going by; people come, go and talk."""
    for _ in range(moves):
        if table.table.phase != "running":
            return
        table.now += chance.randrange(3_000)
        if chance.random() < 0.2:
            who = chance.choice([*PEOPLE, Someone("stranger", "Zed")])
            kind = chance.choice([c.Leave, c.Return, c.Abandon, c.Cover, c.Say])
            fields = {c.Cover: {"seat": 1}, c.Say: {"text": "Hm"}}.get(kind, {})
            try:
                table.ask(who, kind, **fields)
            except (CommandRefused, NothingChanged):
                continue
        else:
            table.move(chance)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 120), clocked=st.booleans())
def test_the_log_gives_the_table_again(game: str, seed: int, moves: int, clocked: bool) -> None:
    table = started(game, 3, Clock(300, 2) if clocked else None)
    play_on(table, moves, random.Random(seed))
    again = Table.from_log(CODE, SECRET, table.log)
    assert telling(again) == telling(table.table)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_to_its_end_is_a_record_that_holds(game: str) -> None:
    table, chance = started(game), random.Random(7)
    while table.table.phase == "running":
        table.now += 500
        table.move(chance)
    record = table.table.build_record()
    assert record.verify(table.table.game).is_over()
    assert record.shuffles["commitment"] == table.table.commitment
    assert [player["name"] for player in record.players] == ["Ada", "Bea", "Cem"]


def test_there_is_no_record_while_the_secret_must_be_kept() -> None:
    with pytest.raises(ValueError, match="over"):
        started("gap").table.build_record()


class Witness:
    """Sees a table as each seat does, entry by entry, and keeps what it was sent."""

    def __init__(self, table: Table) -> None:
        self.eyes = TableViews(table)
        self.sent: list[dict[int | None, bytes]] = []

    def see(self, entry: e.Entry, steps: object) -> None:
        """One entry."""
        updates = self.eyes.build_updates(entry, steps, EVERYBODY)  # type: ignore[arg-type]
        self.sent.append({seat: msgspec.json.encode(update) for seat, update in updates.items()})


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), moves=st.integers(1, 80), seat=st.sampled_from([0, 1, 2]))
def test_tables_that_differ_in_what_a_seat_cannot_know_send_it_equal_bytes(
    game: str, seed: int, moves: int, seat: int
) -> None:
    """The truth is drawn anew behind the seat's back; what it is sent must not change."""
    table, chance = started(game), random.Random(seed)
    play_on(table, moves, chance)
    if table.table.phase != "running":
        return
    other = Played(Table.from_log(CODE, SECRET, table.log), list(table.log), table.now, table.count)
    assert table.table.state is not None
    other.table.state = table.table.state.resample(seat, Rng(seed))
    one, two = Witness(table.table), Witness(other.table)
    assert whole(one.eyes, seat) == whole(two.eyes, seat)
    table.watch, other.watch = one.see, two.see
    for command in (c.Say(id="x", text="Hm"), c.Emote(id="y", emote="wow")):
        for each in (table, other):
            entry = judge(each.table, command, PEOPLE[0], table.now)
            assert entry is not None
            each.add(entry)
    move_both(table, other, seat, chance)
    assert [lines[seat] for lines in one.sent] == [lines[seat] for lines in two.sent]
    assert [len(lines) for lines in one.sent] == [len(EVERYBODY)] * len(one.sent)


def whole(eyes: TableViews, seat: int) -> bytes:
    """What a seat is sent from scratch."""
    return msgspec.json.encode(eyes.build_table_message(seat, f"person{seat}"))


def move_both(table: Played, other: Played, seat: int, chance: random.Random) -> None:
    """A move of the seat itself that both truths allow and that brings up nothing new.

    What a move turns up was hidden before and may differ; so only a move after which the
    seat still can't tell the two apart is made.
    """
    state, twin = table.table.state, other.table.state
    assert state is not None and twin is not None
    for action in chance.sample(state.legal(seat), len(state.legal(seat))):
        here, there = state.clone(), twin.clone()
        here.apply(seat, action)
        there.apply(seat, action)
        if (
            here.view(seat) == there.view(seat)
            and not here.due
            and not table.table.seats[seat].away
        ):
            for each in (table, other):
                each.ask(PEOPLE[seat], c.Play, move=state.game.text(action))
            return


def test_news_never_tell_whose_command_it_was_or_who_a_person_is() -> None:
    table = set_up("gap")
    witness = Witness(table.table)
    table.watch = witness.see
    table.ask(PEOPLE[1], c.Sit)
    table.ask(PEOPLE[2], c.Sit)
    table.ask(PEOPLE[0], c.Start)
    for lines in witness.sent:
        for line in lines.values():
            assert b"person" not in line.replace(b'"person"', b"")
            assert SECRET.hex().encode() not in line


def test_a_command_is_known_by_its_asker_and_id() -> None:
    table = started("no-thanks")
    table.ask(PEOPLE[0], c.Play, move="pass")
    assert table.table.done_commands[PEOPLE[0].id, f"c{table.count}"] == table.table.seq
    assert (PEOPLE[1].id, f"c{table.count}") not in table.table.done_commands


def test_all_about_a_table_is_told_when_it_has_changed_and_only_then() -> None:
    table = started("no-thanks")
    eyes, told = TableViews(table.table), []
    table.watch = lambda entry, steps: told.append(eyes.build_updates(entry, steps, [1])[1].about)
    table.ask(ADA, c.Play, move="pass")
    table.ask(ADA, c.Say, text="Your turn!")
    assert told == [None, None]
    table.ask(BEA, c.Abandon)
    assert told[-1] is not None
    assert told[-1].seats[1].ends
    table.ask(BEA, c.Play, move="pass")  # so she plays on after all
    assert told[-1] is not None
    assert not told[-1].seats[1].ends
    assert eyes.build_table_message(1, BEA.id).about == told[-1]
