"""A setting to be changed by arrows or mouse."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Stepper(Widget, can_focus=True):
    """A label and a value out of a few; left and right go through them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "step(-1)", show=False),
        Binding("right,plus,space", "step(1)", show=False),
        Binding("home", "step(-1000)", show=False),
        Binding("end", "step(1000)", show=False),
    ]
    LABEL = 22

    class Changed(Message):
        """Another value was chosen, or another setting came into focus."""

        def __init__(self, stepper: "Stepper", value: bool) -> None:
            super().__init__()
            self.stepper, self.value = stepper, value

    def __init__(
        self,
        label: str,
        values: Sequence[int | str],
        value: int | str,
        *,
        value_labels: Sequence[str] = (),
        help: str = "",
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.label, self.values, self.help = label, list(values), help
        self.value_labels = [*value_labels] or [str(v) for v in values]
        self.index = self.values.index(value)

    @property
    def value(self) -> int | str:
        return self.values[self.index]

    def set_value(self, value: int | str) -> None:
        self.index = self.values.index(value)
        self.refresh()

    def set_values(self, values: Sequence[int | str], says: Sequence[str]) -> None:
        """Other values; the one chosen stays if it is among them, else it is the first."""
        chosen = self.value
        self.values, self.value_labels = list(values), [*says]
        self.index = self.values.index(chosen) if chosen in self.values else 0
        self.refresh()

    def render(self) -> Text:
        """Label and value, between arrows that can be clicked on."""
        left = "◂" if self.index else " "
        right = "▸" if self.index < len(self.values) - 1 else " "
        wide = max(map(cell_len, self.value_labels))
        text = Text(f"{self.label:{self.LABEL}}")
        return text.append(f"{left} {self.value_labels[self.index]:^{wide}} {right}", "bold")

    def on_focus(self) -> None:
        """What it is about can be told now."""
        self.post_message(self.Changed(self, value=False))

    def action_step(self, by: int) -> None:
        """Go on by so many, as far as it goes."""
        index = max(0, min(len(self.values) - 1, self.index + by))
        if index != self.index:
            self.index = index
            self.refresh()
            self.post_message(self.Changed(self, value=True))

    def on_click(self, event: events.Click) -> None:
        """On the left arrow one back, elsewhere on the value one on."""
        wide = max(map(cell_len, self.value_labels))
        if self.LABEL <= event.x <= self.LABEL + 1:
            self.action_step(-1)
        elif self.LABEL + 1 < event.x <= self.LABEL + wide + 4:
            self.action_step(1)
