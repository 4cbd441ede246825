"""Choosing a game."""

from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from pioche.catalog import games
from pioche.words import Words, common_words


class StartScreen(Screen[str]):
    """The games; gives back the id of the one chosen, or nothing."""

    def __init__(self, lang: str, chosen: str | None = None) -> None:
        super().__init__()
        self.lang, self.chosen = lang, chosen
        self.app_texts = common_words(lang)["terminal"]
        self._bindings.bind("d", "app.theme", self.app_texts["keys"]["theme"])
        self._bindings.bind("q,ctrl+c,escape", "leave", self.app_texts["keys"]["leave"])

    def compose(self) -> ComposeResult:
        """A title and the list."""
        yield Static(Text("P I O C H E", "bold"), id="title")
        yield Static(self.app_texts["choose"], id="choose")
        yield OptionList(*self.build_options(), id="games")
        yield Footer()

    def build_options(self) -> Iterator[Option]:
        """A game each: its name, for how many, and what it is about."""
        for game in games.values():
            texts = Words.load(game, self.lang).texts
            low, high = game.players[0], game.players[-1]
            text = Text().append(texts["name"], "bold")
            text.append(f"   {self.app_texts['for'].format(low=low, high=high)}\n", "dim")
            text.append(f"{texts['tagline']}\n")
            yield Option(text, id=game.id)

    def on_mount(self) -> None:
        """The game played last is chosen already."""
        list = self.query_one(OptionList)
        list.highlighted = [*games].index(self.chosen) if self.chosen in games else 0
        list.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_leave(self) -> None:
        self.dismiss("")

    BINDINGS = [Binding("space", "screen.focus_next", show=False)]
