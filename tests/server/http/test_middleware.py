"""The middleware, in front of a real app on a real socket."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar, Request, Router, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct
from uvicorn_server import raw, served
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pioche.server.http.api_page import build_openapi_config
from pioche.server.http.error_handlers import (
    build_error_handlers,
    document_handlers,
    document_problems,
    log_socket_error,
)
from pioche.server.http.middleware.origin import OriginPolicy
from pioche.server.http.middleware.rate_limit import Limiter
from pioche.server.http.middleware.security import SecurityMiddleware, add_middleware
from pioche.server.problem import Problem
from pioche.server.settings import Limits, ServerSettings
from pioche.server.store.base import StoreError

SECRET = "the-secret-of-the-deal"


class Inner(Struct, forbid_unknown_fields=True):
    """What a table would agree on."""

    seats: int


class Wish(Struct, forbid_unknown_fields=True):
    """A body with something inside."""

    settings: Inner
    name: str = ""


class Foreseen(Exception):
    """An error the server knows of."""


@post("/wish", responses=document_problems("too-many-keys"))
async def wish(data: JSONBody[Wish]) -> Wish:
    """Says what it was told."""
    return data


@get("/raise/{kind:str}")
async def fail(kind: FromPath[str]) -> None:
    """Goes wrong."""
    raise {
        "value": ValueError(SECRET),
        "store": StoreError(SECRET),
        "problem": Problem("no-avatar", field="avatar", avatars="fox"),
        "foreseen": Foreseen(),
        "decode": msgspec.ValidationError("Expected `int`, got `str` - at `$.a.b`"),
    }[kind]


@get("/count")
async def count(number: FromQuery[int]) -> int:
    """A parameter that is a number."""
    return number


@get("/peer")
async def peer(request: Request[Any, Any, Any]) -> dict[str, str]:
    """How a request looks from inside."""
    return {"host": request.scope["client"][0], "scheme": request.scope["scheme"]}  # type: ignore[index]


@websocket("/socket")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Says again what is said, once."""
    await socket.accept()
    said = await socket.receive_text()
    if said == "fail":
        raise ValueError(SECRET)
    await socket.send_text(said)
    await socket.close()


def app_with(answers: list[Any] | None = None, **more: Any) -> Litestar:
    settings = ServerSettings(database="", **more)
    app = Litestar(
        [Router("/api", route_handlers=document_handlers([wish, fail, count, peer, echo]))],
        exception_handlers=build_error_handlers({Foreseen: "no-table"}),
        after_exception=[log_socket_error],
        openapi_config=build_openapi_config("Five games."),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )
    noted = [] if answers is None else answers
    return add_middleware(
        app,
        settings,
        Limiter(settings.limits),
        lambda scope, status, _: noted.append((scope["path"], status)),
    )


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(app_with(limits=Limits(requests_burst=10_000))) as port:
        yield port


def at(port: int, path: str) -> str:
    return f"http://127.0.0.1:{port}{path}"


def said(response: httpx.Response) -> dict[str, Any]:
    assert response.headers["content-type"] == "application/json"
    body: dict[str, Any] = response.json()
    assert set(body) <= {"code", "text", "field", "ref"}
    assert SECRET not in response.text
    assert "Traceback" not in response.text
    return body


# -- headers -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/peer", "/nothing", "/api/raise/value", "/schema"])
def test_every_answer_has_the_safe_headers(port: int, path: str) -> None:
    headers = httpx.get(at(port, path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "base-uri 'none'" in headers["content-security-policy"]
    assert "strict-transport-security" not in headers
    assert len(headers.get_list("content-security-policy")) == 1


def test_a_page_may_load_from_this_server_alone(port: int) -> None:
    header = httpx.get(at(port, "/api/peer")).headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in header.split("; "))
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["connect-src"] == f"'self' ws://127.0.0.1:{port}"
    assert rules["worker-src"] == rules["manifest-src"] == "'self'"
    assert rules["style-src-attr"] == "'unsafe-inline'"
    assert rules["object-src"] == "'none'"
    assert "unsafe-eval" not in header


def test_nobody_keeps_answers_of_the_api(port: int) -> None:
    assert httpx.get(at(port, "/api/peer")).headers["cache-control"] == "no-store"
    assert httpx.get(at(port, "/api/nothing")).headers["cache-control"] == "no-store"
    assert "cache-control" not in httpx.get(at(port, "/nothing")).headers


def test_over_https_browsers_are_told_to_stay_there() -> None:
    with served(app_with(behind_proxy=True)) as port:
        forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "6.6.6.6, 8.8.8.8"}
        answer = httpx.get(at(port, "/api/peer"), headers=forwarded)
        assert answer.json() == {"host": "8.8.8.8", "scheme": "https"}
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert f"wss://127.0.0.1:{port}" in answer.headers["content-security-policy"]


def test_without_a_proxy_in_the_settings_nobody_is_believed_to_be_one(port: int) -> None:
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "8.8.8.8"}
    answer = httpx.get(at(port, "/api/peer"), headers=forwarded)
    assert answer.json() == {"host": "127.0.0.1", "scheme": "http"}


# -- errors ------------------------------------------------------------------------------


def test_an_unknown_path_and_method_are_told_in_the_same_shape(port: int) -> None:
    answer = httpx.get(at(port, "/api/nothing"), headers={"accept-language": "fr"})
    assert (answer.status_code, said(answer)["code"]) == (404, "not-found")
    assert said(answer)["text"] == "Il n’y a rien ici."
    answer = httpx.delete(at(port, "/api/wish"))
    assert (answer.status_code, said(answer)["code"]) == (405, "wrong-method")
    assert "POST" in answer.headers["allow"]


def test_a_fault_of_ours_shows_nothing_but_a_reference_that_the_log_has(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    answer = httpx.get(at(port, "/api/raise/value"))
    assert answer.status_code == 500
    body = said(answer)
    assert body["code"] == "internal"
    [record] = [record for record in caplog.records if record.getMessage() == "internal"]
    assert record.levelno == logging.ERROR
    assert record.ref == body["ref"]  # type: ignore[attr-defined]
    assert record.path == "/api/raise/{kind}"  # type: ignore[attr-defined]
    assert record.exc_info


@pytest.mark.parametrize(
    ("kind", "status", "code", "field"),
    [
        ("store", 503, "store-down", None),
        ("problem", 400, "no-avatar", "avatar"),
        ("foreseen", 404, "no-table", None),
        ("decode", 400, "bad-request", "a.b"),
    ],
)
def test_what_is_foreseen_is_told_by_its_code(
    port: int, kind: str, status: int, code: str, field: str | None
) -> None:
    answer = httpx.get(at(port, f"/api/raise/{kind}"))
    body = said(answer)
    assert (answer.status_code, body["code"], body.get("field")) == (status, code, field)
    assert ("retry-after" in answer.headers) == (status == 503)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"settings":{"seats":"many"}}', "settings.seats"),
        (b'{"settings":{}}', "settings"),
        (b'{"settings":{"seats":1},"name":7}', "name"),
        (b'{"settings":{"seats":1},"more":7}', None),
        (b"{", None),
        (b"", None),
        (b"\xff\xfe", None),
        (b"[" * 10_000, None),
        (b'{"settings":' * 1000, None),
        (b'"\xed\xa0\x80"', None),
    ],
    ids=["type", "missing", "text", "more", "cut", "none", "bytes", "deep", "deeper", "half"],
)
def test_a_body_that_makes_no_sense_is_told_where(
    port: int, body: bytes, field: str | None
) -> None:
    answer = httpx.post(at(port, "/api/wish"), content=body)
    assert answer.status_code == 400
    assert (said(answer)["code"], said(answer).get("field")) == ("bad-request", field)


def test_a_parameter_that_makes_no_sense_is_told_by_name(port: int) -> None:
    answer = httpx.get(at(port, f"/api/count?number={SECRET}"))
    assert answer.status_code == 400
    assert said(answer)["field"] == "number"


def test_a_body_that_is_too_big_is_refused_whether_it_says_so_or_not() -> None:
    with served(app_with(limits=Limits(body_bytes=1000))) as port:
        fine = b'{"settings":{"seats":1}}'
        assert httpx.post(at(port, "/api/wish"), content=fine).status_code == 201
        for content in (fine + b" " * 1000, iter([fine, b" " * 900, b" " * 900])):
            answer = httpx.post(at(port, "/api/wish"), content=content)
            assert (answer.status_code, said(answer)["code"]) == (413, "too-big")
            assert "1000 bytes" in said(answer)["text"]


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /api/peer HTTP/1.1\r\nHost: \xff\r\n\r\n",
        b"GET /api/peer HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/count?number=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/count?number=%00 HTTP/1.1\r\nHost: localhost\r\ncookie: \xff\xfe\r\n\r\n",
        b"POST /api/wish HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        b"GET /api/peer HTTP/1.1\r\nHost: localhost\r\nAccept-Language: \xff;q=\xff\r\n\r\n",
        b"POST /api/wish HTTP/1.1\r\nHost: localhost\r\nOrigin: \xff\r\n\r\n",
    ],
    ids=["host", "hosts", "path", "query", "cookie", "length", "language", "origin"],
)
def test_no_strange_bytes_make_a_fault(port: int, request_: bytes) -> None:
    answer = raw(port, request_)
    assert answer.split(b" ")[1][:1] in (b"2", b"4"), answer


def test_a_request_without_a_host_is_answered(port: int) -> None:
    assert raw(port, b"GET /api/peer HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_an_error_that_passes_the_app_is_caught_by_the_middleware() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError(SECRET)

    settings = ServerSettings(database="")
    with served(SecurityMiddleware(broken, settings, Limiter(settings.limits))) as port:
        answer = httpx.get(at(port, "/"))
        assert (answer.status_code, said(answer)["code"]) == (500, "internal")
        assert answer.headers["x-content-type-options"] == "nosniff"


# -- rates -------------------------------------------------------------------------------


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    answers: list[Any] = []
    limits = Limits(requests_per_second=0.001, requests_burst=3)
    with served(app_with(answers, limits=limits)) as port:
        statuses = [httpx.get(at(port, "/api/nothing")).status_code for _ in range(3)]
        assert statuses == [404, 404, 404]
        answer = httpx.get(at(port, "/api/peer"))
        assert (answer.status_code, said(answer)["code"]) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 900
        assert answer.headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus) as caught, connect(f"ws://127.0.0.1:{port}/api/socket"):
            pass
        assert caught.value.response.status_code == 429
    assert answers == [("/api/nothing", 404)] * 3 + [("/api/peer", 429), ("/api/socket", 429)]


# -- hosts and origins -------------------------------------------------------------------


def wished(port: int, **headers: str) -> int:
    body = {"settings": {"seats": 1}}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(at(port, "/api/wish"), json=body, headers=sent).status_code


def test_changes_are_made_for_pages_of_this_server_and_for_programs(port: int) -> None:
    assert wished(port) == 201
    assert wished(port, origin=f"http://127.0.0.1:{port}") == 201
    assert wished(port, sec_fetch_site="same-origin") == 201
    assert wished(port, sec_fetch_site="cross-site") == 403
    assert wished(port, sec_fetch_site="same-site") == 403


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "", "http://127.0.0.1", "https://127.0.0.1:{port}"],
)
def test_changes_are_not_made_for_other_sites(port: int, origin: str) -> None:
    assert wished(port, origin=origin.format(port=port)) == 403


def test_another_site_may_not_even_with_a_token(port: int) -> None:
    token = "Bearer " + "x" * 43
    assert wished(port, origin="https://evil.example", authorization=token) == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "localhost", "nas", "nas.local:80"]
)
def test_addresses_and_names_of_this_network_are_fine(port: int, host: str) -> None:
    assert httpx.get(at(port, "/api/peer"), headers={"host": host}).status_code == 200
    assert wished(port, host=host, origin=f"http://{host}") == 201


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "local.evil.example:80"]
)
def test_a_name_that_anybody_can_register_is_not_ours(port: int, host: str) -> None:
    answer = httpx.get(at(port, "/api/peer"), headers={"host": host})
    assert (answer.status_code, said(answer)["code"]) == (421, "wrong-host")
    assert "--origin" in said(answer)["text"]


def check(origins: OriginPolicy, kind: str = "http", scheme: str = "http", **headers: str) -> str:
    scope = {"type": kind, "method": "POST", "scheme": scheme}
    try:
        origins.check(scope, {k.encode(): v.encode() for k, v in headers.items()})
    except Problem as problem:
        return problem.code
    return ""


def test_the_settings_name_more_origins_and_hosts() -> None:
    origins = OriginPolicy(["https://Games.Example/", "http://club.example:8080"])
    assert not check(origins, host="games.example", origin="https://games.example")
    assert not check(origins, host="games.example:443", origin="https://games.example:443")
    assert not check(origins, host="club.example:8080", origin="http://club.example:8080")
    assert not check(origins, host="127.0.0.1", origin="https://games.example")
    assert check(origins, host="games.example", origin="https://games.example:444") == (
        "wrong-origin"
    )
    assert check(origins, host="evil.example", origin="https://games.example") == "wrong-host"


def test_behind_a_proxy_without_origins_the_proxy_chooses_the_names() -> None:
    origins = OriginPolicy([], behind_proxy=True)
    host = "games.example"
    assert not check(origins, host=host, scheme="https", origin="https://games.example")
    assert not check(origins, "websocket", "wss", host=host, origin="https://games.example")
    assert check(origins, host=host, origin="https://games.example") == "wrong-origin"
    assert check(OriginPolicy(["https://a.example"], behind_proxy=True), host=host) == "wrong-host"


# -- sockets -----------------------------------------------------------------------------


def talked(port: int, **options: Any) -> str:
    with connect(f"ws://127.0.0.1:{port}/api/socket", **options) as socket:
        socket.send("hello")
        return str(socket.recv())


def test_a_socket_opens_for_our_own_page_and_for_a_program_with_a_token(port: int) -> None:
    assert talked(port, origin=f"http://127.0.0.1:{port}") == "hello"
    token = {"Authorization": "Bearer " + "x" * 43}
    assert talked(port, additional_headers=token) == "hello"


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_a_socket_does_not_open_for_another_site_nor_for_a_cookie_alone(
    port: int, origin: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    cookie = {"Cookie": "pioche=" + "x" * 43, "Accept-Language": "fr"}
    with pytest.raises(InvalidStatus) as caught:
        talked(port, origin=origin, additional_headers=cookie)
    response = caught.value.response
    assert response.status_code == 403
    assert json.loads(response.body) == {
        "code": "wrong-origin",
        "text": "Un autre site l’a demandé : rien n’a été fait.",
    }
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_what_goes_wrong_on_a_socket_is_in_the_log_and_not_on_the_wire(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"ws://127.0.0.1:{port}/api/socket"
    with connect(url, origin=f"http://127.0.0.1:{port}") as socket:  # type: ignore[arg-type]
        socket.send("fail")
        with pytest.raises(Exception, match="4500") as caught:
            socket.recv()
    assert SECRET not in str(caught.value)
    assert [record.getMessage() for record in caplog.records].count("internal") == 1


# -- the page of the API -----------------------------------------------------------------


def test_the_page_of_the_api_is_whole_by_itself(port: int) -> None:
    answer = httpx.get(at(port, "/schema"))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    page = answer.text
    assert "<script" not in page
    assert "http://" not in page and "https://" not in page and "src=" not in page
    assert "<code>/api/wish</code>" in page
    assert "Five games." in page
    assert "Says what it was told." in page
    assert '<a href="#' in page
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_description_of_the_api_has_our_shape_of_errors(port: int) -> None:
    description = httpx.get(at(port, "/schema/openapi.json")).json()
    assert description["info"]["title"] == "Pioche"
    answers = description["paths"]["/api/wish"]["post"]["responses"]
    assert {"201", "400", "409", "429", "503"} <= set(answers)
    assert {"200", "400", "429", "503"} <= set(
        description["paths"]["/api/peer"]["get"]["responses"]
    )
    assert not [path for path in description["paths"] if path.startswith("/schema")]
    [content] = answers["400"]["content"].values()
    name = content["schema"]["$ref"].rpartition("/")[2]
    fields = description["components"]["schemas"][name]["properties"]
    assert set(fields) == {"code", "text", "field", "ref"}
