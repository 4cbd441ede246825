"""Token buckets: what they give at once, and from then on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pioche.server.token_bucket import ROUNDING, KeyedBuckets, TokenBucket


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=2, burst=5, clock=clock)
    assert [bucket.take() for _ in range(5)] == [0] * 5
    assert bucket.take() == pytest.approx(0.5)
    clock.at += 0.5
    assert bucket.take() == 0
    assert bucket.take() > 0
    clock.at += 1000
    assert [bucket.take() == 0 for _ in range(6)] == [True] * 5 + [False]


def test_what_is_refused_costs_nothing() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=1, burst=1, clock=clock)
    bucket.take()
    assert [bucket.take() for _ in range(100)] == [pytest.approx(1)] * 100
    clock.at += 1
    assert bucket.take() == 0


@given(
    st.floats(0.1, 100),
    st.integers(1, 50),
    st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 3)), max_size=60),
)
@settings(deadline=None)
def test_over_any_time_no_more_is_given_than_burst_and_rate_allow(
    rate: float, burst: int, asks: list[tuple[float, float]]
) -> None:
    clock = Clock()
    buckets = KeyedBuckets(rate, burst, clock)
    given = []
    for pause, cost in asks:
        clock.at += pause
        wait = buckets.take("ada", cost)
        assert wait >= 0
        if (cost - burst) / rate > 2 * ROUNDING:
            assert wait > 0
            continue
        clock.at += wait
        assert wait == 0 or buckets.take("ada", cost) == 0  # so long, and no longer
        given.append((clock.at, cost))
    for first in range(len(given)):
        for last in range(first, len(given)):
            total = sum(cost for _, cost in given[first : last + 1])
            assert total <= burst + rate * (given[last][0] - given[first][0]) + 1e-3 * rate


def test_each_key_has_its_own_bucket() -> None:
    buckets = KeyedBuckets(rate=1, burst=1, clock=Clock())
    assert buckets.take("ada") == 0
    assert buckets.take("bob") == 0
    assert buckets.take("ada") > 0


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = KeyedBuckets(rate=1, burst=5, clock=clock)
    for number in range(1000):
        clock.at += 0.1
        buckets.take(f"address {number}")
    assert len(buckets.buckets) < 30
    clock.at += 100
    for _ in range(20):
        buckets.take("ada")
    assert list(buckets.buckets) == ["ada"]


def test_there_are_never_more_buckets_than_may_be_remembered() -> None:
    buckets = KeyedBuckets(rate=0.001, burst=1, clock=Clock(), most=50)
    for number in range(1000):
        buckets.take(str(number))
        assert len(buckets.buckets) <= 50
    assert buckets.take("999") > 0  # the latest are still held to the limit


def test_to_look_whether_there_is_a_token_takes_none() -> None:
    buckets = KeyedBuckets(rate=0.5, burst=2, clock=Clock())
    for _ in range(5):
        assert buckets.find_wait("ada") == 0
    assert [buckets.take("ada") for _ in range(2)] == [0, 0]
    assert buckets.find_wait("ada") == buckets.take("ada") == pytest.approx(2)
