"""Who plays, how well, and by which options."""

from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Static

from pioche.bots.names import NAMES
from pioche.core.bot import LEVELS
from pioche.core.game import Game
from pioche.core.option import Option
from pioche.tables.first_player import has_first_player
from pioche.terminal.session import Seating
from pioche.terminal.stepper import Stepper
from pioche.words import Words

USUAL = "regular"
DRAWN = -1  # whoever the lots say


class Seats(Screen[Seating]):
    """What to agree on before a game; gives back the seating, or nothing."""

    BINDINGS = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, game: Game, lang: str, name: str | None = None, usual: str = USUAL) -> None:
        super().__init__()
        self.game, self.lang, self.known, self.usual = game, lang, name, usual
        self.words = Words.of(game, lang)
        self.house = self.words.house["terminal"]
        self._bindings.bind("escape", "leave", self.house["back"])

    def compose(self) -> ComposeResult:
        """The button first: who wants to play at once presses Enter."""
        yield Static(Text(self.words.texts["name"], "bold"), id="title")
        yield Static(self.words.texts["tagline"], id="choose")
        with VerticalScroll(id="form", can_focus=False):
            yield Button(f"▶ {self.house['play']}", id="play", compact=True)
            yield Input(self.known or "", placeholder=self.house["name"], id="name", compact=True)
            counts = list(self.game.players)
            yield Stepper(self.house["players"], counts, min(4, counts[-1]), id="players")
            yield self.level("all", self.house["bots"])
            for name in NAMES[: counts[-1] - 1]:
                yield self.level(f"bot-{NAMES.index(name)}", f"  {name}")
            if has_first_player(self.game):
                yield self.begins()
            yield from self.options()
        yield Static(id="help")
        yield Footer()

    def level(self, id: str, label: str) -> Stepper:
        """How well a bot plays, or all of them."""
        named = self.words.house["levels"]
        says = [named[level]["name"] for level in LEVELS]
        return Stepper(label, LEVELS, self.usual, says=says, id=id)

    def begins(self) -> Stepper:
        """Who begins; those who play are filled in when it is known how many they are."""
        drawn, help = self.house["drawn"], self.house["first-help"]
        return Stepper(self.house["first"], [DRAWN], DRAWN, says=[drawn], help=help, id="first")

    def options(self) -> Iterator[Stepper]:
        """The options of the game."""
        for name, option in self.game.options.items():
            texts = self.words.texts["options"][name]
            values = choices(option)
            says = [self.house["no"], self.house["yes"]] if option.choices == (False, True) else ()
            yield Stepper(
                texts["name"],
                values,
                int(option.default),
                says=says,
                help=texts["help"],
                id=f"option-{name}",
            )

    def on_mount(self) -> None:
        """Ready to play."""
        self.seat()
        self.query_one("#play").focus()

    def seat(self) -> None:
        """Show as many bots as play; any of them may begin."""
        count = int(self.query_one("#players", Stepper).value)
        for number in range(len(NAMES)):
            for stepper in self.query(f"#bot-{number}"):
                stepper.display = number < count - 1
        says = [self.house["drawn"], self.house["me"], *NAMES[: count - 1]]
        for stepper in self.query("#first").results(Stepper):
            stepper.offer([DRAWN, *range(count)], says)

    def on_stepper_changed(self, event: Stepper.Changed) -> None:
        """Another count shows other bots; a level for all is given to each."""
        stepper = event.stepper
        if stepper.id == "players":
            self.seat()
        elif stepper.id == "all" and event.value:
            for number in range(len(NAMES)):
                for one in self.query(f"#bot-{number}").results(Stepper):
                    one.choose(stepper.value)
        level = self.words.house["levels"].get(stepper.value, {"help": ""})
        self.query_one("#help", Static).update(Text(stepper.help or level["help"]))

    def on_button_pressed(self) -> None:
        """Play."""
        self.dismiss(self.seating())

    def on_input_submitted(self) -> None:
        """Enter behind one's name starts the game as well."""
        self.dismiss(self.seating())

    def seating(self) -> Seating:
        """What was chosen."""
        count = int(self.query_one("#players", Stepper).value)
        levels = [
            str(self.query_one(f"#bot-{number}", Stepper).value) for number in range(count - 1)
        ]
        options = {name: self.option(name) for name in self.game.options}
        name = self.query_one("#name", Input).value
        return Seating(
            self.game, levels, options, self.lang, name or None, first=self.chosen_first()
        )

    def chosen_first(self) -> int | None:
        """The seat that begins."""
        chosen = [int(stepper.value) for stepper in self.query("#first").results(Stepper)]
        return next((seat for seat in chosen if seat != DRAWN), None)

    def option(self, name: str) -> int:
        """The value of an option, of the kind it wants."""
        value = int(self.query_one(f"#option-{name}", Stepper).value)
        return bool(value) if self.game.options[name].choices == (False, True) else value

    def action_leave(self) -> None:
        """Back to the games."""
        self.dismiss(None)


def choices(option: Option) -> list[int]:
    """The values offered: all where they are few, else in round steps, the default among them.

    >>> from pioche.core.option import number
    >>> choices(number(30, 1, 200, ""))[:5]
    [1, 5, 10, 15, 20]
    """
    if option.choices is not None:
        return [int(value) for value in option.choices]
    low, high = option.low or 0, option.high or 0
    step = next(step for step in (1, 5, 10, 50, 100, 500, 1000) if (high - low) / step <= 50)
    found = {low, int(option.default), high, *range(low + -low % step, high + 1, step)}
    if option.off is not None:
        found.add(option.off)
    return sorted(found)
