"""How much one may ask for: buckets, places, addresses."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pioche.server.client_address import (
    apply_proxy_headers,
    group_address,
    is_from_private_network,
    read_client_key,
)
from pioche.server.http.middleware.rate_limit import (
    ROUNDING,
    KeyedBuckets,
    Limiter,
    SocketSlots,
    TokenBucket,
)
from pioche.server.problem import Problem
from pioche.server.settings import Limits


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


# -- buckets -----------------------------------------------------------------------------


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


# -- places ------------------------------------------------------------------------------


def test_sockets_are_counted_by_person_and_by_address_and_given_back() -> None:
    places = SocketSlots(per_person=2, per_address=3)
    with places.reserve("ada", "here"), places.reserve("ada", "here"):
        with pytest.raises(Problem, match="Too many connections"), places.reserve("ada", "there"):
            pass
        with (
            places.reserve("bob", "here"),
            pytest.raises(Problem, match="Too many connections"),
            places.reserve("eve", "here"),
        ):
            pass
        with (
            places.reserve(None, "there"),
            places.reserve(None, "there"),
            places.reserve(None, "there"),
        ):
            pass
    assert not places.people
    assert not places.addresses


def test_a_place_is_given_back_whatever_happens() -> None:
    places = SocketSlots(per_person=1, per_address=1)
    for error in (ValueError, KeyboardInterrupt, GeneratorExit):
        with pytest.raises(error), places.reserve("ada", "here"):
            raise error
    with places.reserve("ada", "here"):
        pass
    assert not places.people
    assert not places.addresses


# -- addresses ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense", "local"),
    ],
)
def test_an_address_is_counted_as_one_subscriber(host: str, key: str) -> None:
    assert group_address(host) == key
    assert read_client_key({"client": (host, 1)}) == key


def test_a_unix_socket_has_no_address() -> None:
    assert read_client_key({"client": None}) == "local"


def passed_on(peer: str, kind: str = "http", **headers: str) -> dict[str, Any]:
    scope: dict[str, Any] = {"type": kind, "client": (peer, 1), "scheme": "http"}
    raw = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
    apply_proxy_headers(scope, raw)
    return scope


def test_a_proxy_is_believed_what_it_has_seen_itself() -> None:
    scope = passed_on("127.0.0.1", x_forwarded_for="8.8.8.8", x_forwarded_proto="https")
    assert scope["client"][0] == "8.8.8.8"
    assert scope["scheme"] == "https"
    assert passed_on("10.0.0.2", "websocket", x_forwarded_proto="https")["scheme"] == "wss"


def test_a_client_cannot_choose_its_address() -> None:
    spoofed = "1.2.3.4, 127.0.0.1, 192.168.1.7"
    assert passed_on("127.0.0.1", x_forwarded_for=spoofed)["client"][0] == "192.168.1.7"
    direct = passed_on("8.8.8.8", x_forwarded_for="127.0.0.1", x_forwarded_proto="https")
    assert (direct["client"][0], direct["scheme"]) == ("8.8.8.8", "http")


@pytest.mark.parametrize("value", ["", "unknown", "a" * 5000, "1.2.3.4, ", "[::1", ":::::"])
def test_a_header_without_sense_changes_nothing(value: str) -> None:
    scope = passed_on("127.0.0.1", x_forwarded_for=value, x_forwarded_proto=value)
    assert (scope["client"][0], scope["scheme"]) in (("127.0.0.1", "http"), ("::1", "http"))


@pytest.mark.parametrize(
    ("written", "host"),
    [("8.8.8.8:443", "8.8.8.8"), ("[2001:db8::1]:443", "2001:db8::1"), ("2001:db8::1",) * 2],
)
def test_some_proxies_write_ports(written: str, host: str) -> None:
    assert passed_on("::1", x_forwarded_for=written)["client"][0] == host


def test_near_is_this_machine_and_private_networks_but_not_what_an_unknown_proxy_brings() -> None:
    def near(host: str | None, proxy: bool = False, **headers: str) -> bool:
        raw = {name.replace("_", "-").encode(): b"x" for name in headers}
        return is_from_private_network({"client": (host, 1) if host else None}, raw, proxy)

    assert near("127.0.0.1") and near("::1") and near("192.168.1.7") and near(None)
    assert not near("8.8.8.8") and not near("2a00::1") and not near("nonsense")
    assert not near("127.0.0.1", x_forwarded_for="")
    assert near("127.0.0.1", proxy=True, x_forwarded_for="")


# -- all of them -------------------------------------------------------------------------


def scope_of(path: str, host: str = "192.0.2.7") -> dict[str, Any]:
    return {"type": "http", "path": path, "client": (host, 1)}


def refused(limited: Any, *arguments: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        limited(*arguments)
    return caught.value


def test_requests_are_limited_by_address_and_files_by_themselves() -> None:
    limits = Limits(requests_per_second=1, requests_burst=2, files_per_second=10, files_burst=20)
    limiter = Limiter(limits, Clock())
    for _ in range(2):
        limiter.check_request(scope_of("/api/me"))
    assert refused(limiter.check_request, scope_of("/api/me")).build_headers() == {
        "retry-after": "1"
    }
    limiter.check_request(scope_of("/api/me", "192.0.2.8"))
    for _ in range(20):
        limiter.check_request(scope_of("/cards.svg"))
    assert refused(limiter.check_request, scope_of("/cards.svg")).code == "too-fast"


def test_people_tables_and_texts_are_limited() -> None:
    limits = Limits(people_per_hour=2, tables_per_hour=3, texts_per_minute=60, texts_burst=4)
    clock = Clock()
    limiter = Limiter(limits, clock)
    for limited, key, most, code, seconds in (
        (limiter.check_new_person, scope_of("/api/me"), 2, "too-many-people", 1800),
        (limiter.check_new_table, "ada", 3, "too-fast", 1200),
        (limiter.check_text, "ada", 4, "too-fast", 1),
    ):
        for _ in range(most):
            limited(key)  # type: ignore[operator]
        problem = refused(limited, key)
        assert (problem.code, problem.seconds) == (code, seconds)
    limiter.check_text("bob")
    clock.at += 1
    limiter.check_text("ada")


def test_every_socket_has_its_own_bucket_for_messages() -> None:
    limiter = Limiter(Limits(messages_per_second=10, messages_burst=3), Clock())
    one, other = limiter.new_message_bucket(), limiter.new_message_bucket()
    assert [one.take() == 0 for _ in range(4)] == [True, True, True, False]
    assert other.take() == 0
