"""What holds of actors, legal moves and refusals in every game."""

from typing import Any

import pytest
from cases import Case, cases, choose, frozen, games, reached, walk
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import CHANCE, CLOCK, Illegal, Rng
from pioche.core.state import MOST_ACTIONS, MOST_LEGAL
from pioche.words.rulebook import Rulebook

SEEDS = st.integers(0, 2**32)
DEPTHS = st.integers(0, 400)
NO_SEATS = (-3, 8, 10**30, -(10**30))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_random_games_end_and_actors_always_have_a_legal_move(case: Case) -> None:
    for seed in range(30):
        for step in walk(case, seed, steps=1500):
            check_actors(step.after)
    ended = case.new()
    ended.playout(Rng(1))
    assert ended.is_over()
    assert ended.actors() == ()
    check_outcome(ended)


def check_actors(state: pioche.State) -> None:
    actors = state.actors()
    assert list(actors) == sorted(set(actors))
    assert CLOCK not in actors
    if state.is_over():
        assert actors == ()
    elif actors != (CHANCE,):
        assert actors
    for seat in range(state.players):
        legal = state.legal(seat)
        assert bool(legal) == (seat in actors)
        assert legal == sorted(set(legal))
        assert len(legal) <= MOST_LEGAL // 2
        assert all(0 <= action < state.game.num_actions for action in legal)
        assert all(type(action) is int for action in legal)
    assert state.legal(CHANCE) == []
    assert state.legal(state.players) == []
    assert all(state.legal(seat) == [] for seat in NO_SEATS)


def check_outcome(state: pioche.State) -> None:
    ranks, scores, reason = state.outcome()
    assert len(ranks) == len(scores) == state.players
    assert reason
    assert min(ranks) == 1
    for rank in ranks:  # 1 2 2 4
        assert rank == 1 + sum(other < rank for other in ranks)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_outcome_is_only_there_at_the_end(case: Case) -> None:
    with pytest.raises(ValueError, match="not over"):
        case.new().outcome()


@settings(max_examples=150, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_illegal_moves_raise_name_a_clause_and_change_nothing(
    case: Case, seed: int, depth: int
) -> None:
    state = reached(case, seed, depth)
    before = frozen(state.dump())
    rng = Rng(seed)
    clauses = Rulebook.load(state.game, "en").clauses
    for seat in [*range(state.players), CHANCE, CLOCK, state.players, 99]:
        legal = state.legal(seat)
        for action in some_actions(state.game, rng):
            refusal = state.refusal(seat, action)
            assert (refusal is None) == (action in legal)
            if refusal is None:
                continue
            assert refusal.clause in clauses, refusal
            with pytest.raises(Illegal) as caught:
                state.apply(seat, action)
            assert caught.value.refusal == refusal
    assert frozen(state.dump()) == before


def some_actions(game: pioche.Game, rng: Rng) -> list[int]:
    """All of a small game's actions, a sample of a large one's, and some that are none."""
    n = game.num_actions
    inside = range(n) if n <= 60 else sorted({rng.below(n) for _ in range(60)})
    return [*inside, -1, n, 10**6, 10**30]


@settings(max_examples=100, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_a_shuffle_that_is_not_due_is_refused(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    if state.actors() == (CHANCE,):
        assert all(state.legal(seat) == [] for seat in range(state.players))
        return
    before = frozen(state.dump())
    with pytest.raises(ValueError, match="shuffle"):
        state.shuffle(Rng(1))
    assert frozen(state.dump()) == before


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_texts_and_actions_are_a_bijection(game: pioche.Game) -> None:
    texts = [game.text(action) for action in range(game.num_actions)]
    assert len(set(texts)) == len(texts) <= MOST_ACTIONS
    assert [game.parse(text) for text in texts] == list(range(game.num_actions))
    for wrong in ("", "fly", texts[0] + " x"):
        with pytest.raises(ValueError, match=game.id):
            game.parse(wrong)
    for action in (-1, game.num_actions):
        with pytest.raises(ValueError, match=str(action)):
            game.text(action)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_step_plays_legal_moves_only(case: Case) -> None:
    """The quick random moves of the rules are moves that `legal` names."""
    state, rng = case.new(), Rng(7)
    for _ in range(300):
        if state.is_over():
            break
        if state.actors() == (CHANCE,):
            state.shuffle(rng)
            continue
        after = state.clone()
        after.step(rng)
        assert is_one_legal_move_later(state, after.dump())
        state = after


def is_one_legal_move_later(state: pioche.State, position: Any) -> bool:
    for seat in state.actors():
        for action in state.legal(seat):
            other = state.clone()
            other.apply(seat, action)
            if other.dump() == position:
                return True
    return False


@settings(max_examples=100, deadline=None)
@given(case=st.sampled_from(cases()), seed=SEEDS, depth=DEPTHS)
def test_a_clone_is_independent(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    before = frozen(state.dump())
    other = state.clone()
    assert frozen(other.dump()) == before
    other.playout(Rng(seed))
    assert frozen(state.dump()) == before
    third = state.clone()
    state.playout(Rng(seed + 1))
    assert frozen(third.dump()) == before


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_bad_counts_and_options_are_named(game: pioche.Game) -> None:
    for players in (game.players[0] - 1, game.players[-1] + 1, 0, -1, True, "3", 3.0, None):
        with pytest.raises(ValueError, match="players"):
            game.new(players=players)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="colour_of_the_box"):
        game.new(players=game.players[0], colour_of_the_box=3)
    for name, option in game.options.items():
        wrong = [None, "many", 2.5, 10**9, -(10**9)]
        for value in wrong:
            with pytest.raises(ValueError, match=name):
                game.new(players=game.players[0], **{name: value})
        assert option.help


def test_choose_covers_the_clock_where_there_is_one() -> None:
    for game in games():
        state = game.new(game.players[0])
        state.shuffle(Rng(1))
        seat, action = choose(state, Rng(1))
        assert action in state.legal(seat)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("seat", NO_SEATS)
def test_a_seat_that_is_none_is_refused(game: pioche.Game, seat: int) -> None:
    state = game.new(game.players[0])
    state.shuffle(Rng(1))
    refusal = state.refusal(seat, 0)
    assert refusal is not None
    assert refusal.code == "no-such-seat"
    with pytest.raises(Illegal, match="no-such-seat"):
        state.apply(seat, 0)
    with pytest.raises(ValueError, match="this game has seats"):
        state.resample(seat, Rng(1))
    with pytest.raises(ValueError, match="this game has seats"):
        state.view(seat)
