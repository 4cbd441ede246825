"""`pioche backup`, `restore`, `export` and `verify`, as people type them."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from stores import NOW, make_summary, opened, write

import pioche
from pioche import Record, cli
from pioche.core.rng import KeyedRng
from pioche.server.store.base import TableHeader
from pioche.server.store.sqlite.lock import FileLock
from pioche.tables.codes import format_code
from pioche.tables.entries import Entry, Opened, Played, SeatedPlayer, Started, encode_entry
from pioche.tables.settings import Settings
from pioche.tables.table import Table
from pioche.words import LANGUAGES, common_words

SECRET = bytes(range(32))
OVER, RUNNING = "2345679fhkmr", "rmkhf9765432"
COMMITMENT = KeyedRng(SECRET).commitment()


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PIOCHE_DATABASE", raising=False)
    umask = os.umask(0o022)
    yield
    os.umask(umask)


def played(code: str, moves: int) -> list[Entry]:
    """The log of a table of three, after so many moves or at the end of its game."""
    table = Table(code, SECRET)
    seated = tuple(SeatedPlayer(n, name) for n, name in enumerate(("Ada", "Zoé\x1b[2J", "Chen")))
    log: list[Entry] = [
        Opened(at=NOW, by="ann", settings=Settings("no-thanks", 3), seated=seated),
        Started(at=NOW, by="ann", seats=(0, 1, 2)),
    ]
    for entry in log:
        table.apply_entry(entry)
    while table.phase != "over" and len(log) < moves + 2:
        seat = table.state.actors()[0]
        move = table.game.text(table.state.legal(seat)[0])
        log.append(Played(at=NOW + len(log), seat=seat, move=move))
        table.apply_entry(log[-1])
    return log


def filled(url: str) -> str:
    """A database with a finished and a running table."""

    async def fill() -> None:
        async with opened(url) as store:
            for code, moves in ((OVER, 9999), (RUNNING, 3)):
                first, *log = map(encode_entry, played(code, moves))
                await store.create_table(
                    TableHeader(code, SECRET, NOW),
                    write(code, 1, body=first, summary=make_summary()),
                )
                for seq, body in enumerate(log, 2):
                    assert await store.append_entry(write(code, seq, body=body))

    asyncio.run(fill())
    return url


def test_a_backup_is_restored_whole(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, file = filled(url), tmp_path / "all.backup"
    assert cli.main(["backup", str(file), "--database", database]) == 0
    assert f"is now in {file} (tables: 2, people: 0)" in capsys.readouterr().out
    assert not file.stat().st_mode & 0o077
    new = f"sqlite://{tmp_path}/new.db"
    assert cli.main(["restore", str(file), "--database", new, "--lang", "fr"]) == 0
    assert f"dans {tmp_path}/new.db (tables : 2" in capsys.readouterr().out
    assert exported(new, capsys) == exported(database, capsys)
    assert cli.main(["restore", str(file), "--database", new]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def exported(database: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["export", format_code(OVER), "--database", database]) == 0
    return capsys.readouterr().out


def test_a_server_need_not_end_for_a_backup_or_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = filled(f"sqlite://{tmp_path}/cards.db")
    monkeypatch.setenv("PIOCHE_DATABASE", database)
    server = FileLock(tmp_path / "cards.db.lock")
    try:
        assert cli.main(["backup", str(tmp_path / "backup")]) == 0
        assert cli.main(["export", OVER, "--out", str(tmp_path / "record.json")]) == 0
        assert "The record of table" in capsys.readouterr().out
        assert cli.main(["restore", str(tmp_path / "backup")]) == 1
        assert "in use" in capsys.readouterr().err
    finally:
        server.release()
    assert cli.main(["verify", str(tmp_path / "record.json"), "--commitment", COMMITMENT]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "2222-2222-2222"], "there is no table 2222-2222-2222 in /"),
        (["export", "hello"], "there is no table hello"),
        (["export", RUNNING], "has no record yet"),
        (["backup", "/no/such/folder/backup"], "/no/such/folder/backup"),
        (["restore", "/no/such/backup"], "/no/such/backup"),
        (["restore", __file__], "test_database_commands.py"),
        (["backup", __file__], "no backup"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = filled(f"sqlite://{tmp_path}/cards.db")
    assert cli.main([*words, "--database", database]) == 1
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1 and said in error


@pytest.mark.parametrize("command", [["backup", "file"], ["export", OVER]])
def test_nothing_is_made_where_there_is_no_database(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*command, "--database", f"sqlite://{tmp_path}/none.db"]) == 1
    assert "none.db is not there" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# -- verify ----------------------------------------------------------------------------------


def record_file(folder: Path, **changes: object) -> Path:
    """The record of the finished table in a file."""
    table = Table.from_log(OVER, SECRET, played(OVER, 9999))
    record = table.build_record()
    fields = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    file = folder / "record.json"
    file.write_text(Record(**{**fields, **changes}).to_json(), encoding="utf-8")
    return file


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verify_tells_what_was_checked(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, file = common_words(lang)["verify"], record_file(tmp_path)
    assert cli.main(["verify", str(file), "--lang", lang]) == 0
    said = capsys.readouterr().out
    moves = len(json.loads(file.read_text())["moves"])
    for line in (
        words["moves"].format(moves=moves),
        words["commitment"].format(commitment=COMMITMENT),
        words["secret"],
        words["holds"],
        "Ada, Zoé?[2J, Chen",
    ):
        assert line in said


def test_verify_says_where_a_record_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.from_log(OVER, SECRET, played(OVER, 9999))
    other = {"secret": bytes(32).hex(), "commitment": COMMITMENT}
    cheated = {"secret": bytes(32).hex(), "commitment": KeyedRng(bytes(32)).commitment()}
    for changes, place in (
        ({"shuffles": other}, "shuffles.commitment: is not the hash of the secret"),
        ({"shuffles": cheated}, ": "),  # other cards: the moves or the result do not fit
        ({"moves": table.moves[:-1]}, "outcome: is there, but the game goes on"),
        ({"rules": 99}, "rules: made under version 99"),
        ({"game": "chess"}, "game: no game 'chess'"),
    ):
        file = record_file(tmp_path, **changes)
        assert cli.main(["verify", str(file)]) == 1
        out, error = capsys.readouterr()
        assert out == "" and error.count("\n") == 1
        assert f"{file} does not hold: " in error and place in error


def test_verify_compares_the_commitment_with_the_one_that_was_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record_file(tmp_path)
    assert cli.main(["verify", str(file), "--commitment", COMMITMENT.upper()]) == 0
    assert cli.main(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert "shuffles.commitment: is not" in capsys.readouterr().err


def test_verify_does_not_claim_more_than_a_record_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(__file__).parents[3] / "src" / "pioche" / "games"
    words = common_words("en")["verify"]
    golden = sorted(folder.glob("*/tests/golden/*.json"))
    listed = next(f for f in golden if "draws" in json.loads(f.read_text())["shuffles"])
    assert cli.main(["verify", str(listed)]) == 0
    said = capsys.readouterr().out
    assert words["draws"] in said and words["secret"] not in said
    half = record_file(tmp_path, moves=(), outcome=None)
    assert cli.main(["verify", str(half)]) == 0
    assert words["unfinished"] in capsys.readouterr().out
    assert cli.main(["verify", str(listed), "--commitment", COMMITMENT]) == 1


def test_verify_knows_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[3] / "src" / "pioche" / "games"
    seen = set()
    for file in sorted(folder.glob("*/tests/golden/*.json")):
        if (game := json.loads(file.read_text())["game"]) not in seen:
            seen.add(game)
            assert cli.main(["verify", str(file)]) == 0
    assert seen == set(pioche.games)
