"""How a game ended."""

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from pioche.core.state import State
from pioche.terminal.screens.dialog import Dialog
from pioche.words import Words


def build_standings(state: State, names: list[str], words: Words) -> Group:
    """What ended the game, then ranks and scores, best first."""
    ranks, scores, reason = state.outcome()
    texts = words.common_texts["terminal"]
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column(texts["rank"], justify="right")
    grid.add_column(texts["player"])
    grid.add_column(words.texts["score"], justify="right")
    for seat in sorted(range(len(ranks)), key=lambda seat: ranks[seat]):
        style = "bold" if ranks[seat] == 1 else ""
        crown = " ♛" if ranks[seat] == 1 else ""
        grid.add_row(str(ranks[seat]), Text(names[seat] + crown), str(scores[seat]), style=style)
    return Group(Text(words.texts["reasons"][reason]), Text(), grid)


def build_summary(state: State, names: list[str], words: Words) -> Text:
    """How it ended, in a line or two."""
    ranks, scores, reason = state.outcome()
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    places = "  ".join(f"{ranks[seat]}. {names[seat]} ({scores[seat]})" for seat in order)
    return Text(f"{words.texts['reasons'][reason]}\n{places}")


def build_result_dialog(state: State, names: list[str], words: Words, saved: str) -> Dialog:
    """The result, and what to do next."""
    texts = words.common_texts["terminal"]
    won = state.outcome().ranks[0] == 1
    buttons = [(id, texts["after"][id]) for id in ("again", "other", "replay", "table", "quit")]
    body = Group(build_standings(state, names, words), Text(), Text(saved, "dim"))
    return Dialog(texts["you-won"] if won else texts["game-over"], body, buttons)
