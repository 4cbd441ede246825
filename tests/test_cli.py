"""The command `pioche`, as a user types it."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import pioche
from pioche import Record, Rng, cli
from pioche.paths import data_folder, records_folder
from pioche.terminal.language import choose_language
from pioche.terminal.play.local_game import GameSetup, LocalGame
from pioche.terminal.widgets.layout import BOXED, FLAT, Layout
from pioche.words import LANGUAGES, Words
from pioche.words.rulebook import Rulebook

GAMES = list(pioche.games)
TURN_BASED = [id for id, game in pioche.games.items() if not game.real_time]
RACE = next(id for id, game in pioche.games.items() if game.real_time)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


def played(
    game: str, lang: str = "en", name: str = "Zoé", seed: int = 4, moves: int = 9999
) -> LocalGame:
    """A game against novices' luck: everybody plays at random, the player too."""
    found = pioche.games[game]
    levels = ["novice"] * (found.players[0] - 1)
    session = LocalGame(GameSetup(found, levels, shorten(game), lang, name, seed), now=lambda: 0.0)
    luck = Rng(seed)
    while not session.state.is_over() and session.move_count < moves:
        if session.is_shuffle_due():
            session.shuffle()
            continue
        seat = session.state.actors()[0]
        legal = session.state.legal(seat)
        session.play(seat, legal[luck.below(len(legal))])
    return session


def saved(session: LocalGame, file: Path) -> Path:
    """Its record in a file."""
    file.write_text(session.recorder.build_record().to_json(), encoding="utf-8")
    return file


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_record_is_printed_where_there_is_no_terminal(
    game: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(played(game, lang), tmp_path / "game.json")
    assert cli.main(["replay", str(file), "--lang", lang]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert ("Verified" if lang == "en" else "Vérifié") in last


def shorten(game: str) -> dict[str, int]:
    """Options that make such a game short."""
    return {"max_turns": 50} if "max_turns" in pioche.games[game].options else {}


def test_without_a_terminal_play_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play"]) == 1
    assert cli.main(["play", GAMES[0]]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("needs a terminal") == 2
    assert captured.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "no game 'chess'; there are"),
        (["play", "no-thanks", "--players", "9"], "players: no-thanks is for 3 to 7, not 9"),
        (["play", "no-thanks", "--option", "rounds=99"], "rounds: 99 is not a whole number"),
        (["play", "no-thanks", "--option", "rounds"], "NAME=VALUE is needed"),
        (["play", "no-thanks", "--first", "Zed"], "nobody is called 'Zed'; there are you, Ada, B"),
        (["play", "no-thanks", "--first", "Denis"], "nobody is called 'Denis'"),
        (["play", RACE, "--first", "you"], "all play at once, nobody begins"),
        (["play", "no-thanks", "--option", "wings=2"], "wings: no-thanks has no such option"),
        (["play", "no-thanks", "--level", "expert", "--think", "0"], "think: seconds above 0"),
        (["rules", "chess"], "no game 'chess'"),
        (["rules", "no-thanks", "NT-99"], "no clause 'NT-99'; they are NT-1 to NT-17"),
        (["replay", "/nowhere/at/all.json"], "No such file"),
    ],
)
def test_bad_input_is_named(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "seat"),
    [("you", 0), ("vous", 0), ("zoe", 0), ("Ada", 1), ("chloe", 3), ("CHLOÉ", 3)],
)
def test_who_begins_is_named_however_one_types(name: str, seat: int) -> None:
    arguments = ["play", "no-thanks", "--lang", "fr", "--name", "Zoé", "--first", name]
    assert cli.read_seating(cli.build_parser().parse_args(arguments), "fr").first == seat


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("game", TURN_BASED)
def test_whoever_is_to_begin_does_and_the_record_holds(game: str, seed: int | None) -> None:
    found = pioche.games[game]
    for first in range(found.players[-1]):
        levels = ["novice"] * (found.players[-1] - 1)
        session = LocalGame(GameSetup(found, levels, shorten(game), seed=seed, first=first))
        session.shuffle()
        assert session.state.actors() == (first,)
        session.play(first, session.state.legal(first)[0])
        Record.from_document(json.loads(session.recorder.build_record().to_json())).verify(found)


@pytest.mark.parametrize("game", TURN_BASED)
def test_a_seed_deals_the_same_again_whoever_begins(game: str) -> None:
    found = pioche.games[game]
    levels = ["novice"] * (found.players[-1] - 1)
    for seed in range(3):
        deals = []
        for first in (None, *range(found.players[-1]), *range(found.players[-1])):
            session = LocalGame(GameSetup(found, levels, shorten(game), seed=seed, first=first))
            session.shuffle()
            deals.append(session.state.dump())
        drawn, chosen = deals[0], deals[1:]
        assert chosen[: len(chosen) // 2] == chosen[len(chosen) // 2 :]
        assert drawn in chosen  # where the lots say the same, nothing changes


def test_a_record_that_cannot_be_saved_is_refused_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "game.json"):
        assert cli.main(["play", "no-thanks", "--record", str(path)]) == 1
        captured = capsys.readouterr()
        assert str(path) in captured.err
        assert captured.out == ""


@pytest.mark.parametrize("name", ["[/]", "[bold]Zoé", "Zoé\\", "Zoé\x1b[2J", "Zo\udcff"])
@pytest.mark.parametrize("game", GAMES)
def test_no_name_can_disturb_the_print(
    game: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(game, name="Zoé", moves=5).recorder.build_record()
    renamed = Record(
        record.game,
        record.rules,
        record.options,
        [{"name": name}, *record.players[1:]],
        record.shuffles,
        record.moves,
        record.outcome,
        record.start,
    )
    file = tmp_path / "[game].json"
    file.write_text(renamed.to_json(), encoding="utf-8", errors="surrogatepass")
    if "\udcff" in name:
        assert cli.main(["replay", str(file)]) == 1
        return
    assert cli.main(["replay", str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_that_knows_only_ascii_can_print_a_record(game: str, tmp_path: Path) -> None:
    file = saved(played(game, moves=20), tmp_path / "game.json")
    run = subprocess.run(
        [sys.executable, "-m", "pioche", "replay", str(file), "--lang", "fr"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == b""


def test_a_closed_input_is_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(played("no-thanks"), tmp_path / "game.json")
    monkeypatch.setattr("sys.stdin", None)
    assert cli.main(["replay", str(file)]) == 0
    assert cli.main(["play", "no-thanks"]) == 1
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.parametrize("game", pioche.games.values(), ids=GAMES)
def test_moves_differ_by_more_than_capital_letters(game: pioche.Game) -> None:
    assert len({text.casefold() for text in game.texts}) == game.num_actions


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fits_into_eighty_columns(game: str, lang: str) -> None:
    session = played(game, lang, moves=30)
    rows = session.game.build_board(
        session.state.view(0), session.names, Words.load(session.game, lang).texts
    )
    for size in (FLAT, BOXED):
        assert max(line.cell_len for line in Layout(78, size).add(rows).lines) <= 78


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_prints_the_rulebook_and_each_clause(
    game: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", game, "--lang", lang]) == 0
    page = capsys.readouterr().out
    for id in Rulebook.load(pioche.games[game], lang).clauses:
        assert id in page
        assert cli.main(["rules", game, id.lower(), "--lang", lang]) == 0
        assert id in capsys.readouterr().out


def test_a_tampered_record_is_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(played("no-thanks"), tmp_path / "game.json")
    raw = json.loads(file.read_text())
    raw["moves"][7][1] = "pass" if raw["moves"][7][1] == "take" else "take"
    file.write_text(json.dumps(raw))
    assert cli.main(["replay", str(file)]) == 1
    captured = capsys.readouterr()
    assert "moves[7]" in captured.err
    assert captured.out == ""
    file.write_bytes(b"\xff\xfe\x00")
    assert cli.main(["replay", str(file)]) == 1
    assert "not a text file" in capsys.readouterr().err


def test_a_record_has_no_seat_beyond_its_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(played("no-thanks"), tmp_path / "game.json")
    assert cli.main(["replay", str(file), "--seat", "2"]) == 0
    assert cli.main(["replay", str(file), "--seat", "9"]) == 1
    assert "seat 9" in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    said = capsys.readouterr().out
    for command in ("play", "replay", "rules", "arena", "ladder", "serve", "backup", "verify"):
        assert f"\n    {command} " in said


def test_the_language_may_stand_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--lang", "fr", "rules", GAMES[0]], ["rules", GAMES[0], "--lang", "fr"]):
        assert cli.main(words) == 0
        assert "joueurs" in capsys.readouterr().out


def test_everything_is_kept_in_one_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "pioche"
    assert records_folder() == data_folder() / "records"
    for unset in ("", "not/absolute"):
        monkeypatch.setenv("XDG_DATA_HOME", unset)
        assert data_folder() == tmp_path / ".local" / "share" / "pioche"


def test_a_folder_of_old_stays_the_one_where_customs_differ(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    old = tmp_path / ".local" / "share" / "pioche"
    monkeypatch.setattr("pioche.paths.user_data_path", lambda *_, **__: tmp_path / "Library")
    assert data_folder() == tmp_path / "Library"
    old.mkdir(parents=True)
    assert data_folder() == old


def test_a_home_that_cannot_be_looked_into_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a server runs as a user that has no home, under the name of another's."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    home = Path("/", "x" * 300)  # to look for it is an error for root, too
    monkeypatch.setenv("HOME", str(home))
    assert data_folder() == home / ".local" / "share" / "pioche"


@pytest.mark.parametrize(
    ("locale", "lang"), [("fr_FR.UTF-8", "fr"), ("en_US", "en"), ("de_DE", "en"), ("", "en")]
)
def test_the_language_is_that_of_the_locale(
    locale: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, locale)
    assert choose_language() == lang
    assert choose_language("fr") == "fr"


def test_threads_can_play_states_of_their_own() -> None:
    def play(seed: int) -> tuple[int, ...]:
        rng = Rng(seed)
        state = pioche.games[GAMES[seed % len(GAMES)]].new(3)
        for _ in range(400):
            actors = state.actors()
            if not actors:
                break
            if actors == (pioche.CHANCE,):
                state.shuffle(rng)
            else:
                legal = state.legal(actors[0])
                state.apply(actors[0], legal[rng.below(len(legal))])
        return tuple(state.score(seat) for seat in range(3))

    alone = [play(seed) for seed in range(10)]
    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(play, range(10))) == alone
