"""The events of a race: what comes first, what a late hand meets, when the clock strikes."""

import pytest

import pioche
from pioche import CLOCK, Rng, State
from pioche.core.race import NO_ACTION, NOBODY, Race

GAMES = [game for game in pioche.games.values() if game.real_time]
SECONDS = 30


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def state(request: pytest.FixtureRequest) -> State:
    dealt: State = request.param.new(3, round_seconds=SECONDS)
    dealt.shuffle(Rng(1))
    return dealt


def begun(state: State, second: float = 1.0) -> Race:
    race = Race(second)
    race.begin(state)
    return race


def plan(race: Race, state: State, *hands: tuple[float, int]) -> None:
    """The first legal move of each seat, at a time and with a tie."""
    for seat, (at, tie) in enumerate(hands):
        race.plan_move(seat, state.legal(seat)[0], at, tie)


def test_all_decide_when_it_begins_the_lowest_seat_first(state: State) -> None:
    race = begun(state)
    for seat in range(3):
        assert race.advance() == seat
        assert race.planned[seat] == NO_ACTION
        race.plan_decision(seat, 1.0)
    assert race.now == 0.0
    assert race.advance() == 0
    assert race.now == 1.0


def test_of_hands_at_one_moment_the_lowest_tie_is_first_then_the_lowest_seat(state: State) -> None:
    race = begun(state)
    plan(race, state, (2.0, 7), (2.0, 5), (2.0, 5))
    order = []
    for _ in range(3):
        order.append(race.advance())
        race.hold(order[-1])
    assert order == [1, 2, 0]


def test_whoever_has_moved_decides_before_another_hand_of_that_moment(state: State) -> None:
    race = begun(state)
    plan(race, state, (2.0, 2), (9.0, 1), (2.0, 1))
    assert race.advance() == 2
    assert race.is_in_time(2, state)
    race.plan_decision(2, race.now)
    assert race.advance() == 2
    assert race.planned[2] == NO_ACTION


def test_a_hand_that_comes_too_late_makes_no_move(state: State) -> None:
    race = begun(state)
    plan(race, state, (2.0, 0), (1.0, 0), (9.0, 0))
    wanted = state.legal(0)[0]
    assert race.advance() == 1
    assert race.is_in_time(1, state)
    state.apply(1, wanted)
    race.hold(1)
    assert race.advance() == 0
    assert not race.is_in_time(0, state)


@pytest.mark.parametrize("second", [1.0, 1000000.0])
def test_the_clock_strikes_before_a_hand_of_that_moment(state: State, second: float) -> None:
    race = begun(state, second)
    end = SECONDS * second
    plan(race, state, (end, 0), (end, 0), (end, 0))
    assert race.advance() == CLOCK
    assert (race.get_seconds(), race.get_seconds_left()) == (SECONDS, 0.0)


def test_in_real_time_hands_count_until_somebody_looks_at_the_clock(state: State) -> None:
    race = begun(state)
    plan(race, state, (SECONDS + 0.01, 0), (SECONDS + 0.5, 0))
    race.hold(2)
    assert race.advance_to(SECONDS - 1.0) == NOBODY
    assert race.get_seconds_left() == 1.0
    assert race.advance_to(SECONDS + 0.02) == 0
    race.hold(0)
    assert race.advance_to(SECONDS + 0.02) == CLOCK


def test_it_is_on_until_others_may_act(state: State) -> None:
    race = begun(state)
    assert race.has_clock()
    assert race.is_on(state)
    state.apply(CLOCK, state.legal(CLOCK)[0])
    assert not race.is_on(state)


def test_a_copy_goes_on_alike(state: State) -> None:
    race, other = begun(state), Race(1.0)
    plan(race, state, (2.0, 7), (2.0, 5), (1.0, 0))
    assert race.advance() == 2
    race.hold(2)
    other.thaw(race.freeze())
    assert other.freeze() == race.freeze()
    assert other.advance() == race.advance() == 1
