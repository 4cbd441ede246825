"""The legal moves in words, to choose from."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pioche.core.game import Game
from pioche.terminal.play.local_game import LocalGame

MAX_UNFOLDED = 9  # moves that are still listed one by one
MAX_UNFOLDED_OF_KIND = 4  # moves of one kind that are never folded up
BACK = "back"


class MoveList(OptionList):
    """The moves that are legal; where there are many, those of a kind are folded into one line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right", "to_table", show=False),
        Binding("escape,backspace", "back", show=False),
    ]

    class MoveChosen(Message):
        """A move was chosen."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class ExitedAbove(Message):
        """The cursor wants to go up to the table."""

    def __init__(self, session: LocalGame) -> None:
        super().__init__()
        self.local_game = session
        self.legal: list[int] = []
        self.narrowed: list[int] | None = None  # what a card or a kind of moves narrowed them to
        self.numbers: dict[str, int] = {}

    def show_moves(self, legal: Sequence[int]) -> None:
        """List these moves; a choice that was narrowed down is open again."""
        if list(legal) != self.legal:
            self.legal, self.narrowed = list(legal), None
            self.rebuild_options()

    def narrow(self, part: Sequence[int]) -> None:
        """List only some of the moves."""
        self.narrowed = list(part)
        self.rebuild_options()

    def rebuild_options(self) -> None:
        """Write the list anew."""
        self.clear_options()
        listed = self.legal if self.narrowed is None else self.narrowed
        kinds = fold_kinds(self.local_game.game, listed) if self.narrowed is None else {}
        own = self.local_game.game.keys.values()
        free = [action for action in listed if self.local_game.game.text(action) not in own]
        self.numbers = number_moves(self.local_game.game, free)
        number_of = {action: number for number, action in self.numbers.items()}
        for action in listed:
            if get_kind(self.local_game.game, action) not in kinds:
                self.add_option(self.build_move_option(action, number_of.get(action, "")))
        for kind, actions in kinds.items():
            self.add_option(self.build_kind_option(kind, actions))
        if self.narrowed is not None:
            texts = self.local_game.words.common_texts["terminal"]
            self.add_option(Option(Text(f"    ‹ {texts['back']}", "dim"), id=BACK))
        if self.option_count:
            self.highlighted = 0

    def highlight_move(self, action: int) -> None:
        """Put the cursor on a move."""
        if action in (self.legal if self.narrowed is None else self.narrowed):
            kind = get_kind(self.local_game.game, action)
            if self.narrowed is None and kind in fold_kinds(self.local_game.game, self.legal):
                self.narrow(fold_kinds(self.local_game.game, self.legal)[kind])
            self.highlighted = self.get_option_index(str(action))

    def build_move_option(self, action: int, number: str) -> Option:
        """One move, behind the number or the key that stands for it."""
        key = self.find_key(action) or number
        text = Text().append(f"{key:>3} ", "bold").append(self.local_game.describe_move(action))
        return Option(text, id=str(action))

    def find_key(self, action: int) -> str:
        """The key that the game has for a move."""
        keys = self.local_game.game.keys.items()
        text = self.local_game.game.text(action)
        return next((key for key, move in keys if move == text), "")

    def describe_move(self, action: int) -> str:
        """A move in words, with its key where it has one."""
        key = self.find_key(action)
        return (
            f"{key}: {self.local_game.describe_move(action)}"
            if key
            else self.local_game.describe_move(action)
        )

    def build_kind_option(self, kind: str, actions: Sequence[int]) -> Option:
        """Moves of one kind, behind one line."""
        said = self.local_game.words.say_move_kind(self.local_game.game.text(actions[0]))
        text = Text().append("  ▸ ", "bold").append(f"{said} ({len(actions)})")
        return Option(text, id=kind)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move, a kind of moves, or back."""
        event.stop()
        id = event.option.id or ""
        if id == BACK:
            self.action_back()
        elif id.isdecimal():
            self.post_message(self.MoveChosen(int(id)))
        else:
            self.narrow(fold_kinds(self.local_game.game, self.legal)[id])

    @property
    def action(self) -> int | None:
        """The move under the cursor."""
        if self.highlighted is None or not self.option_count:
            return None
        id = self.get_option_at_index(self.highlighted).id or ""
        return int(id) if id.isdecimal() else None

    def action_back(self) -> None:
        if self.narrowed is not None:
            self.narrowed = None
            self.rebuild_options()

    def action_to_table(self) -> None:
        """Over to the cards."""
        self.post_message(self.ExitedAbove())

    def action_cursor_up(self) -> None:
        """Up; from the first one to the cards."""
        if not self.highlighted:
            self.post_message(self.ExitedAbove())
        else:
            super().action_cursor_up()


def fold_kinds(game: Game, legal: Sequence[int]) -> dict[str, list[int]]:
    """The kinds of moves to fold, none where there are few moves."""
    if len(legal) <= MAX_UNFOLDED:
        return {}
    kinds: dict[str, list[int]] = {}
    for action in legal:
        kinds.setdefault(get_kind(game, action), []).append(action)
    return {kind: actions for kind, actions in kinds.items() if len(actions) > MAX_UNFOLDED_OF_KIND}


def get_kind(game: Game, action: int) -> str:
    """What moves of a kind share: the verb, and how many words follow it."""
    verb, *arguments = game.text(action).split()
    return f"{verb}-{len(arguments)}"


def number_moves(game: Game, legal: Sequence[int]) -> dict[str, int]:
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
