"""A SQLite file that is moved or damaged under a running server."""

import logging
import os
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from processes import until
from server_clients import Guest, run_server

from pioche.server.store import monitor
from pioche.server.store.base import StoreError
from pioche.server.store.columns import COLUMNS
from pioche.server.store.sqlite.file import open_migrated
from pioche.server.store.sqlite.watch import FileWatch


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "CHECK_SECONDS", 0.05)


def health(url: str) -> tuple[int, str]:
    """The status of the server's health, and what it says."""
    answer = httpx.get(f"{url}/healthz", timeout=60)
    return answer.status_code, answer.json().get("code", "ok")


def find_lines(caplog: pytest.LogCaptureFixture, event: str) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.getMessage() == event]


def test_a_database_that_is_gone_is_said_by_the_health_and_once_by_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere.db"
    with run_server(tmp_path) as url:
        ada = Guest(url, "Ada")
        code = ada.open_table(bots=2)
        assert health(url) == (200, "ok")
        database.rename(elsewhere)
        until(lambda: health(url) == (503, "store-damaged"))
        answer = ada.http.post(f"/api/tables/{code}/commands", json={"type": "start", "id": "a"})
        assert answer.json()["code"] == "store-down"  # and it was not acknowledged
        [line] = find_lines(caplog, "the database is not sound")
        assert line.reason == "the database file is gone from its place"  # type: ignore[attr-defined]
        elsewhere.rename(database)
        until(lambda: find_lines(caplog, "the database is sound again") != [])
        assert ada.ask(code, "start")["type"] == "done"
        until(lambda: health(url) == (200, "ok"))
        ada.close()


def test_damaged_pages_are_said_by_the_health(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "tables.db"
    with run_server(tmp_path) as url:
        ada = Guest(url, "Ada")
        for _ in range(20):
            ada.open_table(bots=2)
        ada.close()
    with run_server(tmp_path) as url:
        assert health(url) == (200, "ok")
        with open(database, "r+b") as file:
            file.seek(4096)
            file.write(b"\x5a" * (database.stat().st_size - 4096))
        until(lambda: health(url)[0] == 503)
        until(lambda: health(url)[1] == "store-damaged")
    [line, *_] = find_lines(caplog, "the database is not sound")
    assert "damaged" in line.reason  # type: ignore[attr-defined]


@pytest.mark.parametrize("fault", ["journal gone", "journal cut off", "file cut off"])
def test_nothing_is_acknowledged_that_a_lost_journal_would_take_along(
    tmp_path: Path, fault: str
) -> None:
    """What was written last may be in the journal alone."""
    journal = tmp_path / "tables.db-wal"
    with run_server(tmp_path) as url:
        ada = Guest(url, "Ada")
        code = ada.open_table(bots=2)
        assert health(url) == (200, "ok")
        if fault == "journal gone":
            journal.unlink()
        else:
            os.truncate(journal if fault == "journal cut off" else tmp_path / "tables.db", 0)
        answer = ada.http.post(f"/api/tables/{code}/commands", json={"type": "start", "id": "a"})
        assert answer.json()["code"] == "store-down"
        until(lambda: health(url) == (503, "store-damaged"))
        ada.close()


def test_damage_that_was_found_stays_until_its_table_is_sound_again(tmp_path: Path) -> None:
    """The next look is at another table, which may be sound; commits ask in between."""
    path = tmp_path / "tables.db"
    open_migrated(path).close()
    watch = FileWatch(path)
    problems = dict.fromkeys(["pioche", *COLUMNS]) | {"pioche": "the file is damaged in pioche"}
    watch.find_damage = lambda table: problems[table]  # type: ignore[method-assign]
    for _ in range(len(problems) + 1):
        with pytest.raises(StoreError, match="damaged in pioche"):
            watch.check()
        with pytest.raises(StoreError, match="damaged in pioche"):
            watch.check_place()
    problems["pioche"] = None
    for _ in range(len(problems)):
        with suppress(StoreError):
            watch.check()
    watch.check_place()
