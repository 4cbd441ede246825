"""How much one may ask for: places, addresses, and all limits of a worker."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs
from server_clients import GENEROUS, run_server

from pioche.server.client_address import (
    apply_proxy_headers,
    group_address,
    is_from_private_network,
    read_client_key,
)
from pioche.server.http.middleware.rate_limit import Limiter, SocketSlots
from pioche.server.problem import Problem
from pioche.server.settings import Limits


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


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


def test_texts_are_limited_by_person() -> None:
    clock = Clock()
    limiter = Limiter(Limits(texts_per_minute=60, texts_burst=4), clock)
    for _ in range(4):
        limiter.check_text("ada")
    problem = refused(limiter.check_text, "ada")
    assert (problem.code, problem.seconds) == ("too-fast", 1)
    limiter.check_text("bob")
    clock.at += 1
    limiter.check_text("ada")


def test_every_socket_has_its_own_bucket_for_messages() -> None:
    limiter = Limiter(Limits(messages_per_second=10, messages_burst=3), Clock())
    one, other = limiter.new_message_bucket(), limiter.new_message_bucket()
    assert [one.take() == 0 for _ in range(4)] == [True, True, True, False]
    assert other.take() == 0


def test_a_path_is_counted_as_the_app_reads_it(tmp_path: Path) -> None:
    limits = structs.replace(GENEROUS, requests_per_second=0.001, requests_burst=3)
    with run_server(tmp_path, limits) as url, httpx.Client() as client:
        paths = ["/api/games", "//api/games", "/api//games/", "///api/games"]
        answers = [client.get(url + path) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
