"""The legal moves in words, to choose from."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pioche.core.game import Game
from pioche.terminal.session import Session

MANY = 9  # moves that are still listed one by one
FEW = 4  # moves of one kind that are never folded up
BACK = "back"


class Moves(OptionList):
    """The moves that are legal; where there are many, those of a kind are folded into one line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right", "to_table", show=False),
        Binding("escape,backspace", "back", show=False),
    ]

    class Chosen(Message):
        """A move was chosen."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class Left(Message):
        """The cursor wants to go up to the table."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.legal: list[int] = []
        self.part: list[int] | None = None  # what a card or a kind of moves narrowed them to
        self.numbers: dict[str, int] = {}

    def show(self, legal: Sequence[int]) -> None:
        """List these moves; a choice that was narrowed down is open again."""
        if list(legal) != self.legal:
            self.legal, self.part = list(legal), None
            self.fill()

    def narrow(self, part: Sequence[int]) -> None:
        """List only some of the moves."""
        self.part = list(part)
        self.fill()

    def fill(self) -> None:
        """Write the list anew."""
        self.clear_options()
        listed = self.legal if self.part is None else self.part
        kinds = folded(self.session.game, listed) if self.part is None else {}
        own = self.session.game.keys.values()
        free = [action for action in listed if self.session.game.text(action) not in own]
        self.numbers = numbered(self.session.game, free)
        number_of = {action: number for number, action in self.numbers.items()}
        for action in listed:
            if kind_of(self.session.game, action) not in kinds:
                self.add_option(self.entry(action, number_of.get(action, "")))
        for kind, actions in kinds.items():
            self.add_option(self.kind(kind, actions))
        if self.part is not None:
            house = self.session.words.house["terminal"]
            self.add_option(Option(Text(f"    ‹ {house['back']}", "dim"), id=BACK))
        if self.option_count:
            self.highlighted = 0

    def point_at(self, action: int) -> None:
        """Put the cursor on a move."""
        if action in (self.legal if self.part is None else self.part):
            kind = kind_of(self.session.game, action)
            if self.part is None and kind in folded(self.session.game, self.legal):
                self.narrow(folded(self.session.game, self.legal)[kind])
            self.highlighted = self.get_option_index(str(action))

    def entry(self, action: int, number: str) -> Option:
        """One move, behind the number or the key that stands for it."""
        key = self.key_of(action) or number
        text = Text().append(f"{key:>3} ", "bold").append(self.session.said(action))
        return Option(text, id=str(action))

    def key_of(self, action: int) -> str:
        """The key that the game has for a move."""
        keys = self.session.game.keys.items()
        text = self.session.game.text(action)
        return next((key for key, move in keys if move == text), "")

    def said(self, action: int) -> str:
        """A move in words, with its key where it has one."""
        key = self.key_of(action)
        return f"{key}: {self.session.said(action)}" if key else self.session.said(action)

    def kind(self, kind: str, actions: Sequence[int]) -> Option:
        """Moves of one kind, behind one line."""
        said = self.session.words.kind(self.session.game.text(actions[0]))
        text = Text().append("  ▸ ", "bold").append(f"{said} ({len(actions)})")
        return Option(text, id=kind)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move, a kind of moves, or back."""
        event.stop()
        id = event.option.id or ""
        if id == BACK:
            self.action_back()
        elif id.isdecimal():
            self.post_message(self.Chosen(int(id)))
        else:
            self.narrow(folded(self.session.game, self.legal)[id])

    @property
    def action(self) -> int | None:
        """The move under the cursor."""
        if self.highlighted is None or not self.option_count:
            return None
        id = self.get_option_at_index(self.highlighted).id or ""
        return int(id) if id.isdecimal() else None

    def action_back(self) -> None:
        """All moves again."""
        if self.part is not None:
            self.part = None
            self.fill()

    def action_to_table(self) -> None:
        """Over to the cards."""
        self.post_message(self.Left())

    def action_cursor_up(self) -> None:
        """Up; from the first one to the cards."""
        if not self.highlighted:
            self.post_message(self.Left())
        else:
            super().action_cursor_up()


def folded(game: Game, legal: Sequence[int]) -> dict[str, list[int]]:
    """The kinds of moves to fold, none where there are few moves."""
    if len(legal) <= MANY:
        return {}
    kinds: dict[str, list[int]] = {}
    for action in legal:
        kinds.setdefault(kind_of(game, action), []).append(action)
    return {kind: actions for kind, actions in kinds.items() if len(actions) > FEW}


def kind_of(game: Game, action: int) -> str:
    """What moves of a kind share: the verb, and how many words follow it."""
    verb, *arguments = game.text(action).split()
    return f"{verb}-{len(arguments)}"


def numbered(game: Game, legal: Sequence[int]) -> dict[str, int]:
    """The legal moves by the number to type: their own where each is a verb and a number.

    So `grab 17` is number 17, as it is on the table.
    """
    texts = [game.text(action).split() for action in legal]
    if len({verb for verb, *_ in texts}) == 1 and all(is_number(words[1:]) for words in texts):
        return {words[1]: action for words, action in zip(texts, legal, strict=True)}
    return {str(number): action for number, action in enumerate(legal, 1)}


def is_number(words: list[str]) -> bool:
    """Whether that is one whole number."""
    return len(words) == 1 and words[0].removeprefix("-").isdecimal()
