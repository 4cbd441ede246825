"""`pioche doctor`: what it finds, what it says, and that it changes nothing."""

import asyncio
import hashlib
import json
import os
import re
import shutil
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from postgres import free_port
from server_clients import Guest, run_server, serve_in_thread
from stores import new_table, opened, write

from pioche.cli import main
from pioche.server.run import doctor
from pioche.server.run.doctor import database, machine
from pioche.server.run.doctor.finding import Verdict
from pioche.server.settings import ServerSettings
from pioche.server.store import archive, migrations
from pioche.tables.clock import DAY
from pioche.words import LANGUAGES, common_words

NEWEST = migrations.load_migrations("sqlite")[-1].version
NOW = 1_780_000_000_000
Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def run_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Doctor:
    """Runs the command for somebody with a home of their own and a page; status and text."""
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html>")
    monkeypatch.setenv("PIOCHE_WEB", str(web))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PIOCHE_DATABASE", raising=False)

    def run(*words: str, lang: str = "en") -> tuple[int, str]:
        port = [] if "--port" in words else ["--port", str(free_port())]
        status = main(["doctor", "--lang", lang, *port, *words])
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with two tables."""
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    asyncio.run(fill(f"sqlite://{path}"))
    return path


async def fill(url: str) -> None:
    """Two tables, one of them with two entries."""
    async with opened(url) as store:
        await new_table(store, "t1")
        await new_table(store, "t2")
        await store.append_entry(write("t1", 2))


def change(path: Path, sql: str) -> None:
    """Change a database past the store."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(sql)


def look_at(folder: Path) -> dict[str, str]:
    """Every file of a folder, by its content. SQLite notes in `-shm` who reads, and a server that
    is asked how it is writes to its journal.
    """
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith(("-shm", "-wal"))
    }


# -- good cases --------------------------------------------------------------------------


def test_before_the_first_start_all_is_well_and_nothing_is_made(
    run_doctor: Doctor, tmp_path: Path
) -> None:
    status, said = run_doctor()
    assert status == 0
    assert f"{tmp_path}/home/pioche/pioche.db is not there yet" in said
    assert not (tmp_path / "home").exists()


def test_a_sound_database_is_called_sound_and_left_as_it_is(run_doctor: Doctor, path: Path) -> None:
    before = look_at(path.parent)
    status, said = run_doctor("--database", f"sqlite://{path}")
    assert status == 0
    assert f"has version {NEWEST}, as this program does" in said
    assert "every page and every log is whole" in said
    assert look_at(path.parent) == before
    assert sorted(os.listdir(path.parent)) == ["tables.db", "tables.db.lock"]


def test_beside_a_running_server_it_sees_the_server_and_its_database(
    run_doctor: Doctor, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with run_server(folder) as url:
        with closing(Guest(url, "Ada")) as ada:
            ada.open_table(bots=2)
        before = look_at(folder)
        port = url.rpartition(":")[2]
        status, said = run_doctor("--port", port, "--database", f"sqlite://{folder}/tables.db")
        assert look_at(folder) == before
    assert (status, "is served by Pioche" in said, "log is whole" in said) == (0, True, True)


def test_an_older_database_will_be_brought_up_to_date_and_is_not_yet(
    run_doctor: Doctor, path: Path
) -> None:
    change(path, "UPDATE pioche SET version = 1")
    status, said = run_doctor("--database", f"sqlite://{path}")
    assert status == 0
    assert f"has version 1; it is brought up to version {NEWEST} at the next start" in said


def test_a_postgresql_database_is_looked_at_as_well(
    run_doctor: Doctor, urls: Callable[[str], str]
) -> None:
    url = urls("postgres")
    asyncio.run(fill(url))
    status, said = run_doctor("--database", url)
    assert status == 0, said
    assert f"has version {NEWEST}" in said
    assert "every log is whole" in said
    assert "Folder" not in said


# -- databases that are not well -----------------------------------------------------------


def damage(path: Path) -> None:
    asyncio.run(fill_more(f"sqlite://{path}"))
    with open(path, "r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\x5a" * 40_000)


async def fill_more(url: str) -> None:
    async with opened(url) as store:
        await asyncio.gather(*(new_table(store, f"x{n}", body=b"x" * 2000) for n in range(300)))


def replace_by_backup(path: Path) -> None:
    async def back_up() -> None:
        async with opened(f"sqlite://{path}") as store:
            await archive.backup(store, path.with_name("backup"))

    asyncio.run(back_up())
    path.with_name("backup").replace(path)


@pytest.mark.parametrize(
    ("harm", "found", "advice"),
    [
        (damage, "the database is damaged: ", "restore the last backup"),
        (
            lambda path: change(path, "DELETE FROM log WHERE seq = 1 AND id = 1"),
            "tables whose log is not whole: 1",
            "restore the last backup",
        ),
        (
            lambda path: change(path, "DELETE FROM tables WHERE id = 1"),
            "that belong to nothing",
            "restore the last backup",
        ),
        (
            lambda path: change(path, "UPDATE pioche SET version = 1000"),
            f"has version 1000; this program knows version {NEWEST} at most",
            "use that one",
        ),
        (lambda path: change(path, "DROP TABLE pioche"), "holds something else", "--database"),
        (lambda path: path.write_text("Dear Ann, " * 99), "is no SQLite database", "--database"),
        (lambda path: os.link(path, f"{path}2"), "has 2 names", "Keep one name"),
        (replace_by_backup, "is a backup", "pioche restore"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_what_to_do(
    run_doctor: Doctor, path: Path, harm: Callable[[Path], Any], found: str, advice: str
) -> None:
    harm(path)
    before = look_at(path.parent)
    status, said = run_doctor("--database", f"sqlite://{path}")
    assert status == 1
    [place] = [n for n, line in enumerate(said.splitlines()) if found in line]
    assert said.splitlines()[place].startswith("✗ ")
    assert advice in said.splitlines()[place + 1]
    assert look_at(path.parent) == before


def test_a_database_that_nobody_serves_is_said_without_its_password(run_doctor: Doctor) -> None:
    url = f"postgresql://ann:hush@127.0.0.1:{free_port()}/tables"
    status, said = run_doctor("--database", url)
    assert status == 1
    assert "The PostgreSQL database tables at 127.0.0.1" in said
    assert "hush" not in said


def test_logs_that_are_not_whole_are_found_in_postgresql_too(
    run_doctor: Doctor, urls: Callable[[str], str], postgres: Any
) -> None:
    url = urls("postgres")
    asyncio.run(fill(url))
    postgres.ask(url, "DELETE FROM log WHERE seq = 2 RETURNING 1")
    status, said = run_doctor("--database", url)
    assert status == 1
    assert "tables whose log is not whole: 1" in said


def test_an_address_that_is_none_is_said_with_those_there_are(run_doctor: Doctor) -> None:
    status, said = run_doctor("--database", "mysql://h/x")
    assert status == 1
    assert "sqlite:///PATH or postgresql://" in said


# -- the clock ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("newest", "now", "key"),
    [
        (None, 1_780_000_000_000, "plausible"),
        (1_780_000_000_000, 1_780_000_000_000, "plausible"),
        (1_780_000_060_000, 1_780_000_000_000, "plausible"),  # clocks differ by a little
        (1_780_000_600_000, 1_780_000_000_000, "behind"),
        (None, 5_000, "never-set"),
    ],
)
def test_a_clock_is_plausible_if_it_was_set_and_nothing_was_written_after_it(
    newest: int | None, now: int, key: str
) -> None:
    assert database.check_clock(newest, now).key == key


@pytest.mark.parametrize(
    ("last_seen", "key"),
    [
        (NOW - DAY, "plausible"),
        (NOW - 3 * DAY, "ahead"),
        (-(NOW - 60_000), "plausible"),
        (-(NOW - 7_200_000), "ahead"),  # the clock was set before that, and nobody has confirmed it
        (-(NOW + 7_200_000), "plausible"),
    ],
)
def test_a_clock_that_a_server_would_doubt_is_told(last_seen: int, key: str) -> None:
    assert database.check_clock(NOW - 4 * DAY, NOW, last_seen).key == key


def test_a_database_that_was_not_used_for_long_shows_that_the_clock_may_be_ahead(
    run_doctor: Doctor, path: Path
) -> None:
    change(path, "UPDATE pioche SET seen = 1750000000000")
    status, said = run_doctor("--database", f"sqlite://{path}")
    assert status == 0
    assert re.search(r"! Clock: .*, but the database was last in use at 2025-06-", said)
    assert "--confirm-clock" in said


def test_a_database_from_the_future_shows_that_the_clock_is_behind(
    run_doctor: Doctor, path: Path
) -> None:
    change(path, "UPDATE heads SET touched = 32503680000000")
    status, said = run_doctor("--database", f"sqlite://{path}")
    assert status == 1
    assert re.search(r"✗ Clock: .*, but the newest entry is from (3000|2999)-", said)


# -- the port ------------------------------------------------------------------------------


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """Another program, which gives everybody the same answer; its port."""

    def serve() -> None:
        while True:
            try:
                client = listener.accept()[0]
            except OSError:
                return
            with client:
                client.recv(65536)
                client.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()


def respond(status: str, body: object) -> bytes:
    text = json.dumps(body).encode()
    return f"HTTP/1.1 {status}\r\ncontent-length: {len(text)}\r\n\r\n".encode() + text


@pytest.mark.parametrize(
    ("answer", "key", "verdict"),
    [
        (b"220 mail.example.org ESMTP\r\n", "taken", Verdict.BAD),
        (respond("200 OK", [1, 2]), "taken", Verdict.BAD),
        (respond("404 Not Found", {"detail": "Not Found"}), "taken", Verdict.BAD),
        (respond("200 OK", {"status": "ok", "version": "1.2"}), "served", Verdict.GOOD),
        (
            respond("503 Service Unavailable", {"code": "store-down", "text": "Nothing can…"}),
            "ill",
            Verdict.BAD,
        ),
    ],
)
def test_who_has_the_port_is_asked_who_it_is(answer: bytes, key: str, verdict: Verdict) -> None:
    with answering(answer) as port:
        found = machine.check_port(ServerSettings("", port=port))
    assert (found.key, found.verdict) == (key, verdict)


def test_a_host_that_is_not_this_computer_is_bad() -> None:
    found = machine.check_port(ServerSettings("", host="192.0.2.1", port=8000))
    assert (found.key, found.verdict) == ("not-here", Verdict.BAD)


def test_a_server_whose_database_is_gone_is_ill(tmp_path: Path) -> None:
    with serve_in_thread(ServerSettings(f"sqlite://{tmp_path}/tables.db")) as url:
        Guest(url, "Ada").close()
        (tmp_path / "tables.db").unlink()
        found = machine.check_port(ServerSettings("", port=int(url.rpartition(":")[2])))
    assert found.key == "ill"


# -- the rest of the machine -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "key"),
    [(5_000_000, "no-space"), (500_000_000, "little-space"), (10**11, "writable")],
)
def test_a_disk_that_is_almost_full_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, key: str
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert machine.check_folder(tmp_path / "tables.db").key == key


@pytest.mark.parametrize("place", ["nowhere/tables.db", "file/tables.db"])
def test_a_folder_that_is_not_there_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("no folder")
    found = machine.check_folder(tmp_path / place)
    assert (found.key, found.verdict) == ("no-folder", Verdict.BAD)


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_of_somebody_else_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert machine.check_folder(tmp_path / "tables.db").key == "not-writable"


def test_a_missing_page_is_bad_and_an_interpreted_engine_is_no_reason_to_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert machine.check_page(ServerSettings("", web=None)).verdict is Verdict.BAD
    assert machine.check_page(ServerSettings("", web="/web")).verdict is Verdict.GOOD
    monkeypatch.setattr(machine, "is_compiled", lambda: False)
    assert machine.check_engine().verdict is Verdict.CAUTION
    monkeypatch.setattr(machine, "is_compiled", lambda: True)
    assert machine.check_engine().verdict is Verdict.GOOD


HTTPS = "https://cards.example.org"


@pytest.mark.parametrize(
    ("settings", "key", "verdict"),
    [
        ({}, "this-computer", Verdict.GOOD),
        ({"host": "0.0.0.0"}, "network", Verdict.CAUTION),
        ({"secure_cookies": True}, "secure-without-https", Verdict.BAD),
        ({"behind_proxy": True}, "proxy-without-origin", Verdict.BAD),
        ({"origins": ("http://cards.example.org",)}, "plain-origin", Verdict.CAUTION),
        ({"origins": (HTTPS,), "behind_proxy": True}, "not-secure", Verdict.CAUTION),
        ({"origins": (HTTPS,), "secure_cookies": True}, "no-proxy", Verdict.CAUTION),
        (
            {"origins": (HTTPS,), "secure_cookies": True, "behind_proxy": True},
            "safe",
            Verdict.GOOD,
        ),
    ],
)
def test_what_is_served_to_the_world_has_https(
    settings: dict[str, Any], key: str, verdict: Verdict
) -> None:
    found = machine.check_https(ServerSettings("", **settings))
    assert (found.key, found.verdict) == (key, verdict)


# -- its words -----------------------------------------------------------------------------


def test_it_speaks_french(run_doctor: Doctor) -> None:
    status, said = run_doctor("--secure", lang="fr")
    assert status == 1
    assert "✗ HTTPS : --secure sans adresse https://" in said
    assert "Ne marche pas : 1." in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_it_may_find_has_its_words(lang: str) -> None:
    words = common_words(lang)["doctor"]
    folder = Path(doctor.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    named = re.findall(r'\b(good|caution|bad)\(\s*"(\w+)",\s*"([\w-]+)"', code)
    assert len(named) > 30
    for verdict, check, key in named:
        assert check in words["checks"]
        assert key in words["found"]
        assert (key in words["advice"]) is (verdict != "good")
    for reason in ("forbidden", "no-host", "not-here"):  # of a port
        assert reason in words["found"] and reason in words["advice"]
