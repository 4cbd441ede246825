"""What can't be read: its sender is told, and the log gets one line now and then, no trace."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_clients import Guest, run_server
from websockets.exceptions import ConnectionClosed

from pioche.server import logs
from pioche.server.http import error_handlers
from pioche.server.logs import OccasionalFilter

DEEP = b"[" * 16_000  # as much as a body may have; Python 3.13 reads 10,000 levels
NO_UTF8 = b'{"name": "\xff\xfe", "avatar": "owl"}'


@pytest.fixture(autouse=True)
def _filters_anew() -> Iterator[None]:
    """As in a new process: what other tests have sent does not count."""
    log = error_handlers.log
    before, log.filters = log.filters, [OccasionalFilter() for _ in log.filters]
    yield
    log.filters = before


def send(guest: Guest, body: bytes) -> dict[str, str]:
    """The answer to a body."""
    headers = {"content-type": "application/json"}
    answer = guest.http.post("/api/me", content=body, headers=headers)
    assert answer.status_code == 400
    found: dict[str, str] = answer.json()
    return found


def test_bodies_that_cannot_be_read_are_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with run_server(tmp_path) as url:
        ada = Guest(url, "Ada")
        caplog.clear()
        for _ in range(30):
            deep, no_utf8 = send(ada, DEEP), send(ada, NO_UTF8)
        ada.close()
    assert deep["code"] == no_utf8["code"] == "bad-request"
    # From Python 3.14 on it is the size of the stack that decides whether this is too deep.
    is_too_deep = "nested too deeply" in deep["text"]
    assert is_too_deep or sys.version_info >= (3, 14)
    assert "not UTF-8" in no_utf8["text"]
    [line] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    kind = "RecursionError" if is_too_deep else "UnicodeDecodeError"
    assert (line.getMessage(), line.exc_info, line.type) == ("misread", None, kind)  # type: ignore[attr-defined]


def test_a_text_frame_that_is_no_utf_8_leaves_no_trace_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    logs.filter_others()
    with run_server(tmp_path) as url:
        ada = Guest(url, "Ada")
        code = ada.open_table(bots=2)
        caplog.clear()
        for _ in range(5):
            with ada.at(code) as seat:
                seat.hear("table")
                seat.socket.protocol.send_text(b"\xff\xfe")
                seat.socket.socket.sendall(b"".join(seat.socket.protocol.data_to_send()))
                with pytest.raises(ConnectionClosed):
                    seat.hear("nothing")
        ada.close()
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) <= 1
    assert [line for line in lines if line.exc_info or line.levelno > logging.WARNING] == []
