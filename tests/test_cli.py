"""The command `pioche`, as a user types it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

import pioche
from pioche import Rng, cli
from pioche.rulebook import LANGUAGES, Rulebook
from pioche.terminal.language import language
from pioche.terminal.play import Play, numbered

GAMES = list(pioche.games)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Somebody types these lines, then closes the terminal."""
    rest = iter(lines)

    def answer(_: str = "") -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def some_moves() -> Iterator[str]:
    """Any number again and again, until one is that of a legal move."""
    return cycle(str(number) for number in [1, *range(-4, 80)])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_can_be_played_and_replayed(
    game: str,
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = some_moves()
    monkeypatch.setattr("builtins.input", lambda _="": next(lines))
    file = tmp_path / "game.json"
    arguments = ["play", game, "--seed", "4", "--lang", lang, "--record", str(file)]
    assert cli.main([*arguments, *shorten(game)]) == 0
    assert str(file) in capsys.readouterr().out.replace("\n", "")
    assert json.loads(file.read_text())["outcome"] is not None
    assert cli.main(["replay", str(file), "--lang", lang]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert ("Verified" if lang == "en" else "Vérifié") in last


def shorten(game: str) -> list[str]:
    """Options that make such a game short."""
    options = pioche.games[game].options
    return ["--option", "max_turns=50"] if "max_turns" in options else []


def test_the_same_seed_gives_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json", tmp_path / "three.json"]
    for file, seed in zip(files, ("4", "4", "5"), strict=True):
        lines = some_moves()
        monkeypatch.setattr("builtins.input", lambda _="", lines=lines: next(lines))
        cli.main(["play", "no-thanks", "--seed", seed, "--record", str(file)])
    moves = [[entry[:2] for entry in json.loads(f.read_text())["moves"]] for f in files]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


def test_without_a_seed_the_deal_comes_from_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = some_moves()
    monkeypatch.setattr("builtins.input", lambda _="": next(lines))
    file = tmp_path / "game.json"
    cli.main(["play", "no-thanks", "--record", str(file)])
    record = json.loads(file.read_text())
    assert len(record["shuffles"]["secret"]) == 64
    assert len(record["shuffles"]["commitment"]) == 64


def test_why_explains_a_refusal_by_its_clause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "why pass", "?", "", "fly", "why fly", "rules NT-7", "rules NT-99", "99")
    assert cli.main(["play", "no-thanks", "--seed", "3"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "pass is allowed" in out
    assert "'fly' is no move of no-thanks" in out
    assert "why MOVE" in out
    assert "turns up the top card" in out
    assert "no clause 'NT-99'" in out
    assert "Goodbye" in out


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_move_is_explained_and_asked_again(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = pioche.games[game]
    table = Play(found, found.players[0], {}, seed=1, ask=lambda _: "quit")
    while 0 not in table.state.actors():
        table.advance()
    legal = table.state.legal(0)
    illegal = next((a for a in range(found.num_actions) if a not in legal), None)
    if illegal is None:
        return
    refusal = table.state.refusal(0, illegal)
    assert refusal is not None
    said = iter([found.text(illegal), f"why {found.text(illegal)}", found.text(legal[0])])
    table.ask = lambda _: next(said)
    capsys.readouterr()
    table.my_move()
    assert capsys.readouterr().out.count(refusal.clause) == 2


def test_the_menu_offers_the_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "1", "quit")
    assert cli.main(["play"]) == 0
    out = capsys.readouterr().out
    assert "Which game?" in out
    assert "Goodbye" in out
    answers(monkeypatch)
    assert cli.main(["play"]) == 0
    answers(monkeypatch, "chess", "99", "No-Thanks", "quit")
    capsys.readouterr()
    assert cli.main(["play"]) == 0
    assert "No Thanks! ·" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "no game 'chess'; there are"),
        (["play", "no-thanks", "--players", "9"], "players: no-thanks is for 3 to 7, not 9"),
        (["play", "no-thanks", "--option", "rounds=99"], "rounds: 99 is not a whole number"),
        (["play", "no-thanks", "--option", "rounds"], "NAME=VALUE is needed"),
        (["play", "no-thanks", "--option", "wings=2"], "wings: no-thanks has no such option"),
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


def test_a_record_that_cannot_be_saved_is_refused_before_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "quit")
    for path in (tmp_path, tmp_path / "nowhere" / "game.json"):
        assert cli.main(["play", "no-thanks", "--record", str(path)]) == 1
        captured = capsys.readouterr()
        assert str(path) in captured.err
        assert captured.out == ""


@pytest.mark.parametrize("name", ["[/]", "[bold]Zoé", "Zoé\\", "Zoé\x1b[2J", "Zo\udcff"])
@pytest.mark.parametrize("game", GAMES)
def test_no_name_can_disturb_the_screen(
    game: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers(monkeypatch, "1", "quit")
    file = tmp_path / "[game].json"
    assert cli.main(["play", game, "--seed", "3", "--name", name, "--record", str(file)]) == 0
    assert "[game].json" in capsys.readouterr().out.replace("\n", "")
    assert cli.main(["replay", str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_that_knows_only_ascii_can_be_played_at(game: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pioche", "play", game, "--seed", "3", "--lang", "fr"],
        input=b"1\n\xff\nq\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == b""


def test_a_closed_input_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    answers(monkeypatch, "quit")
    cli.main(["play", "no-thanks", "--seed", "3", "--record", str(file)])
    monkeypatch.setattr("sys.stdin", None)
    assert cli.main(["replay", str(file)]) == 0
    assert cli.main(["play", "no-thanks"]) == 1
    assert "input is closed" in capsys.readouterr().err


def test_answers_need_no_capital_letters_and_numbers_have_a_range(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "0", "9" * 5000, "why", "Why PASS", "TAKE", "Quit")
    assert cli.main(["play", "no-thanks", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("no move with that number") == 2
    assert "why MOVE" in out
    assert "PASS is allowed" in out
    assert "Player takes the" in out


@pytest.mark.parametrize("game", pioche.games.values(), ids=GAMES)
def test_moves_differ_by_more_than_capital_letters(game: pioche.Game) -> None:
    assert len({text.casefold() for text in game.texts}) == game.num_actions


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fits_into_eighty_columns(game: str, lang: str) -> None:
    found = pioche.games[game]
    table = Play(found, min(4, found.players[-1]), {}, seed=1, lang=lang, ask=lambda _: "1")
    while 0 not in table.state.actors():
        table.advance()
    lines = found.board(table.state.view(0), table.screen.names, table.screen.words.texts)
    assert max(cell_len(Text.from_markup(line).plain) for line in lines) <= 80


def test_options_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "quit")
    assert cli.main(["play", "no-thanks", "--option", "open_chips=yes", "--name", "Zoé"]) == 0
    out = capsys.readouterr().out
    assert "Zoé" in out
    assert "chips ?" not in out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_prints_the_rulebook_and_each_clause(
    game: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", game, "--lang", lang]) == 0
    page = capsys.readouterr().out
    for id in Rulebook.of(pioche.games[game], lang).clauses:
        assert id in page
        assert cli.main(["rules", game, id.lower(), "--lang", lang]) == 0
        assert id in capsys.readouterr().out


def test_a_tampered_record_is_refused_with_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = some_moves()
    monkeypatch.setattr("builtins.input", lambda _="": next(lines))
    file = tmp_path / "game.json"
    cli.main(["play", "no-thanks", "--seed", "4", "--record", str(file)])
    raw = json.loads(file.read_text())
    raw["moves"][7][1] = "pass" if raw["moves"][7][1] == "take" else "take"
    file.write_text(json.dumps(raw))
    capsys.readouterr()
    assert cli.main(["replay", str(file)]) == 1
    captured = capsys.readouterr()
    assert "moves[7]" in captured.err
    assert captured.out == ""
    file.write_bytes(b"\xff\xfe\x00")
    assert cli.main(["replay", str(file)]) == 1
    assert "not a text file" in capsys.readouterr().err


def test_replay_waits_between_moves_and_can_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = some_moves()
    monkeypatch.setattr("builtins.input", lambda _="": next(lines))
    file = tmp_path / "game.json"
    cli.main(["play", "no-thanks", "--seed", "4", "--record", str(file)])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers(monkeypatch, "", "", "q")
    capsys.readouterr()
    assert cli.main(["replay", str(file), "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "Verified" not in out
    assert "Goodbye" in out
    assert cli.main(["replay", str(file), "--seat", "9"]) == 1


def test_plain_pioche_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert "COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("locale", "lang"), [("fr_FR.UTF-8", "fr"), ("en_US", "en"), ("de_DE", "en"), ("", "en")]
)
def test_the_language_is_that_of_the_locale(
    locale: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, locale)
    assert language() == lang
    assert language("fr") == "fr"


def test_moves_that_are_a_verb_and_a_number_go_by_that_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What lies in slot 17 is number 17 at the prompt as well."""
    own_numbers = 0
    for game in pioche.games.values():
        table = Play(game, game.players[0], {}, seed=1, ask=lambda _: "quit")
        while 0 not in table.state.actors():
            table.advance()
        legal = table.state.legal(0)
        typed = numbered(game, legal)
        assert list(typed.values()) == legal
        own = [number for number, a in typed.items() if game.text(a).split()[1:] == [number]]
        own_numbers += len(own) == len(legal)
        assert len(own) == len(legal) or list(typed) == [str(n + 1) for n in range(len(legal))]
    assert own_numbers
    capsys.readouterr()


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
