"""What a seat can't know never reaches it: views, legal moves, refusals and events."""

import json
from typing import Any

import pytest
from cases import Case, advance, cases, choose, frozen, part_of_tests, reached, walk
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import CHANCE, Rng, State

SEEDS = st.integers(0, 2**32)
DEPTHS = st.integers(0, 400)


@settings(max_examples=200, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_states_a_seat_cannot_tell_apart_look_the_same(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    for seat in range(case.players):
        other = state.resample(seat, Rng(seed + 1))
        assert frozen(other.view(seat)) == frozen(state.view(seat))
        assert other.legal(seat) == state.legal(seat)
        assert other.actors() == state.actors()
        for action in range(0, state.game.num_actions, 1 + state.game.num_actions // 60):
            assert other.refusal(seat, action) == state.refusal(seat, action)


@settings(max_examples=200, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_resample_depends_on_nothing_the_seat_cannot_know(
    case: Case, seed: int, depth: int
) -> None:
    """The same generator gives the same state from any two that a seat can't tell apart."""
    state = reached(case, seed, depth)
    for seat in range(case.players):
        other = state.resample(seat, Rng(seed + 1))
        ours, theirs = Rng(seed + 2), Rng(seed + 2)
        assert frozen(state.resample(seat, ours).dump()) == frozen(
            other.resample(seat, theirs).dump()
        )


@settings(max_examples=200, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_resampled_states_are_possible_positions(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    before = frozen(state.dump())
    for seat in range(case.players):
        other = state.resample(seat, Rng(seed))
        again = state.game.load(other.dump())
        assert frozen(again.dump()) == frozen(other.dump())
    assert frozen(state.dump()) == before


@settings(max_examples=200, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_events_tell_a_seat_nothing_its_views_do_not(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    if state.is_over() or state.actors() == (CHANCE,):
        return
    who, action = choose(state, Rng(seed))
    after = moved(state, who, action)
    for seat in [*range(case.players), None]:
        watcher = seat if seat is not None else who if who >= 0 else 0
        other = state.resample(watcher, Rng(seed + 1))
        if seat is None and frozen(other.view(None)) != frozen(state.view(None)):
            continue
        if action not in other.legal(who):
            continue
        other_after = moved(other, who, action)
        if frozen(other_after.view(seat)) == frozen(after.view(seat)):
            ours = state.game.events(state, who, action, after, seat)
            theirs = state.game.events(other, who, action, other_after, seat)
            assert frozen(ours) == frozen(theirs)


def moved(state: State, who: int, action: int) -> State:
    other = state.clone()
    other.apply(who, action)
    return other


@pytest.mark.parametrize("case", cases(), ids=str)
def test_views_and_events_hold_no_card_a_seat_cannot_know(case: Case) -> None:
    """Checked against the position by the game's own list of what is secret."""
    game = pioche.games[case.game]
    hidden = part_of_tests(game, "secrecy_oracle")
    for seed in range(4):
        for step in walk(case, seed, steps=250):
            position = step.after.dump()
            for seat in [*range(case.players), None]:
                view = step.after.view(seat)
                events = game.events(step.before, step.who, step.action, step.after, seat)
                unknown = set(hidden.secrets(position, seat))
                shown = set(hidden.cards_in(view)) | set(hidden.cards_in({"events": events}))
                assert not unknown & shown, (seat, unknown & shown, events)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_views_are_json_and_change_nothing(case: Case) -> None:
    for step in walk(case, 2, steps=250):
        before = frozen(step.after.dump())
        for seat in [*range(case.players), None]:
            view: dict[str, Any] = step.after.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view["seat"] == seat
            assert view["actors"] == list(step.after.actors())
        assert frozen(step.after.dump()) == before


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_view_is_the_callers_own_and_may_be_written_into(case: Case) -> None:
    for step in walk(case, 3, steps=60):
        for seat in [*range(case.players), None]:
            before, others = frozen(step.after.view(seat)), step.after.view(seat)
            spoil(step.after.view(seat))
            assert frozen(step.after.view(seat)) == before == frozen(others)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_views_of_several_are_the_view_of_each(case: Case) -> None:
    """They share what lies open to all, and nothing that another seat must not know."""
    for step in walk(case, 4, steps=120):
        seats = [None, *range(case.players)]
        for order in (seats, seats[::-1], seats[1:2]):
            views = step.after.views(order)
            assert list(views) == order
            for seat, view in views.items():
                assert json.dumps(view) == json.dumps(step.after.view(seat))


def spoil(value: Any) -> None:
    """Empty all that can be emptied."""
    if isinstance(value, dict | list):
        for part in list(value.values()) if isinstance(value, dict) else value:
            spoil(part)
        value.clear()


def test_a_seat_that_is_not_there_has_no_view() -> None:
    for game in pioche.games.values():
        state = game.new(game.players[0])
        for seat in (-1, game.players[0], 2**80):
            with pytest.raises(ValueError, match="seat"):
                state.view(seat)
            with pytest.raises(ValueError, match="seat"):
                state.views([0, seat])
            with pytest.raises(ValueError, match="seat"):
                state.resample(seat, Rng(1))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_resampled_games_play_on_to_the_end(case: Case) -> None:
    for seed in range(3):
        state = reached(case, seed, 25 + 10 * seed)
        for seat in range(case.players):
            other = state.resample(seat, Rng(seed))
            rng = Rng(seed)
            for _ in range(120):
                if other.is_over():
                    break
                advance(other, rng)
