"""The generators, pinned: a record made today must replay in ten years."""

import copy
import hashlib
import hmac
import pickle
from collections import Counter

import pytest

from pioche import KeyedRng, Rng
from pioche.core.native.bits import make_vector

SECRET = bytes(range(32))

FAST = [625, 152, 111, 298, 822, 869, 183, 443]
FAST_DECK = [7, 2, 3, 5, 10, 11, 0, 9, 4, 8, 1, 6]
KEYED = [
    513,
    857,
    715,
    860,
    937,
    489,
    775,
    969,
    569,
    615,
    537,
    206,
    134,
    579,
    482,
    284,
    99,
    388,
    484,
    258,
]
KEYED_DECK = [9, 7, 1, 0, 5, 3, 2, 11, 4, 6, 8, 10]


def test_golden_values_of_the_fast_generator() -> None:
    rng = Rng(42)
    assert [rng.below(1000) for _ in range(8)] == FAST
    rng = Rng(42)
    deck = make_vector(list(range(12)))
    rng.shuffle(deck, 0, 12, 12)
    assert list(deck) == FAST_DECK


def test_golden_values_of_the_keyed_generator() -> None:
    rng = KeyedRng(SECRET)
    assert [rng.below(1000) for _ in range(20)] == KEYED
    rng = KeyedRng(SECRET)
    deck = make_vector(list(range(12)))
    rng.shuffle(deck, 0, 12, 12)
    assert list(deck) == KEYED_DECK


def test_the_keyed_generator_is_hmac_in_counter_mode() -> None:
    """By the words of its documentation, with nothing of its code."""
    stream = b"".join(
        hmac.new(SECRET, k.to_bytes(8, "big"), hashlib.sha256).digest() for k in range(4)
    )
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    rng = KeyedRng(SECRET)
    assert [rng.below(2**32) for _ in range(32)] == words


def test_keyed_draws_reject_what_would_bias_them() -> None:
    n = 3 * 2**30  # a quarter of the words is above the only multiple of n
    rng = KeyedRng(SECRET)
    drawn = [rng.below(n) for _ in range(200)]
    assert max(drawn) < n
    assert 230 < rng.used < 310  # 267 words expected for 200 draws


def test_a_keyed_stream_can_be_resumed_anywhere() -> None:
    rng = KeyedRng(SECRET)
    drawn = [rng.below(7) for _ in range(50)]
    again = KeyedRng(SECRET, used=rng.used)
    assert [again.below(7) for _ in range(30)] == [rng.below(7) for _ in range(30)]
    assert set(drawn) == set(range(7))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert KeyedRng(SECRET).commitment() == hashlib.sha256(SECRET).hexdigest()


def test_a_secret_has_256_bits() -> None:
    for wrong in (b"", b"short", bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            KeyedRng(wrong)
    with pytest.raises(ValueError, match="used"):
        KeyedRng(SECRET, used=-1)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, 2**62])
def test_a_keyed_draw_out_of_range_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        KeyedRng(SECRET).below(n)


@pytest.mark.parametrize("rng", [Rng(1), KeyedRng(SECRET)], ids=["fast", "keyed"])
def test_a_copied_generator_goes_on_by_itself(rng: Rng | KeyedRng) -> None:
    rng.below(7)
    copies = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    drawn = [[other.below(1000) for _ in range(9)] for other in (*copies, rng)]
    assert drawn[0] == drawn[1] == drawn[2] == drawn[3]


def test_seeds_of_any_size_give_streams_of_their_own() -> None:
    seeds = [0, 1, -1, 2**30, 2**61, 2**64, 2**64 + 1, 10**50]
    streams = {tuple(Rng(seed).below(2**20) for _ in range(1)) for seed in seeds}
    longer = {tuple(stream(seed)) for seed in seeds}
    assert len(longer) == len(seeds)
    assert len(streams) > 1


def stream(seed: int) -> list[int]:
    rng = Rng(seed)
    return [rng.below(2**20) for _ in range(4)]


@pytest.mark.parametrize("rng", [Rng(1), KeyedRng(SECRET)], ids=["fast", "keyed"])
def test_draws_and_shuffles_are_uniform(rng: Rng | KeyedRng) -> None:
    draws = Counter(rng.below(6) for _ in range(6000))
    assert all(850 < draws[n] < 1150 for n in range(6))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        deck = make_vector([0, 1, 2])
        rng.shuffle(deck, 0, 3, 3)
        orders[tuple(deck)] += 1
    assert len(orders) == 6
    assert all(850 < n < 1150 for n in orders.values())


@pytest.mark.parametrize("rng", [Rng(1), KeyedRng(SECRET)], ids=["fast", "keyed"])
def test_a_shuffle_touches_only_its_part(rng: Rng | KeyedRng) -> None:
    deck = make_vector(list(range(10)))
    rng.shuffle(deck, 2, 5, 8)
    cards = list(deck)
    assert cards[:2] == [0, 1]
    assert cards[8:] == [8, 9]
    assert sorted(cards[2:8]) == [2, 3, 4, 5, 6, 7]
