"""Windows over the table: a text and a few buttons."""

from collections.abc import Sequence

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class Dialog(ModalScreen[str]):
    """Says something and gives back the id of the button pressed; Escape gives the last one."""

    BINDINGS = [
        Binding("escape", "leave", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(
        self, title: str, body: RenderableType, buttons: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__()
        self.heading, self.body, self.buttons = title, body, buttons

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(self.heading, id="heading", markup=False)
            yield Static(self.body, id="body", markup=False)
            with Horizontal(id="buttons"):
                for id, label in self.buttons:
                    yield Button(label, id=id, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the answer."""
        self.dismiss(event.button.id or "")

    def action_leave(self) -> None:
        """Close with the last answer, which is always the harmless one."""
        self.dismiss(self.buttons[-1][0])
