"""The rulebook on the screen, open at a clause."""

import re

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from pioche.words import Words
from pioche.words.rulebook import CLAUSE_PATTERN, Rulebook


class RulesScreen(ModalScreen[None]):
    """The pages of a rulebook; one clause may be marked."""

    def __init__(self, words: Words, clause: str | None = None) -> None:
        super().__init__()
        self.words, self.clause = words, clause
        close = words.common_texts["terminal"]["close"]
        self._bindings.bind("escape,r,q", "dismiss", close)

    def compose(self) -> ComposeResult:
        """A part of the page each, so that one can be scrolled to."""
        with VerticalScroll(id="pages"):
            for part in split_page(Rulebook.load(self.words.game, self.words.lang).text):
                found = CLAUSE_PATTERN.match(part)
                id = f"clause-{found[1]}" if found else None
                marked = "marked" if found and found[1] == self.clause else None
                yield Static(Markdown(part), id=id, classes=marked)
        yield Footer()

    def on_mount(self) -> None:
        """Open at the clause."""
        self.query_one("#pages").focus()
        if self.clause is not None:
            for part in self.query(f"#clause-{self.clause}"):
                self.call_after_refresh(part.scroll_visible, animate=False, top=True)

    BINDINGS = [Binding("enter", "dismiss", show=False)]


def split_page(text: str) -> list[str]:
    """A page in its headings, paragraphs and clauses.

    >>> split_page("# Gap\\n\\nA game.\\n\\n- **A-1** One.\\n- **A-2** Two.")
    ['# Gap', 'A game.', '- **A-1** One.', '- **A-2** Two.']
    """
    blocks = re.split(r"\n\n+|\n(?=- \*\*)", text.strip())
    return [block for block in blocks if block.strip()]
