"""`pioche arena` and `pioche ladder`, as a user types them."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from processes import LONG, command_of, marked, running, until

import pioche
from pioche import cli
from pioche.arena.workers.runner import play_match
from pioche.core.bot import LEVELS

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def arena(*words: str) -> int:
    more = [] if "--jobs" in words else ["--jobs", "1"]
    return cli.main(["arena", *words, *more])


def kept(folder: str | Path) -> dict[str, bytes]:
    """What must be the same whenever the same match is played."""
    names = ("games.jsonl", "moves.jsonl", "result.json")
    return {name: (Path(folder) / name).read_bytes() for name in names}


@pytest.mark.parametrize("game", pioche.games)
def test_a_match_of_any_game_leaves_its_results(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = pioche.games[game].players[0]
    assert arena(game, "--bots", f"regular,novice*{players - 1}", "--games", "4") == 0
    said = capsys.readouterr().out
    assert "regular" in said and "novice" in said
    (folder,) = (tmp_path / "arena").iterdir()
    assert folder.name.startswith(f"{game}-regular-novice-")
    assert f"arena/{folder.name}/report.html" in said
    result = json.loads((folder / "result.json").read_text())
    assert result["games"] == 4 if players == 2 else 6
    assert sum(b["players"] * b["win_share"]["mean"] for b in result["bots"]) == pytest.approx(1)
    assert bool(result["seconds"]) == pioche.games[game].real_time


def test_the_result_is_the_same_for_any_number_of_jobs() -> None:
    words = ["no-thanks", "--bots", "expert@20,regular,novice", "--games", "24", "--seed", "5"]
    for jobs in (1, 2, 3):
        assert arena(*words, "--jobs", str(jobs), "--out", f"jobs{jobs}") == 0
    assert kept("jobs1") == kept("jobs2") == kept("jobs3")


def test_another_seed_plays_other_games() -> None:
    first, second = (play_match("gap", "regular,novice", 6, seed=seed) for seed in (1, 2))
    assert first.to_json() != second.to_json()


def test_the_same_deals_are_played_whoever_plays() -> None:
    """Two line-ups of bots that are in truth the same play the very same games."""
    first = play_match("gap", "a=regular,b=regular", 8).to_json()
    second = play_match("gap", "c=regular,d=regular", 8).to_json()
    assert first["moves"] == second["moves"]
    assert first["bots"][0]["win_share"] == second["bots"][0]["win_share"]


def test_games_are_rounded_up_to_whole_deals_and_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert arena("no-thanks", "--bots", "regular,novice*2", "--games", "4", "--out", "o") == 0
    assert "6 games will be played: 2 deals" in capsys.readouterr().err
    assert json.loads(Path("o/result.json").read_text())["games"] == 6


def test_more_games_go_on_where_the_match_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["gap", "--bots", "regular,novice", "--out"]
    assert arena(*words, "short", "--games", "4") == 0
    assert arena(*words, "long", "--games", "12") == 0
    capsys.readouterr()
    assert arena(*words, "short", "--games", "12") == 0
    assert "2 of 6 deals were played before" in capsys.readouterr().err
    assert kept("short") == kept("long")


def test_fewer_games_are_the_first_of_those_played() -> None:
    words = ["gap", "--bots", "regular,novice", "--out"]
    arena(*words, "short", "--games", "4")
    arena(*words, "long", "--games", "12")
    arena(*words, "long", "--games", "4")
    assert kept("short")["result.json"] == kept("long")["result.json"]


@pytest.mark.parametrize("torn", [1, 30, 200, 10**6])
@pytest.mark.parametrize("names", [["games"], ["moves"], ["times"], ["games", "moves", "times"]])
def test_a_torn_last_line_is_survived(names: list[str], torn: int) -> None:
    words = ["gap", "--bots", "regular,novice", "--games", "12", "--out"]
    arena(*words, "whole")
    arena(*words, "torn")
    for name in names:
        file = Path(f"torn/{name}.jsonl")
        file.write_bytes(file.read_bytes()[:-torn])
    arena(*words, "torn")
    assert kept("torn") == kept("whole")


def test_a_damaged_line_in_the_middle_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["gap", "--bots", "regular,novice", "--games", "12", "--out", "o"]
    arena(*words)
    file = Path("o/games.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([lines[0], "rubbish\n", *lines[2:]]))
    assert arena(*words) == 1
    assert "games.jsonl, line 2" in capsys.readouterr().err


def test_a_folder_that_somebody_wrote_in_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["gap", "--bots", "regular,novice", "--games", "2", "--out", "o"]
    arena(*words)
    for line in ("{}", "[]", '{"deal": 0, "games": [{}]}', '{"deal": 0, "games": 5}'):
        Path("o/games.jsonl").write_text(line + "\n")
        assert arena(*words) == 1
        assert "o is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seed", "2"], "seed 1, not 2"),
        (["--bots", "novice*2"], 'bots ["regular", "novice"], not ["novice", "novice"]'),
        (["--option", "target=20"], '{"target": 30, "rounds": 0, "minutes": 0}, not {"target": 20'),
        (["--iterations", "7"], "iterations null, not 7"),
    ],
)
def test_another_match_in_the_same_folder_is_refused(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["gap", "--bots", "regular,novice", "--games", "2", "--out", "o"]
    arena(*words)
    before = kept("o")
    assert arena(*words, *more) == 1
    error = capsys.readouterr().err
    assert "o holds another match" in error and said in error
    assert kept("o") == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "--bots", "novice*2"], "no game 'chess'"),
        (["gap", "--bots", "novice"], "players: gap is for 2 to 6, not 1"),
        (["gap", "--bots", "novice*7"], "players: gap is for 2 to 6, not 7"),
        (["gap", "--bots", "novice,genius"], "no bot 'genius'"),
        (["gap", "--bots", "novice*2", "--games", "0"], "--games: at least 1"),
        (["gap", "--bots", "novice*2", "--jobs", "0"], "--jobs: at least 1"),
        (["gap", "--bots", "expert*2", "--iterations", "0"], "iterations: at least 1"),
        (["gap", "--bots", "expert*2", "--think", "0"], "think: seconds above 0"),
        (["gap", "--bots", "novice*2", "--patience", "nan"], "--patience: seconds above 0"),
        (["gap", "--bots", "novice*2", "--option", "target=0"], "target: 0 is not"),
        (["gap", "--bots", "novice*2", "--option", "goal=1"], "goal: gap has no such option"),
        (["gap", "--bots", "novice,cmd:/no/such/thing"], "no program '/no/such/thing'"),
        (["gap", "--bots", "novice,nowhere:Bot"], "No module named 'nowhere'"),
    ],
)
def test_what_makes_no_sense_is_refused_clearly(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 1
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
    assert not list(Path().iterdir())


def test_a_folder_in_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    from pioche.arena.results.ledger import Ledger
    from pioche.arena.settings import MatchSettings

    ledger = Ledger(Path("o"), MatchSettings("gap", ("novice", "novice")))
    assert arena("gap", "--bots", "novice*2", "--games", "2", "--out", "o") == 1
    assert "in use by another pioche" in capsys.readouterr().err
    ledger.close()
    assert arena("gap", "--bots", "novice*2", "--games", "2", "--out", "o") == 0


def test_play_by_the_clock_is_said_not_to_be_repeatable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["gap", "--bots", "expert,novice", "--games", "2", "--think", "0.001", "--out", "o"]
    assert arena(*words) == 0
    assert "another run will not give the same games" in capsys.readouterr().out
    assert "by the clock (0.00 s a move)" in Path("o/report.html").read_text()


@pytest.mark.parametrize(("stop", "jobs"), [(signal.SIGINT, 2), (signal.SIGTERM, 1)])
def test_a_match_that_was_stopped_goes_on_as_if_nothing_had_happened(
    stop: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    """The bot plays its first deals, then waits at a gate that opens only after the stop."""
    gate = tmp_path / "gate"
    gate.mkdir()
    bot = shlex.join([sys.executable, str(HERE / "outside_bot.py"), "waits at the gate", str(gate)])
    words = [sys.executable, "-m", "pioche", "arena", "gap", "--bots", f"cmd:{bot},novice"]
    words += ["--games", "12", "--patience", "600", "--jobs", str(jobs), "--out"]
    mark, marks = marked()
    command = subprocess.Popen([*words, "stopped"], env=marks, stderr=subprocess.PIPE, text=True)
    until(lambda: len(list(gate.glob("pid-*"))) > 3 and lines("stopped") > 0)
    command.send_signal(stop)
    _, said = command.communicate(timeout=LONG)
    assert command.returncode == 130
    assert "the same command goes on" in said
    assert "Traceback" not in said
    until(lambda: not running(mark))
    assert 0 < lines("stopped") < 6
    assert "stopped before its end" in Path("stopped/report.html").read_text()
    (gate / "open").touch()
    for folder in ("stopped", "straight"):
        subprocess.run([*words, folder], check=True, timeout=LONG, capture_output=True)
    assert kept("stopped") == kept("straight")


def lines(folder: str) -> int:
    file = Path(folder) / "games.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_workers_leave_when_nobody_is_there_any_more(tmp_path: Path) -> None:
    """Even a command that is killed the hard way leaves nothing running."""
    mark, marks = marked()
    words = [sys.executable, "-m", "pioche", "arena", "gap", "--bots", "regular,novice"]
    words += ["--games", "100000", "--jobs", "2", "--out", "killed"]
    command = subprocess.Popen(words, env=marks, stderr=subprocess.DEVNULL)
    until(lambda: lines("killed") > 3)
    assert len(running(mark)) >= 3
    command.kill()
    command.wait()
    until(lambda: not running(mark))


def test_a_worker_that_is_killed_is_said_and_what_was_played_is_kept() -> None:
    mark, marks = marked()
    words = [sys.executable, "-m", "pioche", "arena", "gap", "--bots", "regular,novice"]
    words += ["--games", "100000", "--jobs", "2", "--out", "killed"]
    command = subprocess.Popen(words, env=marks, stderr=subprocess.PIPE, text=True)
    until(lambda: lines("killed") > 3)
    victim = next(pid for pid in running(mark) if b"spawn_main" in command_of(pid))
    os.kill(victim, signal.SIGKILL)
    _, said = command.communicate(timeout=LONG)
    assert command.returncode == 1
    assert "a worker process was stopped from outside" in said
    assert "Traceback" not in said
    assert lines("killed") > 3
    until(lambda: not running(mark))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_ladder_tells_how_the_levels_stand(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "ladder",
        "no-thanks",
        "--games",
        "4",
        "--jobs",
        "1",
        "--iterations",
        "2",
        "--out",
        "o",
    ]
    assert cli.main([*words, "--lang", lang]) == 0
    said = capsys.readouterr().out
    for level in {"en": ("Master", "Novice"), "fr": ("Maître", "Débutant")}[lang]:
        assert level in said
    ladder = json.loads(Path("o/ladder.json").read_text())
    assert list(ladder) == list(LEVELS)
    assert ladder["novice"]["against_the_level_below"] is None
    assert sum(ladder[level]["together"]["mean"] for level in LEVELS) == pytest.approx(1)
    assert {path.name for path in Path("o").iterdir() if path.is_dir()} == {
        "regular-novice",
        "expert-regular",
        "master-expert",
        "together",
    }


def test_a_ladder_of_two_players_has_no_table_of_all_levels(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [
        "ladder",
        "gap",
        "--players",
        "2",
        "--games",
        "2",
        "--jobs",
        "1",
        "--iterations",
        "2",
        "--out",
        "o",
    ]
    assert cli.main(words) == 0
    assert "all together" not in capsys.readouterr().out
    assert json.loads(Path("o/ladder.json").read_text())["master"]["together"] is None


def test_a_ladder_for_too_many_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ladder", "gap", "--players", "9"]) == 1
    assert "gap is for 2 to 6, not 9" in capsys.readouterr().err


def test_a_better_bot_wins_more() -> None:
    standing = play_match("no-thanks", "regular,novice*3", 200)
    low, high = standing["regular"].share.interval()
    assert standing.even < low < standing["regular"].share.mean < high
