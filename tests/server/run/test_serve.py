"""`pioche` and `pioche serve`, as people start and end them."""

import os
import signal
import socket
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
from cli_server import Served, served
from postgres import Postgres
from processes import alive, running, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pioche import cli
from pioche.server.listen import CannotListen, find_network_url, listen, listen_at_first_free
from pioche.server.run.banner import Banner, draw_qr_code
from pioche.server.store.sqlite.lock import FileLock
from pioche.words import LANGUAGES, common_words

WORDS = {lang: common_words(lang)["serve"] for lang in LANGUAGES}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PIOCHE_DATABASE", raising=False)
    umask = os.umask(0o022)
    yield
    os.umask(umask)


def lobby(server: Served):
    """Somebody who looks at the lobby."""
    return connect(server.url.replace("http", "ws") + "/api/lobby/socket", origin=server.url)


# -- starting and ending ---------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_server_answers_until_it_is_asked_to_end(number: signal.Signals, tmp_path: Path) -> None:
    with served(tmp_path, "serve", "--port", "0") as server, lobby(server) as watching:
        assert server.get("/healthz")["status"] == "ok"
        watching.recv()
        let_masters_play(server)
        assert open_files(server) == "65536"
        for file in (tmp_path / "pioche").iterdir():
            assert not file.stat().st_mode & 0o077, "others can read the secrets"
        assert server.end(number) == 0
        with pytest.raises(ConnectionClosed):
            list(iter(watching.recv, None))
        first, kept, end, ended = server.said.splitlines()
        assert first.startswith("Pioche is served at http://127.0.0.1:")
        assert kept.endswith(str(tmp_path / "pioche" / "pioche.db"))
        assert [end, ended] == [WORDS["en"]["end"], WORDS["en"]["ended"]]
        assert "Traceback" not in server.errors()
    assert not (tmp_path / "pioche" / "address").exists()


def let_masters_play(server: Served) -> None:
    """Tables where bots think, whenever the server is asked to end."""
    settings = {"game": "no-thanks", "seats": 4}
    bots = {"bots": ["master"] * 4, "sits": False, "start": True}
    with httpx.Client(base_url=server.url) as person:
        person.post("/api/me", json={"name": "Zoé", "avatar": "fox"}).raise_for_status()
        for _ in range(4):
            person.post("/api/tables", json={"settings": settings, **bots}).raise_for_status()


def open_files(server: Served) -> str:
    """How many files it may open, of those that it may allow itself."""
    limits = Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()
    soft, hard = next(line.split()[3:5] for line in limits if "open files" in line)
    return soft if hard == "unlimited" or int(hard) > 65536 else "65536"


def test_what_a_server_kept_is_there_when_it_starts_again(tmp_path: Path) -> None:
    with served(tmp_path, "serve", "--port", "0") as server:
        with httpx.Client(base_url=server.url) as person:
            person.post("/api/me", json={"name": "Zoé", "avatar": "fox"}).raise_for_status()
            cookies = dict(person.cookies)
        server.end(signal.SIGKILL)
    with (
        served(tmp_path, "serve", "--port", "0", "--lang", "fr") as server,
        httpx.Client(base_url=server.url, cookies=cookies) as person,
    ):
        assert person.get("/api/me").json()["name"] == "Zoé"
        assert server.said.startswith("Pioche vous attend à l’adresse http://127.0.0.1:")


# -- at home ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_pioche_shows_its_addresses_and_opens_the_page(lang: str, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    words, env = WORDS[lang], {"BROWSER": f"{browser} %s", "LC_ALL": f"{lang}_FR.UTF-8"}
    with served(tmp_path, "--port", "0", terminal=True, **env) as server:
        said = server.wait_for(words["end"])
        assert said.startswith(words["served"].format(url=server.url))
        until(lambda: opened.exists() and server.url in opened.read_text())
        network = find_network_url("0.0.0.0", int(server.url.rpartition(":")[2]))
        if network is not None:
            assert words["network"].format(url=network) in said
            assert all(line in said for line in draw_qr_code(network))
        with served(tmp_path, terminal=True, **env) as second:
            assert second.status() == 0
            assert second.said.strip() == words["already"].format(url=server.url)
            until(lambda: opened.read_text().count(server.url) == 2)
        server.press(b"\x03")
        assert server.status() == 0
        assert words["ended"] in server.said


def test_no_code_and_no_page_where_nobody_looks(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = f"touch {opened} %s"
    with served(tmp_path, "--port", "0", BROWSER=browser) as server:
        assert "█" not in server.wait_for(WORDS["en"]["end"])
        assert server.end() == 0
    assert not opened.exists()


def test_a_server_goes_on_when_nobody_reads_what_it_says() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with open(theirs, "w") as out:
        Banner(WORDS["en"], out).print_addresses("http://here", None, None, "nowhere")
        Banner(WORDS["en"], out).print_text("ended")


def test_a_taken_port_is_stepped_over_at_home() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with listen_at_first_free("127.0.0.1", [port]) as found:
            assert found.getsockname()[1] != port
        with pytest.raises(CannotListen, match="not-here"):
            listen_at_first_free("192.0.2.77", [port])


# -- what goes wrong -------------------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that says why a command does not do what it was asked."""
    assert cli.main(words) == 1
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and error.startswith("pioche: ")
    return error


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_taken_port_is_said(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        said = refused(capsys, "serve", "--port", str(port), "--lang", lang)
        assert WORDS[lang]["errors"]["taken"].format(port=port) in said


def test_a_port_for_the_administrator_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    first = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if not first.exists() or int(first.read_text()) < 2:
        pytest.skip("this system has no ports for the administrator")
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(CannotListen) as none:
            listen("127.0.0.1", 1)
    finally:
        os.seteuid(user)
    assert none.value.describe(WORDS["en"]["errors"]).startswith("port 1 is not for this user")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "http"], "--port: a whole number from 0 to 65535 is needed, not http"),
        (["--port", "65536"], "--port: a whole number from 0 to 65535"),
        (["--port", "-1"], "--port: a whole number from 0 to 65535"),
        (["--workers", "0"], "--workers: a whole number from 1"),
        (["--workers", "2"], "--workers: SQLite is for one process"),
        (["--bots", "none"], "--bots: a whole number from 1"),
        (["--keep-days", "0"], "--keep-days: a whole number from 1"),
        (["--host", "no.such.host.invalid"], "--host: no.such.host.invalid is not a name"),
        (["--host", "192.0.2.77"], "--host: 192.0.2.77 is not an address of this computer"),
        (["--origin", "cards.example.org"], "--origin: https://HOST"),
        (["--origin", "https://cards.example.org/table"], "--origin: https://HOST"),
        (["--origin", "https://cards.example.org:x"], "--origin: https://HOST"),
        (["--database", "mysql://cards"], "not the address of a database: mysql://"),
        (["--database", "cards.db"], "not the address of a database"),
        (["--database", "sqlite:///no/such/folder/cards.db"], "/no/such/folder/cards.db"),
        (["--database", "postgresql://x:pass@127.0.0.1:1/y"], "127.0.0.1:1"),
        (["--limits", "/no/such/file"], "No such file"),
    ],
)
def test_what_makes_no_sense_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error = refused(capsys, "serve", "--port", "0", *words)
    assert said in error
    assert "pass@" not in error


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ["--no-browser"]])
def test_a_folder_without_a_page_is_said(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PIOCHE_WEB", str(tmp_path))
    assert f"PIOCHE_WEB: there is no index.html in {tmp_path}" in refused(capsys, *words)


def test_a_database_of_a_newer_pioche_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "cards.db") as database:
        database.execute("CREATE TABLE pioche (version bigint NOT NULL, pinged bigint NOT NULL)")
        database.execute("INSERT INTO pioche (version, pinged) VALUES (999, 0)")
    database.close()
    said = refused(capsys, "serve", "--port", "0", "--database", f"sqlite://{tmp_path}/cards.db")
    assert "newer pioche" in said


def test_a_database_that_another_server_has_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pioche").mkdir()
    other = FileLock(tmp_path / "pioche" / "pioche.db.lock")
    try:
        assert "in use" in refused(capsys, "serve", "--port", "0")
        # The address that it left is of no use where nobody answers.
        (tmp_path / "pioche" / "address").write_text("http://127.0.0.1:1")
        assert "in use" in refused(capsys, "--no-browser")
    finally:
        other.release()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ("{", "Expecting"),
        ("[]", "Expected `object`"),
        ('{"sockets": 3}', "unknown limit `sockets`; there is "),
        ('{"sockets_per_adress": 3}', "there is sockets_per_address\n"),
        ("[" * 100_000, "nested too deeply"),
        ('{"message_bytes": "many"}', "Expected `int`"),
        ('{"message_bytes": 0}', "message_bytes: 0"),
    ],
)
def test_bad_limits_are_said(
    limits: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "limits.json"
    file.write_text(limits)
    error = refused(capsys, "serve", "--port", "0", "--limits", str(file))
    assert "--limits: " in error and str(file) in error and said in error


# -- several processes -----------------------------------------------------------------------


def workers(server: Served) -> set[int]:
    """The processes that answer; one answer comes from any of them."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    of_the_server = {int(pid) for pid in children.read_text().split()}
    return {pid for pid in of_the_server if b"spawn_main" in command(pid)}


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_workers_that_die_are_replaced_even_while_the_database_is_away(
    postgres: Postgres, tmp_path: Path
) -> None:
    words = ["serve", "--port", "0", "--workers", "2", "--database", postgres.new_database()]
    with served(tmp_path, *words, TMPDIR=str(tmp_path)) as server:
        server.get("/healthz")
        before = workers(server)
        assert len(before) == 2
        kill([min(before)])
        until(lambda: len(workers(server)) == 2)
        assert len(workers(server) - before) == 1
        assert server.get("/healthz")["status"] == "ok"
        kill_while_away(postgres, server)
        assert list(tmp_path.glob("pioche-workers-*"))
        assert server.end() == 0
        assert not list(tmp_path.glob("pioche-workers-*"))


def test_a_server_that_has_just_begun_is_not_given_up(postgres: Postgres, tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--workers", "2", "--database", postgres.new_database()]
    with served(tmp_path, *words) as server:
        until(lambda: len(workers(server)) == 2)
        server.process.send_signal(signal.SIGSTOP)  # it can't see that they have started
        assert server.get("/healthz")["status"] == "ok"
        kill_while_away(postgres, server)
        assert server.end() == 0


def kill_while_away(postgres: Postgres, server: Served) -> None:
    """Kill all workers while the database is away: they are replaced until it is back."""
    postgres.end(signal.SIGQUIT)
    try:
        killed = workers(server)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        server.process.send_signal(signal.SIGCONT)
        until(lambda: not any(alive(pid) for pid in killed))
        until(lambda: workers(server) - killed)
    finally:
        postgres.start()
    until(lambda: is_well(server))


def is_well(server: Served) -> bool:
    """Whether a worker says so; one that could not start may have taken the connection with it."""
    try:
        return bool(server.get("/healthz")["status"] == "ok")
    except ConnectionError:
        return False


def test_workers_leave_when_nobody_is_there_any_more(postgres: Postgres, tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--workers", "2", "--database", postgres.new_database()]
    with served(tmp_path, *words, TMPDIR=str(tmp_path)) as server:
        server.get("/healthz")
        until(lambda: len(workers(server)) == 2)
        server.process.kill()
        until(lambda: not running(server.mark))
        assert not list(tmp_path.glob("pioche-workers-*"))


def kill(pids: Iterable[int]) -> None:
    """The hard way."""
    for pid in list(pids):
        os.kill(pid, signal.SIGKILL)
        until(lambda pid=pid: not alive(pid))


def test_a_port_is_open_to_all_addresses_of_a_kind() -> None:
    for host, family in (("0.0.0.0", socket.AF_INET), ("127.0.0.1", socket.AF_INET)):
        with listen(host, 0) as listener:
            assert listener.family == family
            socket.create_connection(("127.0.0.1", listener.getsockname()[1]), 5).close()
