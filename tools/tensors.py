"""Writes docs/tensors.md, what every number of every observation means: `make tensors`."""

from pathlib import Path

from pioche.catalog import games
from pioche.core.game import Game
from pioche.core.tensors.field import Field, count_numbers
from pioche.words import Words

PAGE = Path("docs/tensors.md")
HEAD = (
    "# Tensors",
    "",
    "What programs that learn are told, made from the games themselves (`make tensors`). An "
    "observation is a row of 16-bit whole numbers, field after field in this order, the last "
    "index fastest. It is told from the view of one seat and from nothing else: two states "
    "which that seat can't tell apart give the same numbers. The layout is the same for all "
    "numbers of players and all options; the places of seats that are not taken are 0.",
    "",
    "Seats are told as the seat itself sees them: it is number 0, its left neighbour 1, and so "
    "on. Moves that name a seat (`@2`) name it as everybody does; the field `seat`, where a "
    "game has such moves, says where oneself sits. In Python, `env.fields` has this list, and "
    "`game.num_actions` and `game.text(action)` tell about actions.",
    "",
)


def build_page() -> str:
    return "\n".join([*HEAD, *(build_section(game) for game in games.values())])


def build_section(game: Game) -> str:
    """The fields of one game."""
    fields = game.tensor_encoder().fields()
    title = f"## {Words.load(game, 'en').texts['name']} (`{game.id}`)"
    size = f"{count_numbers(fields)} numbers, {game.num_actions} actions."
    rows, at = ["| from | field | shape | values | |", "|---|---|---|---|---|"], 0
    for field in fields:
        rows.append(format_row(field, at))
        at += field.size
    return "\n".join([title, "", size, "", *rows, ""])


def format_row(field: Field, at: int) -> str:
    """One field, which begins at a place."""
    shape = " × ".join(map(str, field.shape)) or "1"
    return f"| {at} | `{field.name}` | {shape} | {field.low} … {field.high} | {field.help} |"


if __name__ == "__main__":
    PAGE.write_text(build_page(), encoding="utf-8")
