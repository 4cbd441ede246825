"""Shares, intervals and ratings, against values known from elsewhere."""

from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.arena.results.ratings import Ratings
from pioche.arena.results.stats import Share, student_factor


@pytest.mark.parametrize(
    ("freedom", "table"),
    [(3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_student_is_as_in_the_tables(freedom: int, table: float) -> None:
    assert student_factor(freedom) == pytest.approx(table, rel=0.01)


def test_the_error_is_that_of_the_blocks_means_where_blocks_are_equal() -> None:
    rng, share, means = Random(1), Share(), []
    for _ in range(50):
        won = sum(rng.random() < 0.3 for _ in range(4))
        share.add(won, 4)
        means.append(won / 4)
    assert share.mean == pytest.approx(mean(means))
    assert share.standard_error() == pytest.approx(stdev(means) / 50**0.5)


def together(rng: Random, p: float, size: int) -> list[float]:
    """Games of a block that all end alike."""
    return [float(rng.random() < p)] * size


def apart(rng: Random, p: float, size: int) -> list[float]:
    """Games of a block that have nothing to do with each other."""
    return [float(rng.random() < p) for _ in range(size)]


def against(rng: Random, p: float, size: int) -> list[float]:
    """Games of a block in which luck evens out, as it does when seats are changed."""
    first = apart(rng, p, size)
    first[-1] = 1 - first[0] if p == 0.5 else first[-1]
    return first


@pytest.mark.parametrize("kind", [together, apart, against])
@pytest.mark.parametrize("p", [0.02, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("blocks", [5, 20, 100])
def test_ninety_five_intervals_of_a_hundred_hold_the_true_share(
    kind: type[apart], p: float, blocks: int
) -> None:
    rng, held, times = Random(7), 0, 1000
    for _ in range(times):
        share = Share()
        for _ in range(blocks):
            games = kind(rng, p, 4)
            share.add(sum(games), len(games))
        low, high = share.interval()
        held += low <= p <= high
    assert held / times > 0.93


def test_with_many_blocks_the_interval_is_no_wider_than_it_has_to_be() -> None:
    rng, share = Random(3), Share()
    for _ in range(2000):
        share.add(sum(apart(rng, 0.25, 4)), 4)
    low, high = share.interval()
    assert high - low == pytest.approx(2 * 1.96 * (0.25 * 0.75 / 8000) ** 0.5, rel=0.05)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(4, 4)), min_size=1, max_size=30))
def test_an_interval_holds_the_mean_and_is_never_a_point(blocks: list[tuple[int, int]]) -> None:
    share = Share()
    for won, played in blocks:
        share.add(won, played)
    low, high = share.interval()
    assert 0 <= low <= share.mean <= high <= 1
    assert high - low > 1 / (10 * len(blocks))


def test_who_never_won_may_still_win_sometimes() -> None:
    share = Share()
    for _ in range(100):
        share.add(0, 2)
    low, high = share.interval()
    assert low == 0
    assert 0.01 < high < 0.06


def test_nothing_played_says_nothing() -> None:
    assert Share().interval() == (0, 1)


def test_two_of_the_same_bot_can_not_win_more_than_half_each() -> None:
    share = Share(1 / 2)
    share.add(2, 4)
    assert share.interval()[1] == 0.5


def test_ratings_find_the_order_of_strength() -> None:
    rng, ratings = Random(5), Ratings(3)
    for _ in range(300):
        strengths = [rng.gauss(mu, 1.0) for mu in (0.0, 1.0, 2.0)]
        ratings.add([0, 1, 2], [1 + sum(other > own for other in strengths) for own in strengths])
    weak, middle, strong = (mu for mu, _ in ratings.bots)
    assert weak < middle < strong
    assert all(sigma < 4 for _, sigma in ratings.bots)


def test_a_bot_against_itself_learns_nothing_about_its_strength() -> None:
    ratings = Ratings(1)
    for _ in range(50):
        ratings.add([0, 0, 0], [1, 2, 3])
    assert ratings.bots[0][0] == pytest.approx(25, abs=2)


def test_one_rating_is_as_openskill_has_it() -> None:
    from openskill.models import PlackettLuce

    model, ratings = PlackettLuce(), Ratings(2)
    (first,), (second,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    ratings.add([0, 1], [1, 2])
    assert ratings.bots[0] == pytest.approx((first.mu, first.sigma))
    assert ratings.bots[1] == pytest.approx((second.mu, second.sigma))
