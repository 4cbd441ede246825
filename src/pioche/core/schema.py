"""What positions, views and events of all games hold. Each game's schema.py adds its own fields.

These types are the only list of the fields: the checks of positions, the types of the page and
the tables of docs/formats.md follow from them. A comment behind a field is its documentation.
"""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, get_type_hints

# What a sentence is made of: {"type": …, then what its words need}. Each game lists its own.
Event = Mapping[str, Any]


class CommonFields(TypedDict):
    """What positions and views of all games begin with."""

    game: str  # the id of the game
    rules: int  # the version of its rules
    players: int  # how many play
    options: dict[str, bool | int]  # all options of the game
    over: bool  # whether the game has ended
    chance: NotRequired[Literal[True]]  # only while a shuffle is due


class Position(CommonFields):
    """The whole truth of a game at one moment."""


class OutcomeFields(TypedDict):
    """How a game ended."""

    ranks: list[int]  # per seat; 1 is the best
    scores: list[int]  # per seat
    reason: str  # what ended the game


class View(CommonFields):
    """What a seat may know of a game at one moment."""

    seat: int | None  # whose view it is; None for a spectator
    actors: list[int]  # the seats that may act now; -1 while a shuffle is due
    outcome: NotRequired[OutcomeFields]  # only when the game is over


def get_seat(view: View) -> int:
    """The seat of a view that is not a spectator's."""
    assert view["seat"] is not None, "a spectator has no seat"
    return view["seat"]


def list_own_fields(of: type, *, required: bool) -> tuple[str, ...]:
    """The fields of a game's own position or view that are always there, or those that may be."""
    common = get_type_hints(View)
    keys = of.__required_keys__ if required else of.__optional_keys__  # type: ignore[attr-defined]
    return tuple(name for name in get_type_hints(of) if name in keys and name not in common)
