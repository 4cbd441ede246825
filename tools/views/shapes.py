"""Reads the types of a game's schema: what an object has, field by field."""

import ast
import inspect
import sys
import types
from collections.abc import Iterator
from typing import (
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from typing import get_args as list_arguments

from pioche.core.game import Game
from pioche.core.schema import Position, View
from tools.protocol.notes import read_doc, read_own_notes


class ShapeField(NamedTuple):
    """A field of an object."""

    name: str
    type: Any
    note: str  # what the comment behind it says
    optional: bool  # whether it may be missing


def list_fields(of: type) -> list[ShapeField]:
    """The fields of a TypedDict, those that it inherits first."""
    notes = read_all_notes(of)
    hints = get_type_hints(of, include_extras=True)
    required: frozenset[str] = of.__required_keys__  # type: ignore[attr-defined]
    return [
        ShapeField(name, strip_not_required(hint), notes.get(name, ""), name not in required)
        for name, hint in hints.items()
    ]


def list_own_fields(of: type) -> list[ShapeField]:
    """The fields of a game's position or view beside those of all games."""
    common = get_type_hints(View if is_view(of) else Position)
    return [field for field in list_fields(of) if field.name not in common]


def is_view(of: type) -> bool:
    return "actors" in get_type_hints(of)


def read_all_notes(of: type) -> dict[str, str]:
    """The comments behind the fields, those that it inherits included."""
    try:
        source = inspect.getsource(of)
    except OSError:  # a type that was made by a call, for a field called `from`
        return {}
    found: dict[str, str] = {}
    for base in list_bases(of, source):
        found |= read_all_notes(base)
    return found | dict(read_own_notes(of))


def list_bases(of: type, source: str) -> list[type]:
    """The TypedDicts that one inherits from. It forgets them itself, so its source is read."""
    statement = ast.parse(source).body[0]
    assert isinstance(statement, ast.ClassDef)
    names = [base.id for base in statement.bases if isinstance(base, ast.Name)]
    module = vars(sys.modules[of.__module__])
    return [module[name] for name in names if is_typeddict(module[name])]


def strip_not_required(hint: Any) -> Any:
    return list_arguments(hint)[0] if get_origin(hint) is NotRequired else hint


def is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def list_events(game: Game) -> list[type]:
    """The events of a game, in the order of its schema."""
    return list(list_arguments(game.event_type)) or [game.event_type]


def find_tag(event: type) -> str:
    """The `type` of an event."""
    hint = get_type_hints(event)["type"]
    assert get_origin(hint) is Literal, f"{event.__name__}.type must be a Literal"
    return str(list_arguments(hint)[0])


def find_inner_shapes(hint: Any) -> Iterator[type]:
    """The TypedDicts inside a type, deepest first."""
    if is_typeddict(hint):
        for field in list_fields(hint):
            yield from find_inner_shapes(field.type)
        yield hint
    else:
        for part in list_arguments(hint):
            yield from find_inner_shapes(part)


def list_inner_shapes(*of: type) -> list[type]:
    """The objects that stand inside the fields of others, each once."""
    found = [
        shape
        for each in of
        for field in list_own_fields(each)
        for shape in find_inner_shapes(field.type)
    ]
    return list(dict.fromkeys(found))


def get_short_name(shape: type, game: Game) -> str:
    """The name of a type without the name of its game: a module of the page has one game."""
    return shape.__name__.removeprefix(game.view_type.__name__.removesuffix("View"))


def describe(shape: type) -> str:
    return read_doc(shape)
