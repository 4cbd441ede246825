"""A record as plain text, for pipes and files."""

from rich.console import Console
from rich.markup import escape

from pioche.catalog import games
from pioche.core.records.record import Record, Step
from pioche.terminal.names import make_printable
from pioche.terminal.screens.result import build_standings
from pioche.words import Words


class PlainReplay:
    """Prints every move of a record in words, the table after it, and the result."""

    def __init__(self, record: Record, lang: str, seat: int | None, console: Console) -> None:
        self.record, self.seat, self.console = record, seat, console
        self.game = record.choose_rules(games[record.game])
        self.names = [make_printable(player["name"]) for player in record.players]
        self.words = Words.load(self.game, lang)
        self.app_texts = self.words.common_texts["terminal"]

    def print(self) -> None:
        """All of it, checked before anything is shown: a bad record is refused, not half told."""
        last = self.record.verify(self.game)
        if self.seat is not None and not 0 <= self.seat < last.players:
            raise ValueError(f"seat {self.seat}: this game has seats 0 to {last.players - 1}")
        names = ", ".join(self.names)
        self.print_text("replaying", game=self.words.texts["name"], players=names)
        for number, step in enumerate(self.record.replay(self.game)):
            self.print_step(number, step)
        if last.is_over():
            self.console.print()
            self.console.print(build_standings(last, self.names, self.words))
        self.print_text("verified", moves=len(self.record.moves))

    def print_step(self, number: int, step: Step) -> None:
        """A move, what it did and the table after it, as the seat or whoever moved sees it."""
        eyes = self.seat if self.seat is not None else max(step.who, 0)
        self.console.rule(style="dim")
        if step.move is not None:
            who = self.names[step.who] if step.who >= 0 else self.app_texts["clock"]
            at = f"{step.move.at / 1000:.1f}"
            self.print_text("move", number=number, who=who, move=step.move.text, seconds=at)
        for event in self.game.events(step.before, step.who, step.action, step.after, eyes):
            self.console.print(f"· {self.words.say_event(event, self.names)}", markup=False)
        self.console.print()
        for row in self.game.build_board(step.after.view(eyes), self.names, self.words.texts):
            self.console.print(row.text)

    def print_text(self, key: str, **params: object) -> None:
        """A sentence of the app."""
        said = {name: escape(str(value)) for name, value in params.items()}
        self.console.print(self.app_texts[key].format(**said))
