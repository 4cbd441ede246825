"""The whole app from outside: its middleware, its cookies, its metrics and its errors."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from uvicorn_server import served
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pioche.server.http.app import build_app
from pioche.server.settings import Limits, ServerSettings

ADA = {"name": " Ada\u202e ", "avatar": "fox"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("app")
    settings = ServerSettings(
        database=f"sqlite://{folder}/pioche.db",
        behind_proxy=True,
        limits=Limits(requests_burst=10_000, people_per_hour=1000),
    )
    with served(build_app(settings)) as port:
        yield port


@pytest.fixture
def browser(port: int) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        yield client


def token_of(browser: httpx.Client) -> dict[str, str]:
    made = browser.post("/api/me/tokens", json={"label": "bot"}).json()
    return {"authorization": f"Bearer {made['token']}"}


def test_somebody_new_gets_a_cookie_that_starts_anew_with_every_visit(
    browser: httpx.Client,
) -> None:
    assert browser.get("/api/me").json()["code"] == "no-person"
    made = browser.post("/api/me", json=ADA)
    assert made.status_code == 201
    assert made.json()["name"] == "Ada"
    again = browser.get("/api/me")
    assert again.json() == made.json()
    assert again.headers["set-cookie"] == made.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=34560000"):
        assert part in made.headers["set-cookie"]
    assert "Secure" not in made.headers["set-cookie"]


def test_over_https_the_cookie_is_for_https_alone(browser: httpx.Client) -> None:
    made = browser.post("/api/me", json=ADA, headers={"x-forwarded-proto": "https"})
    assert "Secure" in made.headers["set-cookie"]
    assert "strict-transport-security" in made.headers


def test_a_program_is_the_person_but_makes_no_keys(port: int, browser: httpx.Client) -> None:
    ada = browser.post("/api/me", json=ADA).json()
    token = token_of(browser)
    with httpx.Client(base_url=browser.base_url, headers=token, timeout=60) as program:
        answer = program.get("/api/me")
        assert answer.json() == ada
        assert "set-cookie" not in answer.headers
        for path in ("/api/me/links", "/api/me/tokens"):
            assert program.post(path, json={"label": "x"}).json()["code"] == "not-allowed"
        [listed] = browser.get("/api/me/tokens").json()
        assert browser.delete(f"/api/me/tokens/{listed['id']}").status_code == 204
        assert program.get("/api/me").json()["code"] == "no-person"


def test_a_link_takes_a_person_to_another_device_once(browser: httpx.Client) -> None:
    ada = browser.post("/api/me", json=ADA).json()
    token = browser.post("/api/me/links").json()["token"]
    with httpx.Client(base_url=browser.base_url, timeout=60) as phone:
        assert phone.post("/api/me/claim", json={"token": token}).json() == ada
        assert phone.get("/api/me").json() == ada
        used = phone.post("/api/me/claim", json={"token": token})
        assert (used.status_code, used.json()["code"]) == (410, "link-gone")


def test_another_site_can_change_nothing_and_open_no_socket(
    port: int, browser: httpx.Client
) -> None:
    browser.post("/api/me", json=ADA)
    evil = {"origin": "https://evil.example"}
    answer = browser.post("/api/me", json={"name": "Eve", "avatar": "fox"}, headers=evil)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    assert browser.get("/api/me").json()["name"] == "Ada"
    url = f"ws://127.0.0.1:{port}/api/lobby/socket"
    cookies = {"cookie": f"pioche={browser.cookies['pioche']}"}
    for headers in (cookies, cookies | evil):
        with pytest.raises(InvalidStatus), connect(url, additional_headers=headers):
            pass
    own: Any = f"http://127.0.0.1:{port}"
    for options in ({"origin": own}, {"additional_headers": token_of(browser)}):
        with connect(url, **options) as socket:
            assert '"lobby"' in socket.recv()


@pytest.mark.parametrize("path", ["/", "/schema"])
def test_pages_need_nothing_that_their_policy_forbids(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert ' style="' not in answer.text
    if "<style" in answer.text:
        assert "style-src 'sha256-" in answer.headers["content-security-policy"]


def test_prometheus_can_read_the_metrics_from_near_and_nobody_else(browser: httpx.Client) -> None:
    near = browser.get("/metrics", headers={"x-forwarded-for": "192.168.1.9"})
    assert near.status_code == 200
    assert near.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    names = {family.name for family in text_string_to_metric_families(near.text)}
    assert {"pioche_moves", "pioche_sockets", "pioche_command_seconds"} <= names
    far = browser.get("/metrics", headers={"x-forwarded-for": "8.8.8.8"})
    assert (far.status_code, far.json()["code"]) == (403, "not-allowed")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/api/tables/nonsense", 404, "no-table"),
        ("GET", "/api/tables/nonsense/record", 404, "no-table"),
        ("PUT", "/api/me", 405, "wrong-method"),
        ("POST", "/api/me", 400, "bad-request"),
        ("GET", "/api/me/tables", 401, "no-person"),
    ],
)
def test_errors_have_one_shape_everywhere(
    browser: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    answer = browser.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) <= {"code", "text", "field"}
    assert answer.headers["x-content-type-options"] == "nosniff"
