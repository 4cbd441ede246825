"""What holds of positions in every game: the whole truth, both ways."""

import copy
import json
import pickle
import tracemalloc
from itertools import pairwise

import pytest
from cases import Case, advance, cases, frozen, games, reached, walk
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import BadPosition, Rng

COMMON = {"game", "rules", "players", "options", "over"}


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_state_of_a_game_survives_dump_and_load(case: Case) -> None:
    game = pioche.games[case.game]
    for seed in range(3):
        for step in walk(case, seed, steps=600):
            position = step.after.dump()
            again = game.load(json.loads(json.dumps(position)))
            assert frozen(again.dump()) == frozen(position)
            assert again.actors() == step.after.actors()
            for seat in range(-2, case.players):
                assert again.legal(seat) == step.after.legal(seat)


@settings(max_examples=120, deadline=None)
@given(case=st.sampled_from(cases()), seed=st.integers(0, 2**32), depth=st.integers(0, 300))
def test_a_loaded_state_plays_on_identically(case: Case, seed: int, depth: int) -> None:
    state = reached(case, seed, depth)
    again = state.game.load(state.dump())
    for seat in range(case.players):
        resampled = [s.resample(seat, Rng(seed)).dump() for s in (state, again)]
        assert frozen(resampled[0]) == frozen(resampled[1])
    ours, theirs = Rng(seed), Rng(seed)
    for _ in range(150):
        if state.is_over():
            break
        advance(state, ours)
        advance(again, theirs)
        assert frozen(again.dump()) == frozen(state.dump())
    assert again.is_over() == state.is_over()
    if state.is_over():
        assert again.outcome() == state.outcome()


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_position_has_exactly_the_fields_of_the_clause_file(case: Case) -> None:
    for step in walk(case, 5, steps=400):
        game, position = step.after.game, step.after.dump()
        due = step.after.actors() == (pioche.CHANCE,)
        assert position["options"].keys() == game.options.keys()
        assert position.get("chance", False) is due
        on = {name for name, option in game.option_fields.items() if case.options.get(option)}
        assert on <= position.keys()
        extra = position.keys() - COMMON - set(game.fields) - {"chance"} - on
        assert extra <= (set(game.chance_fields) if due else set())
        assert COMMON | set(game.fields) <= position.keys()


@pytest.mark.parametrize("depth", [0, 1, 12, 10**6], ids=["new", "dealt", "begun", "over"])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_malformed_positions_name_the_field(game: pioche.Game, depth: int) -> None:
    state = reached(Case(game.id, game.players[0]), 3, depth)
    good = state.dump()
    for field in good:
        broken = copy.deepcopy(good)
        del broken[field]
        if field != "chance":
            assert problem(game, broken).field == field
    assert problem(game, {**good, "colour_of_the_box": 1}).field == "colour_of_the_box"
    assert problem(game, {**good, "game": "chess"}).field == "game"
    assert problem(game, {**good, "rules": game.version + 1}).field == "rules"
    assert problem(game, {**good, "players": 99}).field == "players"
    assert problem(game, {**good, "options": {}}).field.startswith("options")
    for field in game.fields:
        for wrong in ("nonsense", 10**9, -5, {"a": 1}, [[["x"]]], [None], 1.5):
            assert problem(game, {**good, field: wrong}).field.startswith(field), (field, wrong)
    for nothing in (None, [], "position", 3):
        assert problem(game, nothing).field == "position"


def problem(game: pioche.Game, position: object) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        game.load(position)
    return caught.value


@settings(max_examples=300, deadline=None)
@given(data=st.data(), case=st.sampled_from(cases()), seed=st.integers(0, 999))
def test_a_damaged_position_is_refused_or_is_another_good_one(
    data: st.DataObject, case: Case, seed: int
) -> None:
    """Whatever one value is changed to, load says what is wrong or gives a playable state."""
    state = reached(case, seed, data.draw(st.integers(0, 80)))
    position = copy.deepcopy(state.dump())
    path = data.draw(st.sampled_from(paths(position)))
    holder = position
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = data.draw(
        st.sampled_from(values(state.dump())) | st.integers(-3, 40) | st.none() | st.booleans()
    )
    try:
        other = state.game.load(position)
    except BadPosition as error:
        assert error.field
        assert error.problem
        return
    assert state.game.load(other.dump()).dump() == other.dump()
    for _ in range(30):
        if other.is_over():
            break
        advance(other, Rng(seed))


def paths(value: object, before: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The paths to everything in a JSON value."""
    pairs = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    return [p for key, v in pairs for p in [(*before, key), *paths(v, (*before, key))]]


def values(position: object) -> list[object]:
    """Every value in a JSON value, to put in a wrong place."""
    if isinstance(position, dict):
        return [v for value in position.values() for v in [value, *values(value)]]
    if isinstance(position, list):
        return [v for value in position for v in [value, *values(value)]]
    return [position]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_states_can_be_copied_and_sent_to_another_process(game: pioche.Game) -> None:
    state = game.new(game.players[0])
    state.shuffle(Rng(1))
    before = frozen(state.dump())
    others = [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    state.playout(Rng(2))
    for other in others:
        assert frozen(other.dump()) == before
        assert other.game is game
        other.playout(Rng(2))
        assert frozen(other.dump()) == frozen(state.dump())


@pytest.mark.parametrize(
    "error",
    [
        pioche.Illegal(pioche.Refusal("code", "X-1", {"seat": 1}), "take"),
        pioche.BadPosition("hands[1]", "is wrong"),
        pioche.BadRecord("moves[1]", "is wrong"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_another_process(error: ValueError) -> None:
    """One that can't be unpickled leaves a pool of processes waiting for ever."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize("depth", [0, 1, 12, 60], ids=["new", "dealt", "begun", "later"])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_position_that_was_loaded_leaves_nothing_behind(game: pioche.Game, depth: int) -> None:
    """Processes in which bots think load one for every move, and live for weeks."""
    position = reached(Case(game.id, game.players[-1]), 3, depth).dump()
    tracemalloc.start()
    held = []
    for _ in range(5):
        for _ in range(200):
            game.load(position)
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    # A leak shows in every round; other threads, and objects that the interpreter keeps for the
    # next of their kind, only in some.
    left = min(after - before for before, after in pairwise(held))
    assert left < 200 * 20, f"{left / 200:.0f} bytes a load"
