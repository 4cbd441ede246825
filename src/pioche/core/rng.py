"""Where chance comes from: the generators that `State.shuffle` and `State.resample` take."""

import hashlib
import hmac
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from pioche.core.native.vectors import vec

# Multiply-with-carry, base 2**31. A * 2**31 - 1 is a safe prime, so the period is about
# 2**61; every product stays below 2**62 and never overflows an i64.
MULTIPLIER: Final = 2054320968
M31: Final = 0x7FFFFFFF
STATES: Final = 2054320968 * 2**31 - 2  # 0 and A * 2**31 - 1 would stand still

SECRET_BYTES: Final = 32
WORDS: Final = 8  # 32-bit words in one HMAC-SHA-256 block
WORD_RANGE: Final = 4294967296


@mypyc_attr(allow_interpreted_subclasses=True)
class Generator:
    """A source of chance. Subclasses give `below`; `shuffle` must draw from nothing else."""

    __slots__ = ()

    def below(self, n: i64) -> i64:
        """A uniform integer in 0 … n-1."""
        raise NotImplementedError

    def shuffle(self, v: vec[i64], start: i64, stop: i64, end: i64) -> None:
        """Fill v[start:stop] with a random draw from v[start:end]."""
        for i in range(start, stop):
            j = i + self.below(end - i)
            x = v[i]
            v[i] = v[j]
            v[j] = x


@final
class Rng(Generator):
    """The fast generator, for simulation only: its 61 bits of state can be searched.

    >>> rng = Rng(42)
    >>> [rng.below(10) for _ in range(8)]
    [6, 1, 1, 2, 8, 8, 1, 4]
    """

    __slots__ = ("s",)

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(b"pioche:%d" % seed).digest()
        self.s: i64 = int.from_bytes(digest[:16], "big") % STATES + 1

    def below(self, n: i64) -> i64:
        """An integer in 0 … n-1; off uniform by less than n / 2**31."""
        s = MULTIPLIER * (self.s & M31) + (self.s >> 31)
        self.s = s
        return ((s & M31) * n) >> 31

    def shuffle(self, v: vec[i64], start: i64, stop: i64, end: i64) -> None:
        """Fill v[start:stop] with a random draw from v[start:end]."""
        s = self.s
        for i in range(start, stop):
            s = MULTIPLIER * (s & M31) + (s >> 31)
            j = i + (((s & M31) * (end - i)) >> 31)
            x = v[i]
            v[i] = v[j]
            v[j] = x
        self.s = s

    def __reduce__(self) -> tuple[Any, ...]:
        return resume_rng, (int(self.s),)


def resume_rng(s: int) -> Rng:
    """The fast generator in the middle of its stream."""
    rng = Rng(0)
    rng.s = s
    return rng


@final
class KeyedRng(Generator):
    """The generator of real tables: HMAC-SHA-256 in counter mode, keyed by a 256-bit secret.

    Block k is HMAC(secret, k as 8 bytes, big-endian): eight 32-bit big-endian words, used
    in order. `below(n)` takes the first word under the largest multiple of n, modulo n, so
    every draw is exactly uniform. `used` counts words, so a draw can be resumed anywhere.
    """

    __slots__ = ("block", "secret", "used", "words")

    def __init__(self, secret: bytes, used: int = 0) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, this one {len(secret)}")
        if used < 0:
            raise ValueError(f"used counts words and can't be {used}")
        self.secret = secret
        self.used: i64 = used
        self.block: i64 = -1
        self.words: list[int] = []

    def commitment(self) -> str:
        """What is published before the first deal: SHA-256 of the secret, in hex."""
        return hashlib.sha256(self.secret).hexdigest()

    def below(self, n: i64) -> i64:
        """A uniform integer in 0 … n-1, for n up to 2**32."""
        if not 1 <= n <= WORD_RANGE:
            raise ValueError(f"below: {n} is not from 1 to 2**32")
        limit: i64 = WORD_RANGE
        limit -= limit % n
        word = self.next_word()
        while word >= limit:
            word = self.next_word()
        return word % n

    def next_word(self) -> i64:
        """The next 32 bits of the stream."""
        block = self.used // WORDS
        if block != self.block:
            self.block = block
            counter = int(block).to_bytes(8, "big")
            digest = hmac.digest(self.secret, counter, "sha256")
            self.words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        word: i64 = self.words[self.used % WORDS]
        self.used += 1
        return word

    def __reduce__(self) -> tuple[Any, ...]:
        return KeyedRng, (self.secret, int(self.used))
