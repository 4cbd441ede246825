"""Requests that nobody would send, made from the API's own description: no 5xx, no surprises."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from server_clients import Guest, run_server

from pioche.server.http.app import build_app
from pioche.server.settings import ServerSettings

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
REAL: list[str] = []  # codes of tables that there are

api = schemathesis.openapi.from_dict(
    build_app(ServerSettings("sqlite:///unused")).openapi_schema.to_schema()
)


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """Somebody at a server, with tables of every phase."""
    with run_server(tmp_path_factory.mktemp("server")) as url:
        guest = Guest(url, "Zoé")
        over = guest.open_table(bots=2, start=True)
        guest.ask(over, "abandon")
        REAL[:] = [over, guest.open_table(bots=2, start=True), guest.open_table(bots=1)]
        yield guest
        guest.close()


@api.hook
def map_path_parameters(context, found):  # type: ignore[no-untyped-def]
    """Every other time a table that there is."""
    if found and "code" in found and len(str(found["code"])) % 2:
        found["code"] = REAL[len(str(found["code"])) // 2 % len(REAL)]
    return found


@api.hook
def map_body(context, found):  # type: ignore[no-untyped-def]
    """To play on from a table that there is, every other time from its first step."""
    if isinstance(found, dict) and "step" in found and isinstance(found["step"], int):
        found = {**found, "table": REAL[found["step"] % len(REAL)], "record": None}
        found["step"] = found["step"] % 2 * found["step"]
    return found


@api.parametrize()
@settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_the_answer_is_one_of_those_described(
    case: schemathesis.Case, guest: Guest
) -> None:
    case.call_and_validate(base_url=guest.url, checks=CHECKS)
    cookies = dict(guest.http.cookies)
    case.call_and_validate(base_url=guest.url, checks=CHECKS, cookies=cookies)
