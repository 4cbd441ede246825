"""The log: what it says, and what it never says."""

import base64
import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar import Litestar, get
from litestar.params import FromPath
from uvicorn_server import served

from pioche.server import logs
from pioche.server.http.error_handlers import build_error_handlers
from pioche.server.http.middleware.rate_limit import Limiter
from pioche.server.http.middleware.security import add_middleware
from pioche.server.logs import (
    HIDDEN,
    JsonFormatter,
    TextFormatter,
    build_handler,
    redact_secrets,
)
from pioche.server.people.secrets import Secret, hash_secret
from pioche.server.settings import ServerSettings


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    logger, stream = logging.getLogger("pioche.tests"), io.StringIO()
    added = build_handler(stream)
    logger.addHandler(added)
    logger.setLevel(logging.DEBUG)
    yield logger, stream
    logger.removeHandler(added)


def line(stream: io.StringIO) -> dict[str, Any]:
    [written] = stream.getvalue().splitlines()
    said: dict[str, Any] = json.loads(written)
    return said


Log = tuple[logging.Logger, io.StringIO]


def test_an_event_is_one_json_object_on_one_line(log: Log) -> None:
    logger, stream = log
    logger.warning("something\nhappened", extra={"ms": 1.5, "game": "any", "worker": None})
    said = line(stream)
    assert said["event"] == "something\nhappened"
    assert (said["level"], said["ms"], said["game"]) == ("warning", 1.5, "any")
    assert said["from"] == "pioche.tests"
    assert said["time"].endswith("+00:00")
    assert "worker" not in said


def test_an_error_has_its_trace_on_the_same_line(log: Log) -> None:
    logger, stream = log
    try:
        raise ValueError("broken")
    except ValueError:
        logger.exception("internal", extra={"ref": "abcd1234"})
    said = line(stream)
    assert said["ref"] == "abcd1234"
    assert said["trace"].startswith("Traceback")
    assert "ValueError: broken" in said["trace"]


def test_people_at_a_terminal_read_words() -> None:
    logger, stream = logging.getLogger("pioche.tests.terminal"), Terminal()
    added = build_handler(stream)
    logger.addHandler(added)
    logger.error("all\nis \x1b[31mwell", extra={"table": "abcdefghjk", "ms": 2})
    logger.removeHandler(added)
    [written] = stream.getvalue().splitlines()
    assert written.endswith(f"error   all is {HIDDEN}[31mwell  table=abcd{HIDDEN} ms=2")


# -- secrets -----------------------------------------------------------------------------

SECRET = Secret("qJ8x-3vTzK_w1LrN0aYcBdEfGhIjMmPpSsUuXxWw25o")
assert Secret.read(SECRET.reveal())
LEAKS = [
    SECRET.reveal(),
    f"cookie pioche={SECRET.reveal()}; path",
    "Authorization: Bearer shortish",
    f"authorization: bearer {SECRET.reveal()}",
    hash_secret(SECRET).hex(),
    hash_secret(SECRET).hex().upper(),
    repr(hash_secret(SECRET)),
    repr({"secret": b"it's \\ \" here"}),
    "postgresql://ada:lovelace@db/pioche",
    "GET /api/tables/x/socket?since=3&token=shortish",
    "https://games.example/#claim=shortish",
    f"https://games.example/#{SECRET.reveal()}",
]
NEVER = [SECRET.reveal(), hash_secret(SECRET).hex(), repr(hash_secret(SECRET))[2:-1], "shortish"]
NEVER += ["lovelace", "here"]


@pytest.mark.parametrize("text", LEAKS, ids=range(len(LEAKS)))
@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()], ids=["lines", "readable"])
def test_no_secret_passes_in_a_message_a_field_or_an_error(
    text: str, formatter: logging.Formatter
) -> None:
    try:
        try:
            raise KeyError(text)
        except KeyError as inner:
            raise ValueError(text) from inner
    except ValueError:
        trace = sys.exc_info()
    extra = {"msg": text, "exc_info": trace, "path": text, "error": text, "secret": text}
    written = formatter.format(logging.makeLogRecord(extra))
    for secret in NEVER:
        assert secret.lower() not in written.lower()


@pytest.mark.parametrize(
    "name", ["secret", "token", "cookie", "text", "chat", "card", "body", "headers", "view"]
)
@pytest.mark.parametrize("value", ["plain", b"plain", ["plain"], {"plain": "plain"}, object()])
def test_a_field_that_might_hold_one_shows_no_text_at_all(log: Log, name: str, value: Any) -> None:
    logger, stream = log
    logger.info("event", extra={name: value})
    assert line(stream)[name] == HIDDEN


def test_a_secret_as_an_object_shows_nothing_anywhere(log: Log) -> None:
    logger, stream = log
    logger.info("got %s and %r", SECRET, [SECRET], extra={"error": SECRET})
    assert SECRET.reveal() not in stream.getvalue()


@given(st.binary(min_size=32, max_size=32), st.text(max_size=30), st.text(max_size=30))
@settings(deadline=None)
def test_no_secret_passes_whatever_stands_around_it(key: bytes, before: str, after: str) -> None:
    written = base64.urlsafe_b64encode(key).decode().rstrip("=")
    assert written not in redact_secrets(before + written + after)


@pytest.mark.parametrize(
    "text", ["the store does not answer", "sqlite:////home/ada/pioche.db", "a-table-of-many-words"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact_secrets(text) == text


def test_a_table_is_named_by_the_beginning_of_its_code(log: Log) -> None:
    logger, stream = log
    logger.info("closed", extra={"table": "abcdefghjk"})
    assert line(stream)["table"] == f"abcd{HIDDEN}"


# -- over a real socket ------------------------------------------------------------------


def test_a_request_is_logged_by_its_route_and_not_by_its_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @get("/tables/{code:str}")
    async def table(code: FromPath[str]) -> str:
        if code == "broken":
            raise ValueError(SECRET.reveal())
        return code

    config = ServerSettings(database="")
    app = Litestar([table], exception_handlers=build_error_handlers({}), logging_config=None)
    add_middleware(app, config, Limiter(config.limits), logs.log_request)
    caplog.set_level(logging.DEBUG, "pioche.server")
    with served(app) as port:
        for path in ("/tables/abcdefghjk?lang=fr", "/tables/broken", "/nothing/abcdefghjk"):
            cookie = {"cookie": f"pioche={SECRET.reveal()}"}
            httpx.get(f"http://127.0.0.1:{port}{path}", headers=cookie)
    lines = [JsonFormatter().format(record) for record in caplog.records if "pioche" in record.name]
    said = [json.loads(written) for written in lines]
    seen = [(one["path"], one["status"]) for one in said if one["event"] == "request"]
    assert seen == [("/tables/{code}", 200), ("/tables/{code}", 500), (HIDDEN, 404)]
    assert [one["ref"] for one in said if one["event"] == "internal"]
    for written in lines:
        assert SECRET.reveal() not in written
        assert "abcdefghjk" not in written


SET_UP = """
import logging
from pioche.server import logs
logs.set_up({level!r})
logging.getLogger("pioche.server").info("ours")
logging.getLogger("pioche.server").debug("detail")
logging.getLogger("uvicorn.error").info("theirs: /api/tables/abcdefghjk/socket")
logging.getLogger("uvicorn.error").error("their fault")
logging.getLogger("uvicorn.access").error("access")
logging.getLogger("other").warning("another")
"""


@pytest.mark.parametrize(
    ("level", "events"),
    [
        (None, ["ours", "their fault", "another"]),
        ("debug", ["ours", "detail", "their fault", "another"]),
        ("error", ["their fault", "another"]),
        ("nonsense", ["ours", "their fault", "another"]),
    ],
)
def test_all_logs_of_a_process_go_to_stderr(level: str | None, events: list[str]) -> None:
    program = [sys.executable, "-c", SET_UP.format(level=level)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert [json.loads(one)["event"] for one in done.stderr.splitlines()] == events


def test_a_warning_that_anybody_can_cause_is_logged_once_in_a_while_with_its_count() -> None:
    now = [100.0]
    occasional = logs.OccasionalFilter(seconds=10, clock=lambda: now[0])

    def passes(event: str, level: int = logging.WARNING) -> object:
        record = logging.LogRecord("x", level, "", 0, event, (), None)
        return occasional.filter(record) and getattr(record, "times", "-")

    assert [passes("a"), passes("a"), passes("b"), passes("a")] == [1, False, 1, False]
    now[0] += 10
    assert [passes("a"), passes("a")] == [3, False]
    assert [passes("c", logging.ERROR), passes("c", logging.ERROR)] == ["-", "-"]


def test_a_database_that_hangs_is_one_line_of_the_pool_without_a_trace(log: Log) -> None:
    logs.filter_others()
    pool = logging.getLogger("asyncpg.pool")
    ours, stream = log
    pool.addHandler(ours.handlers[0])
    try:
        for _ in range(3):
            try:
                raise TimeoutError("no answer")
            except TimeoutError:
                pool.warning("Failed to restore the pool", exc_info=True)
    finally:
        pool.removeHandler(ours.handlers[0])
        pool.filters.clear()
    assert "no answer" not in stream.getvalue()
    assert line(stream)["event"] == "Failed to restore the pool"
