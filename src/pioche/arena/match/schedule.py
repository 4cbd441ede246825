"""Who sits where, and which chance belongs to what: everything follows from the seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from math import gcd

from pioche.core.rng import Rng


def derive_rng(*parts: int | str) -> Rng:
    """The generator that belongs to a seed and a place, independent of all others."""
    digest = sha256("/".join(map(str, parts)).encode()).digest()
    return Rng(int.from_bytes(digest, "big"))


def shuffle_rng(seed: int, deal: int, number: int) -> Rng:
    """The generator of the n-th shuffle of a deal, whoever plays it and wherever they sit."""
    return derive_rng("shuffle", seed, deal, number)


def bot_rng(seed: int, deal: int, rotation: int, seat: int) -> Rng:
    """The generator of the bot at a seat of a game."""
    return derive_rng("bot", seed, deal, rotation, seat)


def build_seatings(bots: Sequence[str], seed: int, deal: int) -> list[tuple[int, ...]]:
    """The games of a deal: for each, the player of the line-up at every seat.

    The line-up is put in a random order, so that nobody has the same neighbours all the
    time, and turned round the table until everybody has sat at every seat. Where equal bots
    make the table look the same after a part of the way, that part is enough.
    """
    order = shuffle_order(len(bots), derive_rng("order", seed, deal))
    turns = period([bots[player] for player in order])
    return [tuple(order[turn:] + order[:turn]) for turn in range(turns)]


def shuffle_order(n: int, rng: Rng) -> list[int]:
    """The numbers 0 … n-1 in random order."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int(rng.below(i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def period(ring: Sequence[str]) -> int:
    """After how many steps a ring looks the same again.

    >>> period("abab"), period("aabb"), period("aaa")
    (2, 4, 1)
    """
    return next(
        step for step in range(1, len(ring) + 1) if list(ring) == [*ring[step:], *ring[:step]]
    )


def block_size(bots: Sequence[str], seed: int, deal: int) -> int:
    """How many games a deal has."""
    n, alike = len(bots), gcd(*Counter(bots).values())
    if alike in (1, n):
        return n // alike  # whatever the order, no part of the way is enough, or any is
    return len(build_seatings(bots, seed, deal))


def plan_deals(bots: Sequence[str], seed: int, games: int) -> Iterator[int]:
    """The deals to play, whole ones, until there are at least so many games."""
    planned = 0
    for deal in count():
        if planned >= games:
            return
        yield deal
        planned += block_size(bots, seed, deal)
