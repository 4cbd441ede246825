"""`pioche replay`: a record, step by step, as text."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from pioche.catalog import games
from pioche.core.record import Record, Step
from pioche.core.seals import BadRecord
from pioche.terminal.screen import Screen


def read_record(path: Path) -> Record:
    """A record from a file; whatever is wrong with it is a BadRecord."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(str(path), "not a text file") from None
    record = Record.from_json(text)
    if record.game not in games:
        raise BadRecord("game", f"no game {record.game!r}; there are {', '.join(games)}")
    return record


def replay(
    record: Record,
    *,
    lang: str = "en",
    seat: int | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> None:
    """Show every step; between two, wait for Enter where there is somebody to ask.

    The table is shown as `seat` sees it, or else as whoever moves sees it.
    """
    game = games[record.game]
    # All of it is checked before anything is shown: a bad record is refused, not half told.
    last = record.verify(game)
    if seat is not None and not 0 <= seat < last.players:
        raise ValueError(f"seat {seat}: this game has seats 0 to {last.players - 1}")
    screen = Screen(console, game, lang, [player["name"] for player in record.players])
    screen.say("replaying", game=screen.words.texts["name"], players=", ".join(screen.names))
    try:
        for number, step in enumerate(record.replay(game)):
            show(screen, number, step, seat)
            if ask is not None and ask(screen.house["next"]).strip() in ("q", "quit"):
                screen.say("bye")
                return
    except (EOFError, KeyboardInterrupt):
        screen.say("bye")
        return
    if last.is_over():
        screen.result(last)
    screen.say("verified", moves=len(record.moves))


def show(screen: Screen, number: int, step: Step, seat: int | None) -> None:
    """A move, what it did and the table after it."""
    eyes = seat if seat is not None else max(step.who, 0)
    screen.console.rule(style="dim")
    if step.move is not None:
        who = screen.names[step.who] if step.who >= 0 else screen.house["clock"]
        seconds = step.move.at / 1000
        screen.say("move", number=number, who=who, move=step.move.text, seconds=f"{seconds:.1f}")
    screen.events(screen.game.events(step.before, step.who, step.action, step.after, eyes))
    screen.board(step.after, eyes)
