"""What play and replay print: boards, events and results, in words."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pioche.core.game import Event, Game
from pioche.core.state import State
from pioche.words import Words

# In a name these would be read as markup.
PLAIN = str.maketrans("[]\\", "()/")


def shown(name: str) -> str:
    """A name as it can be shown: whatever it holds, it neither colours nor moves anything.

    >>> shown("[red]Zoé\\x1b")
    '(red)Zoé?'
    """
    return "".join(c if c.isprintable() else "?" for c in name.translate(PLAIN))


class Screen:
    """A console that knows the game, the language and the players' names."""

    def __init__(
        self, console: Console | None, game: Game, lang: str, names: Sequence[str]
    ) -> None:
        self.console = console or Console(highlight=False)
        self.game = game
        self.names = [shown(name) for name in names]
        self.words = Words.of(game, lang)
        self.house = self.words.house["terminal"]

    def say(self, key: str, **params: object) -> None:
        """A sentence of the house."""
        said = {name: escape(str(value)) for name, value in params.items()}
        self.console.print(self.house[key].format(**said))

    def board(self, state: State, seat: int | None) -> None:
        """The table as a seat sees it."""
        lines = self.game.board(state.view(seat), self.names, self.words.texts)
        self.console.print()
        for line in lines:
            self.console.print(line)

    def events(self, events: Sequence[Event]) -> None:
        """What happened, a line each."""
        for event in events:
            line = "· " + self.words.event(event, self.names)
            self.console.print(line, style="dim", markup=False)

    def result(self, state: State) -> None:
        """Ranks and scores, best first, and what ended the game."""
        ranks, scores, reason = state.outcome()
        self.console.print()
        self.console.print(self.words.texts["reasons"][reason])
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column(self.house["rank"], justify="right")
        table.add_column(self.house["player"])
        table.add_column(self.words.texts["score"], justify="right")
        for seat in sorted(range(len(ranks)), key=lambda seat: ranks[seat]):
            style = "bold" if ranks[seat] == 1 else ""
            table.add_row(str(ranks[seat]), self.names[seat], str(scores[seat]), style=style)
        self.console.print(table)
