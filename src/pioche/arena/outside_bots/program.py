"""Bots from outside: any program that speaks lines of JSON, and Python objects in a host."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from pioche.arena.fault import Offence
from pioche.arena.lineup import COMMAND_PREFIX, is_command, is_outside, spec_of
from pioche.arena.outside_bots.process import OutsideProcess, defer_signals
from pioche.arena.settings import MatchSettings
from pioche.core.bot import Choice, Knowledge
from pioche.core.rng import Rng
from pioche.core.schema import Event

PROTOCOL = 1
MOST_MOVE = 200  # characters; no move text is longer
MOST_SECONDS = 3600.0  # for one move at the table
CHECK_SECONDS = 60.0


class OutsideBot:
    """One player of the line-up that is not of this house, in a process of its own."""

    def __init__(self, settings: MatchSettings, bot: str, log: Path | None) -> None:
        self.settings = settings
        self.bot = bot
        self.log = log
        self.process: OutsideProcess | None = None
        self.hello_message = ""
        self.question_number = 0
        self.events: list[Event] = []  # seen since it was asked last

    def sit(self, seat: int, rng: Rng) -> None:
        """Take a seat for a game. The program is told when it is first asked."""
        settings = self.settings
        self.question_number = 0
        self.events = []
        self.hello_message = json.dumps(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": settings.game_id,
                "rules": settings.game.version,
                "players": len(settings.bots),
                "seat": seat,
                "options": dict(settings.options),
                "seed": int(rng.below(1 << 31)),
                "patience": settings.patience,
            }
        )

    def watch(self, events: list[Event]) -> None:
        """Keep what the seat sees until the program is asked."""
        self.events += events

    def choose(self, knowledge: Knowledge, rng: Rng) -> Choice:
        """What the program answers; an Offence where that is no legal move."""
        if self.process is None:
            with defer_signals():
                self.process = OutsideProcess(build_command(self.bot), self.log)
        if not self.question_number:
            self.process.send_line(self.hello_message)
        self.question_number += 1
        answer = self.process.ask(self.build_question(knowledge, rng), self.settings.patience)
        return read_answer(answer, knowledge, self.question_number)

    def build_question(self, knowledge: Knowledge, rng: Rng) -> str:
        """What the seat knows; a Python bot's host gets a state imagined for it as well."""
        asked: dict[str, Any] = {
            "type": "choose",
            "number": self.question_number,
            "legal": [knowledge.game.text(action) for action in knowledge.legal()],
            "view": knowledge.view(),
            "events": self.events,
        }
        self.events = []
        if not is_command(self.bot):
            asked["imagined"] = knowledge.resample(rng).dump()
        return json.dumps(asked)

    def end_game(self, outcome: dict[str, Any]) -> None:
        """The game is over; tell whoever was asked in it."""
        if self.process is not None and self.question_number:
            self.process.send_line(json.dumps({"type": "end", "outcome": outcome}))

    def kill(self) -> None:
        """Kill the program; the next game starts it anew."""
        if self.process is not None:
            self.process.kill()
            self.process = None

    def close(self) -> None:
        if self.process is not None:
            self.process.close()
            self.process = None


def build_command(bot: str) -> list[str]:
    """The command that runs a bot."""
    spec = spec_of(bot)
    if is_command(bot):
        return shlex.split(spec.removeprefix(COMMAND_PREFIX))
    return [sys.executable, "-m", "pioche.arena.outside_bots.python_bot_host", spec]


def read_answer(line: str, knowledge: Knowledge, number: int) -> Choice:
    """A move text, plain or in JSON, that is legal now."""
    answer = decode_answer(line)
    if "error" in answer:
        raise Offence("crash", str(answer["error"]))
    if answer.get("number", number) != number:
        raise Offence("nonsense", f"an answer to question {answer['number']!r}, not {number}")
    move, seconds = answer.get("move"), answer.get("seconds", 0)
    if not isinstance(move, str) or len(move) > MOST_MOVE:
        raise Offence("nonsense", f"no move: {line}")
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST_SECONDS:
        raise Offence("nonsense", f"seconds: {seconds!r:.80}")
    return Choice(parse_legal_action(move, knowledge), float(seconds))


def decode_answer(line: str) -> dict[str, Any]:
    """An answer as JSON; a line that is none is a move by itself."""
    if not line.startswith("{"):
        return {"move": line}
    try:
        answer: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        raise Offence("nonsense", f"no JSON: {line}") from None
    return answer


def parse_legal_action(move: str, knowledge: Knowledge) -> int:
    """The action of a legal move."""
    try:
        action = knowledge.game.parse(move)
    except ValueError as error:
        raise Offence("nonsense", str(error)) from None
    if action not in knowledge.legal():
        raise Offence("illegal", move)
    return action


def check_bots(bots: set[str]) -> None:
    """Say at once where a bot from outside can't be found."""
    for bot in sorted(filter(is_outside, bots)):
        try:
            words = build_command(bot)
        except ValueError as error:
            raise ValueError(f"--bots: {bot}: {error}") from None
        if shutil.which(words[0]) is None:
            raise ValueError(f"--bots: {bot}: there is no program {words[0]!r}")
        if not is_command(bot):
            check_python_bot(bot, words)


def check_python_bot(bot: str, words: list[str]) -> None:
    """Let the host look for a Python bot."""
    try:
        run = subprocess.run(
            [*words, "--check"], capture_output=True, timeout=CHECK_SECONDS, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"--bots: {bot}: importing it takes too long") from None
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"exit status {run.returncode}"])[-1]
        raise ValueError(f"--bots: {bot}: {last}")
