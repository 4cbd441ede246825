"""Counting where it must cost nothing: in plain numbers, handed on to Prometheus now and then.

An `observe` of its client costs 2 µs, with several workers 6; adding to a list a fifth of one.
For the event loop's thread only.
"""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterable, Sequence

from prometheus_client import Counter, Histogram

OTHER = "other"

# Why connections are closed: too many frames or bytes on a socket; a head or a body that is too
# big; a request that takes too long; too many requests or connections of one address.
FLOODS = ("frames", "bytes", "head", "body", "slow", "requests", "connections")

# They are counted where the bytes come in, which is below the app and its metrics: so this
# belongs to the process, and its metrics take what was counted.
closed_floods: Tally[str] = Tally()


class BufferedCounter:
    """Counts by one label, whose values are known: what is not known is "other"."""

    def __init__(self, counter: Counter, values: Iterable[str]) -> None:
        self.children = {value: counter.labels(value) for value in (*values, OTHER)}
        self.counts = dict.fromkeys(self.children, 0)

    def add(self, value: str, by: int = 1) -> None:
        try:
            self.counts[value] += by
        except KeyError:
            self.counts[OTHER] += by

    def flush(self) -> None:
        """Hand on what was counted since the last time."""
        for value, count in self.counts.items():
            if count:
                self.children[value].inc(count)
                self.counts[value] = 0


class BulkHistogram(Histogram):
    """A histogram that takes many observations at once."""

    def add(self, counts: Sequence[int], total: float) -> None:
        """As many observations as `counts` says for each bucket; `total` is their sum."""
        for bucket, count in zip(self._buckets, counts, strict=True):
            if count:
                bucket.inc(count)
        self._sum.inc(total)


class BufferedHistogram:
    """Seconds that something took."""

    def __init__(self, histogram: BulkHistogram, bounds: Sequence[float]) -> None:
        self.histogram = histogram
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def flush(self) -> None:
        """Hand on what was noted since the last time."""
        if any(self.counts):
            self.histogram.add(self.counts, self.total)
            self.counts = [0] * len(self.counts)
            self.total = 0.0


class SentTally:
    """How much went out, over all sockets of a kind."""

    __slots__ = ("bytes", "messages")

    def __init__(self) -> None:
        self.messages = self.bytes = 0

    def add(self, size: int) -> None:
        """A message was sent."""
        self.messages += 1
        self.bytes += size


def count_flood(reason: str) -> None:
    """A connection was closed because somebody sent too much."""
    closed_floods[reason] += 1


def take_floods() -> dict[str, int]:
    """What was counted since the last time."""
    counted = dict(closed_floods)
    closed_floods.clear()
    return counted
