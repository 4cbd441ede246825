"""A game for an agreed time: the clock's move, the last round, and what comes after a tie."""

import json
from pathlib import Path
from typing import Any

import pytest
from gap_positions import GAME, dealt, end, last_turn, play, position

from pioche import CHANCE, CLOCK, BadPosition, Illegal, Record, Rng, State

TIME = GAME.parse("time")
HOUR = {"minutes": 60}


def time_up(state: State) -> State:
    state.apply(CLOCK, TIME)
    return state


def test_a_time_is_off_or_5_to_120_minutes() -> None:
    """GAP-4"""
    for minutes in (0, 5, 17, 120):
        assert GAME.new(3, minutes=minutes).dump()["options"]["minutes"] == minutes
    for wrong in (-1, 1, 4, 121, True, 30.0):
        with pytest.raises(
            ValueError, match=r"minutes: .* is not 0 or a whole number from 5 to 120"
        ):
            GAME.new(3, minutes=wrong)


def test_with_a_time_target_and_rounds_are_ignored() -> None:
    """GAP-4 GAP-19"""
    options = {"minutes": 5, "target": 1, "rounds": 1}
    state = end([5, 2, 0, 0], options=options)
    assert state.actors() == (CHANCE,)
    state.shuffle(Rng(1))
    assert state.dump()["round"] == 2


def test_without_a_time_the_clock_has_no_move() -> None:
    """GAP-4"""
    state = dealt(3)
    assert state.legal(CLOCK) == []
    refusal = state.refusal(CLOCK, TIME)
    assert refusal is not None and (refusal.code, refusal.clause) == ("no-clock", "GAP-4")
    assert "last" not in state.dump() and "last" not in state.view(0)


def test_the_clock_says_once_that_the_time_is_up() -> None:
    """GAP-4: the round being played is the last."""
    state = dealt(3, **HOUR)
    assert state.legal(CLOCK) == [TIME]
    assert CLOCK not in state.actors()
    assert state.dump()["last"] is None
    time_up(state)
    assert state.dump()["last"] == state.view(1)["last"] == 1
    assert state.legal(CLOCK) == []
    with pytest.raises(Illegal) as caught:
        state.apply(CLOCK, TIME)
    assert caught.value.refusal.code == "time-up-already"


def test_nothing_else_changes_when_the_time_is_up() -> None:
    """GAP-4: whose turn it is and what may be done stay as they were, choices too."""
    choosing = position(3, hands={0: ["B5"]}, middle=["R4", "Y4", "R6", "Y6"], options=HOUR)
    state = GAME.load(choosing)
    play(state, "play B5")
    before = state.dump()
    legal = state.legal(0)
    time_up(state)
    assert state.dump() == {**before, "last": 1}
    assert state.legal(0) == legal


def test_only_the_clock_says_so() -> None:
    """GAP-4: not even the player to act, and nobody has to wait for a turn to hear that."""
    state = dealt(3, **HOUR)
    for seat in range(3):
        refusal = state.refusal(seat, TIME)
        assert refusal is not None and refusal.code == "clock-only"
    refusal = state.refusal(CLOCK, state.legal(state.actors()[0])[0])
    assert refusal is not None and refusal.code == "not-a-player"


def test_between_two_rounds_the_clock_waits_for_the_next() -> None:
    """GAP-4: if the time passes then, the next round is the last."""
    state = end([5, 2, 0, 0], options=HOUR)
    assert state.actors() == (CHANCE,)
    assert state.legal(CLOCK) == []
    state.shuffle(Rng(1))
    assert time_up(state).dump()["last"] == 2


def test_the_game_ends_with_the_last_round() -> None:
    """GAP-4 GAP-19"""
    state = GAME.load(last_turn([5, 2, 0, 0], options=HOUR))
    time_up(state)
    play(state, "play V6")
    assert state.outcome() == ((1, 2, 3, 3), (5, 2, 0, 0), "time-up")
    assert state.dump()["last"] == 1
    assert state.legal(CLOCK) == []


def test_a_tie_after_the_last_round_is_broken_by_another() -> None:
    """GAP-20: extra rounds are counted from the last one."""
    state = GAME.load(last_turn([5, 5, 0, 0], options=HOUR))
    time_up(state)
    play(state, "play V6")
    assert state.actors() == (CHANCE,)
    assert state.view(None)["tied"] == [0, 1]
    state.shuffle(Rng(1))
    assert state.legal(CLOCK) == []
    assert (state.dump()["round"], state.dump()["last"]) == (2, 1)
    broken = end([4, 5, 0, 0], options=HOUR, scores=[[5, 5, 0, 0]], last=1)
    assert broken.outcome().reason == "tie-broken"
    level = [[5, 5, 0, 0]] * 10
    tenth = end([5, 5, 0, 0], options=HOUR, scores=level, last=1)
    assert tenth.outcome().reason == "still-tied"
    ninth = end([5, 5, 0, 0], options=HOUR, scores=level, last=2)
    assert not ninth.is_over()


def test_what_is_told_when_the_time_is_up() -> None:
    """GAP-4"""
    state = dealt(3, **HOUR)
    before = state.clone()
    time_up(state)
    assert GAME.events(before, CLOCK, TIME, state, 0) == [{"type": "time-up", "round": 1}]


def wrong(**changes: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.load(position(middle=["V0", "V1", "V2", "V3"], options=HOUR) | changes)
    return caught.value.field


def test_positions_with_a_time_have_the_last_round() -> None:
    """GAP-4"""
    assert wrong(last=2) == wrong(last=0) == wrong(last="1") == "last"
    timed = position(middle=["V0", "V1", "V2", "V3"], options=HOUR)
    del timed["last"]
    with pytest.raises(BadPosition, match="last"):
        GAME.load(timed)
    with pytest.raises(BadPosition, match="last"):
        GAME.load(position(middle=["V0", "V1", "V2", "V3"]) | {"last": None})
    undealt = GAME.new(3, **HOUR).dump()
    assert GAME.load(undealt).dump() == undealt
    with pytest.raises(BadPosition, match="last"):
        GAME.load(undealt | {"last": 1})
    over = GAME.load(last_turn([5, 2, 0, 0], options=HOUR, last=1))
    play(over, "play V6")
    assert GAME.load(over.dump()).dump() == over.dump()
    with pytest.raises(BadPosition, match="over"):
        GAME.load(over.dump() | {"last": None})


def test_a_position_made_before_there_was_a_time_reads_as_without_one() -> None:
    """GAP-4"""
    old = dealt(3).dump()
    del old["options"]["minutes"]
    assert GAME.load(old).dump() == dealt(3).dump()
    del old["options"]["rounds"]
    with pytest.raises(BadPosition, match="rounds"):
        GAME.load(old)


def test_a_record_made_before_there_was_a_time_replays() -> None:
    """GAP-4: from a new game and from a position."""
    for path in Path(__file__).with_name("golden").glob("gap-?.json"):
        record = Record.from_json(path.read_text(encoding="utf-8"))
        assert "minutes" not in record.options
        assert record.verify(GAME).dump()["options"]["minutes"] == 0
    start = dealt(3).dump()
    del start["options"]["minutes"]
    kept = Record(
        "gap",
        1,
        dict(start["options"]),
        [{"name": n} for n in "ABC"],
        {"draws": []},
        (),
        None,
        start,
    )
    again = Record.from_json(kept.to_json())
    assert json.loads(again.to_json())["start"] == start
    assert again.verify(GAME).dump() == dealt(3).dump()


@pytest.mark.parametrize("minutes", [5, 30, 120])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_random_games_with_a_time_come_to_their_end(players: int, minutes: int) -> None:
    """GAP-4: the more minutes, the more rounds; a move is taken to last a while."""
    state = GAME.new(players, minutes=minutes)
    played = state.playout(Rng(5))
    last = state.dump()["last"]
    assert state.outcome().reason in ("time-up", "tie-broken", "still-tied")
    seconds = GAME.turn_seconds * played
    assert (
        last >= 1
        and seconds > 60 * minutes - GAME.turn_seconds * played / state.dump()["round"] * 2
    )
