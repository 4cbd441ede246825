"""A server is upgraded while games of an earlier version of the rules are played on it."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from server_clients import Guest, run_server

import pioche
from pioche.core.records.record import Record
from pioche.server.replays.verify import verify_record
from pioche.server.store import migrations
from pioche.server.store.columns import COLUMNS

CHANGED = [game.id for game in pioche.games.values() if game.earlier_versions]


def make_old(database: Path) -> None:
    """Make a database what it was before: no entry names a version of the rules."""
    go_back_to_first_version(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        for row, body in connection.execute("SELECT rowid, body FROM log").fetchall():
            entry = json.loads(body)
            if entry["type"] == "started":
                assert entry.pop("rules") == 2
            settings = entry.get("settings", {})
            assert settings.pop("first", None) is None
            changed = json.dumps(entry).encode()
            connection.execute("UPDATE log SET body = ? WHERE rowid = ?", (changed, row))


def go_back_to_first_version(database: Path) -> None:
    """Put all rows into a database that has gone only the first step."""
    newer = database.rename(database.with_suffix(".newer"))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(migrations.CREATE_VERSION_TABLE)
        connection.execute("INSERT INTO pioche (version, pinged) VALUES (1, 0)")
        connection.executescript(migrations.load_migrations("sqlite")[0].sql)
        connection.execute("ATTACH ? AS newer", (str(newer),))
        for table in COLUMNS:
            rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
            names = ", ".join(name for (name,) in rows.fetchall())
            connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM newer.{table}")
        connection.commit()


@contextmanager
def upgraded(folder: Path, game: str) -> Iterator[tuple[Guest, Guest, str]]:
    """Two people at a server of today, whose game began at the one before; and its code."""
    with ExitStack() as stack:
        with run_server(folder) as url:
            zoe, ada = [stack.enter_context(closing(Guest(url, name))) for name in ("Zoé", "Ada")]
            code = zoe.open_table(seats=2, game=game)
            ada.ask(code, "sit")
            zoe.ask(code, "start")
        make_old(folder / "tables.db")
        with run_server(folder) as url:
            for guest in (zoe, ada):
                guest.url, guest.http.base_url = url, url
            yield zoe, ada, code


def finished(guest: Guest, code: str) -> Record:
    """The record of a table, as soon as it is over."""
    while (answer := guest.http.get(f"/api/tables/{code}/record")).status_code != 200:
        assert answer.status_code == 409, answer.text
        time.sleep(0.05)
    return Record.from_json(answer.text)


@pytest.mark.parametrize("game", CHANGED)
def test_a_game_begun_before_an_upgrade_goes_on_by_its_rules(game: str, tmp_path: Path) -> None:
    with upgraded(tmp_path, game) as (zoe, ada, code):
        for guest in (zoe, ada):
            with guest.at(code) as seat:
                table = seat.hear("table")
                assert table["about"]["phase"] == "running"
                assert table["view"]["rules"] == 1
                if table["legal"]:
                    assert seat.ask("play", move=table["legal"][0])["type"] == "done"
        zoe.ask(code, "abandon")
        ada.ask(code, "abandon")
        record = finished(zoe, code)
        assert record.rules == 1 and record.outcome is None and record.moves
        record.verify(pioche.games[game])
        replay = zoe.http.get(f"/api/tables/{code}/film?eyes=all").json()
        assert replay["rules"] == 1 and replay["steps"][-1]["view"]["rules"] == 1


@pytest.mark.parametrize("game", CHANGED)
def test_its_rematch_is_played_by_the_rules_of_today(game: str, tmp_path: Path) -> None:
    with upgraded(tmp_path, game) as (zoe, ada, code):
        zoe.ask(code, "abandon")
        ada.ask(code, "abandon")
        zoe.ask(code, "rematch")
        with zoe.at(code) as seat:
            again = seat.hear("table")["about"]["follows"]
        ada.ask(again, "ready")
        zoe.ask(again, "start")
        with zoe.at(again) as seat:
            assert seat.hear("table")["view"]["rules"] == 2


def test_bots_play_a_game_of_earlier_rules_to_its_end(tmp_path: Path) -> None:
    """PN-10 PN-20: they know its moves, and its record holds."""
    with upgraded(tmp_path, "perfect-numbers") as (zoe, ada, code):
        for guest in (zoe, ada):
            with guest.at(code) as seat:
                if seat.hear("table")["legal"]:
                    assert seat.ask("hint")["type"] == "hint"
        zoe.ask(code, "leave")
        ada.ask(code, "leave")
        with zoe.at(code):  # bots among themselves play while somebody looks
            record = finished(zoe, code)
        assert record.rules == 1 and record.outcome is not None
        file = tmp_path / "record.json"
        file.write_text(record.to_json(), encoding="utf-8")
        assert verify_record(file, "en")[-1] == "The record holds."


def test_a_record_of_earlier_rules_can_be_watched(tmp_path: Path) -> None:
    """The golden records of version 1, as somebody kept them at home."""
    folder = Path(__file__).parents[2] / "src" / "pioche" / "games"
    with run_server(tmp_path) as url, closing(Guest(url, "Zoé")) as guest:
        for path in sorted(folder.glob("*/tests/golden/*.json")):
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["game"] in CHANGED and record["rules"] == 1:
                answer = guest.http.post("/api/film?eyes=0", json=record)
                assert answer.status_code == 200, answer.text
                assert answer.json()["rules"] == 1
                assert answer.json()["outcome"] == record["outcome"]
