"""Who plays, how well, and by which options."""

from collections.abc import Iterator

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Static

from pioche.bots.names import BOT_NAMES
from pioche.core.bot import LEVELS
from pioche.core.game import Game
from pioche.core.option import Option
from pioche.tables.first_player import has_first_player
from pioche.terminal.play.local_game import GameSetup
from pioche.terminal.widgets.stepper import Stepper
from pioche.words import Words

DEFAULT_LEVEL = "regular"
RANDOM_FIRST = -1  # whoever the lots say


class SetupScreen(Screen[GameSetup]):
    """What to agree on before a game; gives back the seating, or nothing."""

    BINDINGS = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(
        self, game: Game, lang: str, name: str | None = None, usual: str = DEFAULT_LEVEL
    ) -> None:
        super().__init__()
        self.game, self.lang, self.known_name, self.default_level = game, lang, name, usual
        self.words = Words.load(game, lang)
        self.app_texts = self.words.common_texts["terminal"]
        self._bindings.bind("escape", "leave", self.app_texts["back"])

    def compose(self) -> ComposeResult:
        """The button first: who wants to play at once presses Enter."""
        yield Static(Text(self.words.texts["name"], "bold"), id="title")
        yield Static(self.words.texts["tagline"], id="choose")
        with VerticalScroll(id="form", can_focus=False):
            yield Button(f"▶ {self.app_texts['play']}", id="play", compact=True)
            yield Input(
                self.known_name or "", placeholder=self.app_texts["name"], id="name", compact=True
            )
            counts = list(self.game.players)
            yield Stepper(self.app_texts["players"], counts, self.game.usual_players, id="players")
            yield self.build_level_stepper("all", self.app_texts["bots"])
            for name in BOT_NAMES[: counts[-1] - 1]:
                yield self.build_level_stepper(f"bot-{BOT_NAMES.index(name)}", f"  {name}")
            if has_first_player(self.game):
                yield self.build_first_stepper()
            yield from self.build_option_steppers()
        yield Static(id="help")
        yield Footer()

    def build_level_stepper(self, id: str, label: str) -> Stepper:
        """How well a bot plays, or all of them."""
        named = self.words.common_texts["levels"]
        says = [named[level]["name"] for level in LEVELS]
        return Stepper(label, LEVELS, self.default_level, value_labels=says, id=id)

    def build_first_stepper(self) -> Stepper:
        """Who begins; those who play are filled in when it is known how many they are."""
        drawn, help = self.app_texts["drawn"], self.app_texts["first-help"]
        return Stepper(
            self.app_texts["first"],
            [RANDOM_FIRST],
            RANDOM_FIRST,
            value_labels=[drawn],
            help=help,
            id="first",
        )

    def build_option_steppers(self) -> Iterator[Stepper]:
        """The options of the game."""
        for name, option in self.game.options.items():
            texts = self.words.texts["options"][name]
            values = list_option_values(option)
            says = (
                [self.app_texts["no"], self.app_texts["yes"]]
                if option.choices == (False, True)
                else ()
            )
            yield Stepper(
                texts["name"],
                values,
                int(option.default),
                value_labels=says,
                help=texts["help"],
                id=f"option-{name}",
            )

    def on_mount(self) -> None:
        self.show_seats()
        self.query_one("#play").focus()

    def show_seats(self) -> None:
        """Show as many bots as play; any of them may begin."""
        count = int(self.query_one("#players", Stepper).value)
        for number in range(len(BOT_NAMES)):
            for stepper in self.query(f"#bot-{number}"):
                stepper.display = number < count - 1
        says = [self.app_texts["drawn"], self.app_texts["me"], *BOT_NAMES[: count - 1]]
        for stepper in self.query("#first").results(Stepper):
            stepper.set_values([RANDOM_FIRST, *range(count)], says)

    def on_stepper_changed(self, event: Stepper.Changed) -> None:
        """Another count shows other bots; a level for all is given to each."""
        stepper = event.stepper
        if stepper.id == "players":
            self.show_seats()
        elif stepper.id == "all" and event.value:
            for number in range(len(BOT_NAMES)):
                for one in self.query(f"#bot-{number}").results(Stepper):
                    one.set_value(stepper.value)
        level = self.words.common_texts["levels"].get(stepper.value, {"help": ""})
        self.query_one("#help", Static).update(Text(stepper.help or level["help"]))

    def on_button_pressed(self) -> None:
        self.dismiss(self.read_setup())

    def on_input_submitted(self) -> None:
        """Enter behind one's name starts the game as well."""
        self.dismiss(self.read_setup())

    def read_setup(self) -> GameSetup:
        count = int(self.query_one("#players", Stepper).value)
        levels = [
            str(self.query_one(f"#bot-{number}", Stepper).value) for number in range(count - 1)
        ]
        options = {name: self.read_option(name) for name in self.game.options}
        name = self.query_one("#name", Input).value
        return GameSetup(
            self.game, levels, options, self.lang, name or None, first=self.read_first()
        )

    def read_first(self) -> int | None:
        """The seat that begins."""
        chosen = [int(stepper.value) for stepper in self.query("#first").results(Stepper)]
        return next((seat for seat in chosen if seat != RANDOM_FIRST), None)

    def read_option(self, name: str) -> int:
        """The value of an option, of the kind it wants."""
        value = int(self.query_one(f"#option-{name}", Stepper).value)
        return bool(value) if self.game.options[name].choices == (False, True) else value

    def action_leave(self) -> None:
        """Back to the games."""
        self.dismiss(None)


def list_option_values(option: Option) -> list[int]:
    """The values offered: all where they are few, else in round steps, the default among them.

    >>> from pioche.core.option import number
    >>> list_option_values(number(30, 1, 200, ""))[:5]
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
