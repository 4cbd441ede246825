"""What programs learn from: tensors tell what the view of their seat tells, and nothing else."""

import pytest
from cases import SOURCE, Case, cases, part_of_tests, reached, walk
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.tensors import PAGE, build_page

import pioche
from pioche import Rng, State
from pioche.core.tensors.field import count_numbers
from pioche.core.tensors.tensor import encode_tensor


def tensor_of(state: State, seat: int) -> list[int]:
    tensor = state.game.tensor_encoder()
    return encode_tensor(tensor, state, seat, count_numbers(tensor.fields()))


@settings(max_examples=300, deadline=None)
@given(case=st.sampled_from(cases()), seed=st.integers(0, 2**32), depth=st.integers(0, 400))
def test_states_a_seat_cannot_tell_apart_give_equal_tensors(
    case: Case, seed: int, depth: int
) -> None:
    state = reached(case, seed, depth)
    for seat in range(case.players):
        other = state.resample(seat, Rng(seed + 1))
        assert tensor_of(other, seat) == tensor_of(state, seat)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_tensor_is_told_from_the_view_alone(case: Case) -> None:
    """The game's own tests read the view a second time, field by field."""
    game = pioche.games[case.game]
    seen, fields = part_of_tests(game, "tensor_oracle"), game.tensor_encoder().fields()
    for seed in range(2):
        for number, step in enumerate(walk(case, seed, steps=400)):
            if number % 3 and not step.after.is_over():
                continue
            for seat in range(case.players):
                told = seen.numbers(step.after.view(seat))
                assert list(told) == [field.name for field in fields]
                found, start = list(tensor_of(step.after, seat)), 0
                for field in fields:
                    numbers = found[start : start + field.size]
                    start += field.size
                    assert numbers == told[field.name], field.name
                    assert field.low <= min(numbers) and max(numbers) <= field.high, field.name


def test_the_page_about_tensors_is_not_stale() -> None:
    """`make tensors` writes it anew."""
    assert (SOURCE.parents[1] / PAGE).read_text(encoding="utf-8") == build_page()


@pytest.mark.parametrize("game", pioche.games.values(), ids=lambda game: game.id)
def test_every_field_is_told_about(game: pioche.Game) -> None:
    fields = game.tensor_encoder().fields()
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert field.help
        assert -32768 <= field.low < field.high <= 32767
