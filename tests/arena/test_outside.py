"""Bots from outside: those that play, and those that can't be played with."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import alive, until

import pioche
from pioche.arena.fault import FAULT_KINDS
from pioche.arena.match.block import play_block
from pioche.arena.outside_bots import process as wire
from pioche.arena.outside_bots.program import check_bots
from pioche.arena.results.standing import Standing
from pioche.arena.settings import MatchSettings
from pioche.arena.workers.local_pools import exit_on_signal
from pioche.arena.workers.runner import play_match
from pioche.words import LANGUAGES, common_words

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
PYTHON = shlex.quote(sys.executable)
PATIENT = 60.0  # seconds: nobody is that slow
HASTY = 0.3  # for those who would never answer


def stranger(kind: str, folder: Path | None = None) -> str:
    words = [sys.executable, str(HERE / "outside_bot.py"), kind, *([str(folder)] if folder else [])]
    return "cmd:" + shlex.join(words)


def match(bot: str, *, game: str = "gap", games: int = 2, patience: float = PATIENT) -> Standing:
    players = pioche.games[game].players[0]
    return play_match(game, [bot, *["novice"] * (players - 1)], games, patience=patience)


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("crashes", "crash"),
        ("leaves at once", "crash"),
        ("leaves a child behind", "crash"),
        ("closes its output", "crash"),
        ("hangs", "silence"),
        ("stops itself", "silence"),
        ("closes its input", "silence"),
        ("never ends its line", "silence"),
        ("talks nonsense", "nonsense"),
        ("talks too much", "nonsense"),
        ("sends bytes", "nonsense"),
        ("sends broken JSON", "nonsense"),
        ("sends deep JSON", "nonsense"),
        ("sends a number", "nonsense"),
        ("sends a list", "nonsense"),
        ("is never done", "nonsense"),
        ("goes back in time", "nonsense"),
        ("answers something else", "nonsense"),
        ("plays illegally", "illegal"),
        ("says more than asked", "chatter"),
    ],
)
def test_a_program_that_misbehaves_loses_by_rule_and_leaves_nothing_behind(
    kind: str, fault: str, tmp_path: Path
) -> None:
    bot = stranger(kind, tmp_path)
    standing = match(bot, patience=HASTY if fault == "silence" else PATIENT)
    assert standing.games == 2
    if kind == "closes its input":
        assert standing[bot].faults.total() == 2  # crash or silence: whichever is noticed first
    else:
        assert standing[bot].faults == {fault: 2}
    assert standing[bot].share.mean == 0
    assert standing["novice"].share.mean == 1
    assert standing[bot].mean_score is None
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert pids
    until(lambda: not any(map(alive, pids)))


@pytest.mark.parametrize("kind", ["plays", "leaves blank lines", "complains", "has a child"])
def test_a_program_that_plays_is_let_play(kind: str, tmp_path: Path) -> None:
    settings = MatchSettings("gap", (stranger(kind, tmp_path), "novice"), patience=PATIENT)
    block = play_block(settings, 0, tmp_path)
    assert [game.fault for game in block.games] == [None, None]
    assert len(list(tmp_path.glob("pid-*"))) == (2 if kind == "has a child" else 1)
    pids = [int(path.name[4:]) for path in tmp_path.glob("pid-*")]
    until(lambda: not any(map(alive, pids)))


def test_what_a_program_says_aside_is_kept_but_not_too_much_of_it(tmp_path: Path) -> None:
    settings = MatchSettings("gap", (stranger("complains"), "novice"), patience=PATIENT)
    play_block(settings, 0, tmp_path)
    said = (tmp_path / "stderr-0.txt").read_bytes()
    assert said.startswith(b"what a hand!\n")
    assert len(said) == 1 << 20


def test_the_others_share_the_win_when_somebody_loses_by_rule() -> None:
    bot = stranger("talks nonsense")
    standing = play_match("no-thanks", [bot, "novice", "regular"], 3, patience=PATIENT)
    assert standing[bot].ranks.mean == 3
    assert standing["novice"].share.mean == standing["regular"].share.mean == 0.5
    for _, game in standing.faults:
        assert sorted(game.ranks) == [1, 1, 3]
        assert game.fault is not None
        assert game.ranks[game.fault.seat] == 3
        assert "I like cards" in game.fault.detail


def test_a_command_that_can_not_be_run_loses_by_rule(tmp_path: Path) -> None:
    standing = match(f"cmd:{tmp_path}/nobody")
    assert standing.bot_standings[0].faults == {"crash": 2}


@pytest.mark.parametrize(
    ("name", "fault", "said"),
    [
        ("Raises", "crash", "RuntimeError: I have had enough"),
        ("CannotBeMade", "crash", "RuntimeError: not today"),
        ("Leaves", "crash", "exit status 0"),
        ("SaysNothing", "nonsense", "None"),
        ("SaysTrue", "nonsense", "True"),
        ("OutOfRange", "nonsense", "1000000"),
        ("PlaysIllegally", "illegal", ""),
    ],
)
def test_a_python_bot_that_misbehaves_loses_by_rule(name: str, fault: str, said: str) -> None:
    bot = f"{HERE}/outside_python_bots.py:{name}"
    standing = match(bot)
    assert standing[bot].faults == {fault: 2}
    assert all(game.fault and said in game.fault.detail for _, game in standing.faults)


def test_a_python_bot_that_hangs_loses_by_rule() -> None:
    bot = f"{HERE}/outside_python_bots.py:Hangs"
    assert match(bot, patience=HASTY)[bot].faults == {"silence": 2}


@pytest.mark.parametrize("name", ["FirstAction", "FirstText", "FirstWithSeconds", "any_move"])
def test_a_python_bot_answers_as_it_likes(name: str) -> None:
    assert not match(f"{HERE}/outside_python_bots.py:{name}").faults


def test_a_bot_that_watches_sees_all_that_its_seat_sees() -> None:
    assert not match(f"{HERE}/outside_python_bots.py:Counts", game="no-thanks", games=3).faults


@pytest.mark.parametrize("game", pioche.games)
def test_any_game_can_be_played_from_outside(game: str) -> None:
    host, program = f"{HERE}/outside_python_bots.py:any_move", stranger("plays")
    more = ["novice"] * (pioche.games[game].players[0] - 2)
    standing = play_match(game, [host, program, *more], 1, patience=PATIENT)
    assert not standing.faults


def test_the_same_python_bot_plays_the_same_games_again() -> None:
    bot = f"{HERE}/outside_python_bots.py:any_move"
    assert match(bot).to_json() == match(bot).to_json()


@pytest.mark.parametrize(
    "bot",
    [
        f"cmd:{PYTHON} {EXAMPLES}/line_bot.py",
        f"cmd:sh {EXAMPLES}/line_bot.sh",
        f"{EXAMPLES}/python_bot.py:Dreamer",
    ],
)
@pytest.mark.parametrize("game", ["gap", "no-thanks"])
def test_the_examples_play(bot: str, game: str) -> None:
    assert not match(bot, game=game, games=1).faults


def test_the_example_is_short_and_needs_nothing() -> None:
    text = (EXAMPLES / "line_bot.py").read_text()
    assert text.count("\n") < 60
    assert "pioche." not in text and "import pioche" not in text


def test_a_bot_can_be_given_a_name() -> None:
    standing = play_match("gap", "mine=master@1,novice", 2)
    assert [line.bot for line in standing.bot_standings] == ["mine=master@1", "novice"]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("cmd:/no/such/program x", "there is no program '/no/such/program'"),
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        (f"{HERE}/outside_python_bots.py:Nobody", "has no attribute 'Nobody'"),
        (f"{HERE}/outside_python_bots.py:not_a_bot", "neither a class nor a function"),
        (f"{HERE}/nobody.py:Bot", "No such file"),
    ],
)
def test_a_bot_that_is_not_there_is_said_before_the_match(bot: str, said: str) -> None:
    with pytest.raises(ValueError, match="--bots") as error:
        check_bots({bot, "novice"})
    assert said in str(error.value)


def test_every_offence_has_its_words() -> None:
    for lang in LANGUAGES:
        assert set(common_words(lang)["arena"]["faults"]) == set(FAULT_KINDS)


@pytest.mark.parametrize("when", ["starts", "leaves"])
def test_a_stop_just_as_a_program_starts_or_leaves_leaves_nothing_running(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is told to stop by a signal, which may come at any moment."""
    started: list[subprocess.Popen[bytes]] = []

    def stop() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.01)  # Python hears it between two of its own steps

    class Started(subprocess.Popen[bytes]):
        def __init__(self, *words: object, **named: object) -> None:
            super().__init__(*words, **named)  # type: ignore[call-overload]
            started.append(self)
            if when == "starts":
                stop()

        def poll(self) -> int | None:
            if when == "leaves" and started and self.stdin is not None and self.stdin.closed:
                started.clear()
                started.append(self)
                monkeypatch.setattr(Started, "poll", subprocess.Popen.poll)
                stop()
            return super().poll()

    monkeypatch.setattr(wire, "Popen", Started)
    before = signal.signal(signal.SIGTERM, exit_on_signal)
    try:
        with pytest.raises(SystemExit):
            play_block(MatchSettings("gap", (stranger("hangs on"), "novice"), patience=PATIENT), 0)
    finally:
        signal.signal(signal.SIGTERM, before)
    (process,) = started
    assert process.returncode is not None
